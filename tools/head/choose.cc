#include "tools/head/choose.h"

#include <algorithm>
#include <string>

namespace attention::head {
namespace {

constexpr std::size_t kWordFolds = 6;
constexpr std::size_t kContextFolds = 4;

/// Hits of a head that was trained on all folds but one, added up over the folds.
struct Sum {
  std::size_t self = 0, others = 0;
};

Sum acrossFolds(const std::vector<Example>& examples, const std::vector<std::size_t>& foldOf,
                std::size_t folds, const Recipe& recipe) {
  Sum sum;
  for (std::size_t fold = 0; fold < folds; ++fold) {
    std::vector<Example> kept;
    std::vector<Example> left;
    for (std::size_t e = 0; e < examples.size(); ++e) {
      (foldOf[e] == fold ? left : kept).push_back(examples[e]);
    }
    const Projections weights = train(kept, recipe);
    const Head head{dequantised(quantise(weights.wq)), dequantised(quantise(weights.wk))};
    sum.self += hits(left, Part::kTraining, head, Self::kIncluded);
    sum.others += hits(left, Part::kTraining, head, Self::kExcluded);
  }
  return sum;
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
  const Sum byWord = acrossFolds(training, wordFold, kWordFolds, recipe);
  const Sum byContext = acrossFolds(training, contextFold, kContextFolds, recipe);
  return {training.size(), byWord.self, byWord.others, byContext.self, byContext.others};
}

}  // namespace attention::head
