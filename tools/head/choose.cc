#include "tools/head/choose.h"

#include <cmath>
#include <string>

namespace attention::head {
namespace {

constexpr std::size_t kWordFolds = 6;
constexpr std::size_t kContextFolds = 4;

double loss(const Example& example, const Head& head, Self self) {
  return -std::log(double{weightsOf(example, head, self)[example.sentence.settling]});
}

/// Each fold is left to a head that was trained on the others.
LeftOut acrossFolds(const std::vector<Example>& examples, const std::vector<std::size_t>& foldOf,
                    std::size_t folds, const Recipe& recipe) {
  LeftOut mean;
  for (std::size_t fold = 0; fold < folds; ++fold) {
    std::vector<Example> kept;
    std::vector<Example> left;
    for (std::size_t e = 0; e < examples.size(); ++e) {
      (foldOf[e] == fold ? left : kept).push_back(examples[e]);
    }
    const Projections weights = train(kept, recipe);
    const Head head{dequantised(quantise(weights.wq)), dequantised(quantise(weights.wk))};
    const auto share = 1.0 / static_cast<double>(examples.size());
    for (const Example& example : left) {
      mean.selfIncluded += share * loss(example, head, Self::kIncluded);
      mean.selfExcluded += share * loss(example, head, Self::kExcluded);
    }
  }
  return mean;
}

}  // namespace

Validation crossValidate(const std::vector<Example>& examples, const Recipe& recipe) {
  std::vector<Example> training;
  std::vector<std::size_t> wordFold;
  std::vector<std::size_t> contextFold;
  std::string word;
  std::size_t words = 0;
  for (const Example& example : examples) {
    const Sentence& sentence = example.sentence;
    if (sentence.part != Part::kTraining) continue;
    if (sentence.words[sentence.ambiguous] != word) ++words;
    word = sentence.words[sentence.ambiguous];
    wordFold.push_back(words % kWordFolds);
    contextFold.push_back(training.size() % kContextFolds);
    training.push_back(example);
  }
  return {acrossFolds(training, wordFold, kWordFolds, recipe),
          acrossFolds(training, contextFold, kContextFolds, recipe)};
}

}  // namespace attention::head
