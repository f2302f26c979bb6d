#include "tools/head/sentences.h"

#include <optional>
#include <sstream>

namespace attention::head {
namespace {

constexpr std::size_t kHeldOutWord = 4;

EngineError wrong(std::size_t line, std::string_view why) {
  return error(ErrorCode::kShape, "sentences: line ", line, ": ", why);
}

/// The word between the marks, if it is marked so.
std::optional<std::string> between(char open, char close, const std::string& word) {
  if (word.size() < 3 || word.front() != open || word.back() != close) return std::nullopt;
  return word.substr(1, word.size() - 2);
}

/// "… the [bank] of the *river* …"
Result<Sentence> readSentence(std::size_t number, const std::string& line,
                              const std::string& heading) {
  Sentence sentence;
  std::size_t ambiguous = 0;
  std::size_t settling = 0;
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    if (const auto inner = between('[', ']', word)) {
      if (*inner != heading) return wrong(number, "brackets another word than its heading");
      sentence.ambiguous = sentence.words.size();
      ++ambiguous;
      word = *inner;
    } else if (const auto starred = between('*', '*', word)) {
      sentence.settling = sentence.words.size();
      ++settling;
      word = *starred;
    }
    sentence.words.push_back(word);
  }
  if (ambiguous != 1) return wrong(number, "needs one word in brackets");
  if (settling != 1) return wrong(number, "needs one word between asterisks");
  return sentence;
}

}  // namespace

std::string_view name(Part part) {
  switch (part) {
    case Part::kTraining:
      return "training";
    case Part::kContexts:
      return "contexts";
    case Part::kWords:
      return "words";
  }
  return "";
}

Result<std::vector<Sentence>> readSentences(std::string_view text) {
  std::vector<Sentence> sentences;
  std::string heading;       // the ambiguous word
  std::size_t headings = 0;  // how many different ones so far
  const auto endSense = [&] {
    if (sentences.empty() || sentences.back().part == Part::kWords) return;
    sentences.back().part = Part::kContexts;
  };

  std::istringstream lines{std::string(text)};
  std::string line;
  for (std::size_t number = 1; std::getline(lines, line); ++number) {
    if (line.empty() || line.front() == '#') continue;
    if (line.front() != ' ') {
      endSense();
      const std::string word = line.substr(0, line.find(':'));
      if (word < heading) return wrong(number, "its word is not in alphabetical order");
      if (word != heading) ++headings;
      heading = word;
      continue;
    }
    Result<Sentence> sentence = readSentence(number, line, heading);
    if (!sentence) return sentence.error();
    if (headings % kHeldOutWord == 0) sentence->part = Part::kWords;
    sentences.push_back(*std::move(sentence));
  }
  endSense();
  return sentences;
}

std::vector<Sentence> lessonSentences() {
  return {{{"the", "bank", "of", "river"}, 1, 3, Part::kContexts},
          {{"the", "bank", "approved", "loan"}, 1, 3, Part::kContexts}};
}

}  // namespace attention::head
