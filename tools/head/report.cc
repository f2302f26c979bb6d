#include "tools/head/report.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iomanip>
#include <iterator>
#include <sstream>

namespace attention::head {
namespace {

constexpr int kVersion = 1;  // of the files
constexpr std::string_view kCommand = "npm run head";

/// The shortest digits that read back as the same number.
template <typename Number>
std::string digits(Number number) {
  char text[32];
  const auto end = std::to_chars(std::begin(text), std::end(text), number).ptr;
  return {std::begin(text), end};
}

/// The figures of one part of the sentences.
struct Figures {
  std::size_t sentences = 0;
  double chance = 0.0;  ///< of a word picked blindly among the others
  std::size_t rawSelf = 0, raw = 0, headSelf = 0, head = 0;
};

Head headOf(const Trained& trained) {
  return {dequantised(trained.wq), dequantised(trained.wk)};
}

Figures figuresOf(const std::vector<Example>& examples, Part part, const Head& head) {
  Figures figures;
  for (const Example& example : examples) {
    if (example.sentence.part != part) continue;
    ++figures.sentences;
    figures.chance += 1.0 / static_cast<double>(example.x.rows - 1);
  }
  figures.chance /= static_cast<double>(figures.sentences);
  figures.rawSelf = hits(examples, part, {}, Self::kIncluded);
  figures.raw = hits(examples, part, {}, Self::kExcluded);
  figures.headSelf = hits(examples, part, head, Self::kIncluded);
  figures.head = hits(examples, part, head, Self::kExcluded);
  return figures;
}

/// A row of codes a line, so that the file can be read and its changes seen.
void writeMatrix(std::ostream& out, std::string_view name, const Quantised& matrix) {
  out << "  \"" << name << "\": {\n    \"scale\": " << digits(matrix.scale)
      << ",\n    \"codes\": [\n";
  for (std::size_t i = 0; i < matrix.rows; ++i) {
    out << "      [";
    for (std::size_t c = 0; c < matrix.cols; ++c) {
      out << (c > 0 ? ", " : "") << int{matrix.codes[i * matrix.cols + c]};
    }
    out << (i + 1 < matrix.rows ? "],\n" : "]\n");
  }
  out << "    ]\n  },\n";
}

std::string percent(std::size_t part, std::size_t whole) {
  std::ostringstream out;
  out << part << " (" << (200 * part + whole) / (2 * whole) << " %)";
  return out.str();
}

std::string settings(const Recipe& recipe) {
  return "rank " + digits(recipe.rank) + ", decay " + digits(recipe.decay) + ", " +
         digits(recipe.steps) + " steps of Adam at rate " + digits(recipe.rate) + ", seed " +
         digits(recipe.seed);
}

/// The words in a row, with the two marked as in sentences.txt.
std::string marked(const Sentence& sentence) {
  std::string line;
  for (std::size_t i = 0; i < sentence.words.size(); ++i) {
    if (i > 0) line += ' ';
    const std::string& word = sentence.words[i];
    line += i == sentence.ambiguous  ? "[" + word + "]"
            : i == sentence.settling ? "*" + word + "*"
                                     : word;
  }
  return line;
}

/// Where the heaviest edge goes; in bold where it should.
std::string choice(const Example& example, const Head& head, Self self) {
  const std::size_t found = heaviest(example, head, self);
  const std::string& word = example.sentence.words[found];
  return found == example.sentence.settling ? "**" + word + "**" : word;
}

void writeHeldOut(std::ostream& out, const std::vector<Example>& examples, Part part,
                  const Head& head) {
  out << "\n| sentence | raw | head | head, self included |\n| --- | --- | --- | --- |\n";
  for (const Example& example : examples) {
    if (example.sentence.part != part) continue;
    out << "| " << marked(example.sentence) << " | " << choice(example, {}, Self::kExcluded)
        << " | " << choice(example, head, Self::kExcluded) << " | "
        << choice(example, head, Self::kIncluded) << " |\n";
  }
}

void writeWeights(std::ostream& out, const Example& example, const Head& head) {
  out << "\n| " << marked(example.sentence) << " |";
  for (const std::string& word : example.sentence.words) out << " " << word << " |";
  out << "\n| --- |";
  for (std::size_t i = 0; i < example.x.rows; ++i) out << " --: |";
  const auto row = [&](std::string_view title, const Head& of, Self self) {
    out << "\n| " << title << " |";
    for (const float weight : weightsOf(example, of, self)) out << ' ' << weight << " |";
  };
  out << std::fixed << std::setprecision(3);
  row("raw, self included", {}, Self::kIncluded);
  row("raw", {}, Self::kExcluded);
  row("head, self included", head, Self::kIncluded);
  row("head", head, Self::kExcluded);
  out << "\n" << std::defaultfloat;
}

}  // namespace

Trained trainAndQuantise(const std::vector<Example>& examples, const Recipe& recipe) {
  std::vector<Example> training;
  std::ranges::copy_if(examples, std::back_inserter(training), [](const Example& example) {
    return example.sentence.part == Part::kTraining;
  });
  const Projections weights = train(training, recipe);
  return {recipe, quantise(weights.wq), quantise(weights.wk)};
}

std::string pageFile(const std::vector<Example>& examples, const Trained& trained) {
  const Head head = headOf(trained);
  std::ostringstream out;
  out << "{\n";
  writeMatrix(out, "wq", trained.wq);
  writeMatrix(out, "wk", trained.wk);
  out << "  \"hits\": {\n";
  for (const Part part : kParts) {
    const Figures f = figuresOf(examples, part, head);
    out << "    \"" << name(part) << "\": {\n"
        << "      \"sentences\": " << f.sentences << ",\n"
        << "      \"chance\": " << digits(f.chance) << ",\n"
        << "      \"raw\": { \"selfIncluded\": " << f.rawSelf << ", \"selfExcluded\": " << f.raw
        << " },\n"
        << "      \"head\": { \"selfIncluded\": " << f.headSelf << ", \"selfExcluded\": " << f.head
        << " }\n    }" << (part == kParts.back() ? "\n" : ",\n");
  }
  out << "  },\n  \"made\": {\n"
      << "    \"generator\": \"tools/head\",\n"
      << "    \"version\": " << kVersion << ",\n"
      << "    \"command\": \"" << kCommand << "\",\n"
      << "    \"settings\": \"" << settings(trained.recipe) << "\",\n"
      << "    \"seed\": " << trained.recipe.seed << "\n  }\n}\n";
  return out.str();
}

std::string reportFile(const std::vector<Example>& examples, const std::vector<Example>& lesson,
                       const Trained& trained) {
  const Head head = headOf(trained);
  std::ostringstream out;
  out << "# How well the head does\n\n"
      << "Made by `" << kCommand << "`, version " << kVersion << ": " << settings(trained.recipe)
      << ".\n\n"
      << "In how many sentences the ambiguous word looks most at the word that settles it. *Raw* "
         "is the\ndot product of the vectors as they are. *Self included* lets a word look at "
         "itself; elsewhere\nit may not. *Chance* picks blindly among the other words.\n\n"
      << "| part | sentences | chance | raw, self included | head, self included | raw | head |\n"
      << "| --- | --: | --: | --: | --: | --: | --: |\n";
  for (const Part part : kParts) {
    const Figures f = figuresOf(examples, part, head);
    out << "| " << name(part) << (part == Part::kTraining ? "" : ", held out") << " | "
        << f.sentences << " | " << std::lround(100.0 * f.chance) << " % | "
        << percent(f.rawSelf, f.sentences) << " | " << percent(f.headSelf, f.sentences) << " | "
        << percent(f.raw, f.sentences) << " | " << percent(f.head, f.sentences) << " |\n";
  }
  out << "\n## Held-out contexts\n\nThe words were trained on, in other sentences. Where the "
         "heaviest edge goes, in bold if rightly:\n";
  writeHeldOut(out, examples, Part::kContexts, head);
  out << "\n## Held-out words\n\nNo training sentence asks about these words.\n";
  writeHeldOut(out, examples, Part::kWords, head);
  out << "\n## The lesson's own sentences\n\nThe weights of the row of *bank*. Neither *river* nor "
         "*loan* settles a training sentence.\n";
  for (const Example& example : lesson) writeWeights(out, example, head);
  return out.str();
}

}  // namespace attention::head
