/// Trains the head that the page ships. Run from the repository's root:
///
///   train_head             writes the page's file and the report
///   train_head --choose    prints what cross-validation says of ranks and decays: choice.txt
#include <fstream>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <string_view>

#include "tools/head/choose.h"
#include "tools/head/report.h"

namespace {

using namespace attention;
using namespace attention::head;

constexpr const char* kSentences = "tools/head/sentences.txt";
constexpr const char* kWords = "tools/head/words.bin";
constexpr const char* kPageFile = "web/src/state/learned-head.json";
constexpr const char* kReportFile = "tools/head/report.md";

std::string contentsOf(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool write(const char* path, const std::string& contents) {
  return static_cast<bool>(std::ofstream(path, std::ios::binary) << contents << std::flush);
}

int fail(std::string_view message) {
  std::cerr << message << '\n';
  return 1;
}

void choose(const std::vector<Example>& examples) {
  std::cout
      << "Mean -ln of the settling word's weight, in training sentences left out of training\n"
      << "rank  decay  words: self in, out  contexts: self in, out    sum\n"
      << std::fixed;
  for (const std::size_t rank : {4, 8, 16}) {
    for (const double decay : {0.05, 0.1, 0.2, 0.4, 0.8}) {
      const Validation v = crossValidate(examples, {.rank = rank, .decay = decay});
      std::cout << std::setw(4) << rank << std::setprecision(2) << std::setw(7) << decay
                << std::setprecision(3) << std::setw(15) << v.words.selfIncluded << std::setw(6)
                << v.words.selfExcluded << std::setw(18) << v.contexts.selfIncluded << std::setw(6)
                << v.contexts.selfExcluded << std::setw(7) << v.total() << std::endl;
    }
  }
}

}  // namespace

int main(int count, char** arguments) {
  const Result<WordTable> table = readWordTable(contentsOf(kWords));
  if (!table) return fail(table.error().message);
  const Result<std::vector<Sentence>> sentences = readSentences(contentsOf(kSentences));
  if (!sentences) return fail(sentences.error().message);
  const Result<std::vector<Example>> examples = examplesOf(*sentences, *table);
  if (!examples) return fail(examples.error().message);
  if (count > 1 && arguments[1] == std::string_view("--choose")) {
    choose(*examples);
    return 0;
  }
  const Result<std::vector<Example>> lesson = examplesOf(lessonSentences(), *table);
  if (!lesson) return fail(lesson.error().message);

  const Trained trained = trainAndQuantise(*examples, {});
  if (!write(kPageFile, pageFile(*examples, trained))) return fail("cannot write the page's file");
  if (!write(kReportFile, reportFile(*examples, *lesson, trained))) {
    return fail("cannot write the report");
  }
}
