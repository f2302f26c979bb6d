#include "tools/head/head.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "engine/adam.h"
#include "engine/attention.h"
#include "engine/dequantise.h"
#include "engine/random.h"

namespace attention::head {
namespace {

constexpr double kFirstSpread = 0.05;  ///< of the weights before training
constexpr int kLargestCode = 127;

Values valuesOf(const Matrix& matrix) {
  return {matrix.rows, matrix.cols, {matrix.data.begin(), matrix.data.end()}};
}

Values firstWeights(std::size_t rows, std::size_t cols, std::uint64_t seed) {
  Values weights = valuesOf(*normal(rows, cols, seed));
  for (double& weight : weights.data) weight *= kFirstSpread;
  return weights;
}

void addTo(Values& sum, const Values& term, double factor) {
  for (std::size_t p = 0; p < sum.data.size(); ++p) sum.data[p] += factor * term.data[p];
}

CrossEntropyOptions lessonOf(const Example& example, std::size_t rank) {
  const auto& [words, ambiguous, settling, part] = example.sentence;
  CrossEntropyOptions lesson;
  lesson.x = valuesOf(example.x);
  lesson.targets = zeros(words.size(), words.size());
  lesson.targets(ambiguous, settling) = 1.0;
  lesson.targets(settling, ambiguous) = 1.0;
  lesson.divisor = std::sqrt(static_cast<double>(rank));
  return lesson;
}

/// Everything but the diagonal.
Mask othersOnly(std::size_t tokens) {
  Mask mask{.rows = tokens, .cols = tokens, .data = std::vector<std::uint8_t>(tokens * tokens, 1)};
  for (std::size_t i = 0; i < tokens; ++i) mask.data[i * tokens + i] = 0;
  return mask;
}

}  // namespace

Result<std::vector<Example>> examplesOf(const std::vector<Sentence>& sentences,
                                        const WordTable& table) {
  std::vector<Example> examples;
  for (const Sentence& sentence : sentences) {
    Result<Matrix> x = table.lookUp(sentence.words);
    if (!x) return x.error();
    examples.push_back({sentence, *std::move(x)});
  }
  return examples;
}

Projections train(const std::vector<Example>& examples, const Recipe& recipe) {
  assert(!examples.empty());
  const std::size_t d = examples.front().x.cols;
  std::vector<CrossEntropyOptions> lessons;
  for (const Example& example : examples) lessons.push_back(lessonOf(example, recipe.rank));
  const double share = 0.5 / static_cast<double>(lessons.size());  // of a row in the mean

  Projections weights{firstWeights(d, recipe.rank, recipe.seed),
                      firstWeights(d, recipe.rank, recipe.seed + 1)};
  Adam queries(recipe.rate, d * recipe.rank);
  Adam keys(recipe.rate, d * recipe.rank);
  for (std::size_t step = 0; step < recipe.steps; ++step) {
    Projections slope{zeros(d, recipe.rank), zeros(d, recipe.rank)};
    addTo(slope.wq, weights.wq, recipe.decay);
    addTo(slope.wk, weights.wk, recipe.decay);
    for (CrossEntropyOptions& lesson : lessons) {
      lesson.projections = weights;
      const Result<CrossEntropy> found = crossEntropy(lesson);
      assert(found.ok());
      addTo(slope.wq, found->gradients->wq, share);
      addTo(slope.wk, found->gradients->wk, share);
    }
    queries.step(weights.wq.data, slope.wq.data);
    keys.step(weights.wk.data, slope.wk.data);
  }
  return weights;
}

Quantised quantise(const Values& values) {
  double largest = 0.0;
  for (const double value : values.data) largest = std::max(largest, std::abs(value));
  Quantised result{values.rows, values.cols, {}, static_cast<float>(largest / kLargestCode)};
  for (const double value : values.data) {
    const double code =
        std::round(value / result.scale);  // a scale rounded down may give 127.00001
    result.codes.push_back(static_cast<std::int8_t>(code));
  }
  return result;
}

Matrix dequantised(const Quantised& quantised) {
  const auto& [rows, cols, codes, scale] = quantised;
  return *dequantise(rows, cols, codes, Vector(rows, scale));
}

std::vector<float> weightsOf(const Example& example, const Head& head, Self self) {
  AttendOptions options;
  options.x = example.x;
  if (head.wq.rows > 0) {
    options.wq = head.wq;
    options.wk = head.wk;
    options.scale.kind = Scale::Kind::kSqrt;
  }
  if (self == Self::kExcluded) options.masks = {othersOnly(example.x.rows)};
  const Result<Attention> attention = attend(options);
  assert(attention.ok());
  const auto weights = attention->weights.row(example.sentence.ambiguous);
  return {weights.begin(), weights.end()};
}

std::size_t heaviest(const Example& example, const Head& head, Self self) {
  const std::vector<float> weights = weightsOf(example, head, self);
  return static_cast<std::size_t>(std::ranges::max_element(weights) - weights.begin());
}

std::size_t hits(const std::vector<Example>& examples, Part part, const Head& head, Self self) {
  return static_cast<std::size_t>(std::ranges::count_if(examples, [&](const Example& example) {
    return example.sentence.part == part &&
           heaviest(example, head, self) == example.sentence.settling;
  }));
}

}  // namespace attention::head
