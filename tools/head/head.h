/// A head of attention that learns which word settles the sense of another.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/cross_entropy.h"
#include "tools/head/sentences.h"
#include "tools/head/word_table.h"

namespace attention::head {

struct Example {
  Sentence sentence;
  Matrix x;  ///< [T, d]: the words' vectors
};

/// Refuses a word that the table does not have (`range`).
Result<std::vector<Example>> examplesOf(const std::vector<Sentence>& sentences,
                                        const WordTable& table);

/// The decay is the one that cross-validation finds best at this rank. Ranks 4 and 16, each with
/// its own best, are not better by more than 0.05 in the sum of four losses (choice.txt).
struct Recipe {
  std::size_t rank = 8;  ///< d_k
  double decay = 0.2;    ///< what a squared weight costs, times two
  double rate = 0.01;    ///< of Adam
  std::size_t steps = 500;
  std::uint64_t seed = 1;  ///< of W_Q; W_K has the next
};

/// W_Q and W_K, [d, rank], that make small
///
///   mean over rows of −ln α  +  decay/2 · (|W_Q|² + |W_K|²)
///
/// where each example gives two rows: its ambiguous word is to look at the settling one, and the
/// settling word back at it. Every word of a sentence may be looked at, also the one that looks.
/// The decay is what makes a few sentences teach something general: it makes the rank of W_Q W_Kᵀ
/// dear, so that only directions that serve many sentences are kept.
Projections train(const std::vector<Example>& examples, const Recipe& recipe);

/// A matrix in a byte a value: codes · scale.
struct Quantised {
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::vector<std::int8_t> codes;  ///< [rows, cols], row-major; −127 … 127
  float scale = 0.0f;
};

Quantised quantise(const Values& values);
Matrix dequantised(const Quantised& quantised);

/// What looks at what.
struct Head {
  Matrix wq, wk;  ///< [d, d_k]; both empty: raw dot products
};

/// Whether a word may look at itself.
enum class Self { kIncluded, kExcluded };

/// How much the ambiguous word looks at each word, by the engine's attend(); length T.
std::vector<float> weightsOf(const Example& example, const Head& head, Self self);

/// The word at which it looks most, from 0.
std::size_t heaviest(const Example& example, const Head& head, Self self);

/// In how many examples of the part that is the settling word.
std::size_t hits(const std::vector<Example>& examples, Part part, const Head& head, Self self);

}  // namespace attention::head
