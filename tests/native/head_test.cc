// The head that the page ships: what it may learn from, and that the files in the repository are
// what its training gives.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>

#include "tests/native/support.h"
#include "tests/native/targets.h"
#include "tools/head/choose.h"
#include "tools/head/report.h"

namespace attention::head {
namespace {

std::string contentsOf(const std::string& path) {
  std::ifstream file(ATTENTION_ROOT "/" + path, std::ios::binary);
  REQUIRE(file.is_open());
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<Sentence> ourSentences() {
  return *readSentences(contentsOf("tools/head/sentences.txt"));
}

WordTable ourTable() {
  return *readWordTable(contentsOf("tools/head/words.bin"));
}

std::vector<Example> ourExamples() {
  return *examplesOf(ourSentences(), ourTable());
}

/// The held-out sentences, made useless.
std::vector<Example> withoutHeldOut(std::vector<Example> examples) {
  for (Example& example : examples) {
    if (example.sentence.part == Part::kTraining) continue;
    std::ranges::fill(example.x.data, kNaN);
  }
  return examples;
}

}  // namespace

TEST_CASE("The sentences are divided as they say", "[head]") {
  std::map<Part, std::size_t> sizes;
  std::map<Part, std::set<std::string>> ambiguous;
  std::set<std::string> settling;
  const std::vector<Sentence> sentences = ourSentences();
  for (const Sentence& sentence : sentences) {
    ++sizes[sentence.part];
    ambiguous[sentence.part].insert(sentence.words[sentence.ambiguous]);
    settling.insert(sentence.words[sentence.settling]);
  }
  CHECK(sizes == std::map<Part, std::size_t>{
                     {Part::kTraining, 48}, {Part::kContexts, 24}, {Part::kWords, 24}});
  CHECK(ambiguous[Part::kTraining] == ambiguous[Part::kContexts]);
  CHECK(ambiguous[Part::kTraining].contains("bank"));
  CHECK(ambiguous[Part::kWords] == std::set<std::string>{"bow", "mouse", "plant", "wave"});
  for (const std::string& word : ambiguous[Part::kWords]) {
    CHECK_FALSE(ambiguous[Part::kTraining].contains(word));
  }
  CHECK(settling.size() == sentences.size());
}

TEST_CASE("River and loan settle no training sentence", "[head]") {
  for (const Sentence& sentence : ourSentences()) {
    if (sentence.part != Part::kTraining) continue;
    CHECK(sentence.words[sentence.settling] != "river");
    CHECK(sentence.words[sentence.settling] != "loan");
  }
}

TEST_CASE("A sentence is read with its marks", "[head]") {
  const auto read = *readSentences("# note\n\nbat: animal\n  the [bat] left its *cave*\n");
  REQUIRE(read.size() == 1);
  CHECK(read[0].words == std::vector<std::string>{"the", "bat", "left", "its", "cave"});
  CHECK(read[0].ambiguous == 1);
  CHECK(read[0].settling == 4);
  CHECK(read[0].part == Part::kContexts);  // the last of its sense
}

TEST_CASE("A sentence that is not written as agreed is refused", "[head]") {
  const auto refuses = [](std::string_view text, std::string_view message) {
    checkRefused(readSentences(text), ErrorCode::kShape, message);
  };
  refuses("bat: animal\n  the bat left its *cave*\n",
          "sentences: line 2: needs one word in brackets");
  refuses("bat: animal\n  the [bat] *left* its *cave*\n",
          "sentences: line 2: needs one word between asterisks");
  refuses("bat: animal\n  the [bank] left its *cave*\n",
          "sentences: line 2: brackets another word than its heading");
  refuses("seal: animal\nbat: animal\n",
          "sentences: line 2: its word is not in alphabetical order");
}

TEST_CASE("A word table is read whole or not at all", "[head]") {
  using namespace std::string_literals;
  const std::string bytes =
      "word-table 1 2 3\nbat\ncave\n\x00\x80\x01\x00\x01\x02\x03\xff\x00\x7f"s;
  const WordTable table = *readWordTable(bytes);
  CHECK(table.words == std::vector<std::string>{"bat", "cave"});
  checkMatrix(table.vectors, {{0.25f, 0.5f, 0.75f}, {-0x1p-17f, 0, 127 * 0x1p-17f}}, 0.0);
  checkMatrix(
      *table.lookUp({"cave", "bat", "cave"}),
      {{-0x1p-17f, 0, 127 * 0x1p-17f}, {0.25f, 0.5f, 0.75f}, {-0x1p-17f, 0, 127 * 0x1p-17f}}, 0.0);
  checkRefused(table.lookUp({"bat", "owl"}), ErrorCode::kRange, "word table: has no “owl”");
  checkRefused(readWordTable(bytes.substr(1)), ErrorCode::kShape,
               "word table: does not begin with “word-table 1 ”");
  checkRefused(readWordTable(bytes.substr(0, bytes.size() - 1)), ErrorCode::kShape,
               "word table: 2 rows of 3 need 10 bytes after the words, but there are 9");
}

TEST_CASE("Quantised weights are off by half a step at most", "[head]") {
  const Values values{2, 2, {0.5, -1.27, 0.123, 0.0}};
  const Quantised quantised = quantise(values);
  CHECK(quantised.codes == std::vector<std::int8_t>{50, -127, 12, 0});
  checkMatrix(dequantised(quantised), {{0.5f, -1.27f}, {0.123f, 0}}, 0.005 + 1e-6);
}

TEST_CASE("The heaviest edge is the largest weight among the words allowed", "[head]") {
  const Example example{{{"a", "b", "c"}, 1, 2, Part::kTraining},
                        matrixOf({{1, 0}, {2, 2}, {0, 3}})};
  CHECK(heaviest(example, {}, Self::kIncluded) == 1);  // scores 2, 8, 6
  CHECK(heaviest(example, {}, Self::kExcluded) == 2);
  CHECK(hits({example}, Part::kTraining, {}, Self::kIncluded) == 0);
  CHECK(hits({example}, Part::kTraining, {}, Self::kExcluded) == 1);
  CHECK(hits({example}, Part::kWords, {}, Self::kExcluded) == 0);
  const Head firstComponent{matrixOf({{1}, {0}}), matrixOf({{-1}, {0}})};
  CHECK(heaviest(example, firstComponent, Self::kIncluded) == 2);  // scores −2, −4, 0
}

TEST_CASE("Two trainings give the same bytes, another seed gives others", "[head]") {
  const std::vector<Example> examples = ourExamples();
  const auto file = [&](std::uint64_t seed) {
    return pageFile(examples, trainAndQuantise(examples, {.steps = 5, .seed = seed}));
  };
  CHECK(file(1) == file(1));
  CHECK(file(1) != file(2));
}

TEST_CASE("Held-out sentences have no part in training or in choosing", "[head]") {
  const std::vector<Example> examples = ourExamples();
  const std::vector<Example> training = withoutHeldOut(examples);
  const Recipe brief{.steps = 5};
  const Trained expected = trainAndQuantise(examples, brief);
  const Trained actual = trainAndQuantise(training, brief);
  CHECK(actual.wq.codes == expected.wq.codes);
  CHECK(actual.wk.codes == expected.wk.codes);
  const Validation all = crossValidate(examples, brief);
  const Validation part = crossValidate(training, brief);
  CHECK(all.total() > 4.0);  // a head that has hardly begun leaves about ln 9 four times
  CHECK(part.total() == all.total());
}

TEST_CASE("The files in the repository are what training gives", "[head]") {
  const std::vector<Example> examples = ourExamples();
  const std::vector<Example> lesson = *examplesOf(lessonSentences(), ourTable());
  const Trained trained = trainAndQuantise(examples, {});
  onEveryTarget([&] {
    CHECK(pageFile(examples, trained) == contentsOf("web/src/state/learned-head.json"));
    CHECK(reportFile(examples, lesson, trained) == contentsOf("tools/head/report.md"));
  });
}

}  // namespace attention::head
