/// Simplified self-attention: scores, softmax, context.
///
///   Ω = Q Kᵀ          scores   [T, S]
///   A = softmax(Ω/s)  weights  [T, S]
///   Z = A V           context  [T, d_v]
///
/// Without projections Q = K = V = X. Vaswani et al., Attention Is All You Need, 2017, equation 1.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/error.h"
#include "engine/mask.h"
#include "engine/matrix.h"
#include "engine/normalise.h"

namespace attention {

/// What the scores are divided by.
struct Scale {
  enum class Kind { kNone, kSqrt, kNumber };
  Kind kind = Kind::kNone;
  double number = 1.0;  ///< read if kind is kNumber: above 0, within float32
};

struct AttendOptions {
  std::optional<Matrix> x;           ///< [T, d]; may be left out when q, k and v are all given
  std::optional<Matrix> q;           ///< [T, d_k]; default x, or x · wq
  std::optional<Matrix> k;           ///< [S, d_k]; default x, or x · wk
  std::optional<Matrix> v;           ///< [S, d_v]; default x, or x · wv
  std::optional<Matrix> wq, wk, wv;  ///< [d, d_k], [d, d_k], [d, d_v]
  Scale scale;
  double temperature = 1.0;  ///< ≥ 0; 0 is the limit: the largest logits share equally
  std::vector<Mask> masks;   ///< combined by "and"
  Normalise normalise = Normalise::kRow;
};

/// What became of one query's row.
enum class RowFlag : unsigned char {
  kOk,         ///< a distribution
  kUnderflow,  ///< a distribution in which a finite logit got weight exactly 0
  kEmpty,      ///< nothing to attend to: weights and context are 0 (PyTorch gives NaN)
  kPoisoned,   ///< NaN, or infinities that cancel: the weights they reach are NaN
};

struct Attention {
  Matrix scores;                  ///< [T, S]: q_i · k_j
  Matrix scaled;                  ///< [T, S]: scores / scale
  Matrix logits;                  ///< [T, S]: scaled / temperature, −∞ where masked
  Matrix weights;                 ///< [T, S]: softmax of the logits
  Matrix context;                 ///< [T, d_v]: weights · v; v is not looked at where a logit is −∞
  std::vector<RowFlag> rowFlags;  ///< length T
};

/// Refuses, with the field's name: sizes that do not fit, both a matrix and the projection that
/// would make it (`shape`); a scale or temperature outside its range, more than kMaxValues
/// (`range`).
Result<Attention> attend(const AttendOptions& options);

/// attend()'s context alone, [T, d_v], equal to it but for rounding. Where weights sum to one by
/// row, and scale · temperature and its reciprocal are normal floats, no scores are stored, so that
/// their number has no limit. Memory beside input and output: O((T + S) (d_k + d_v)), and for masks
/// that are not causal a byte for each score, kMaxValues at most. Elsewhere: that of attend().
Result<Matrix> attendContext(const AttendOptions& options);

/// The instruction set that computes it here: "wasm-simd128", "AVX2", …
std::string_view target();

}  // namespace attention
