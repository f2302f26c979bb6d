/// How far attention's weights are from the ones that are wanted, and which way to go.
///
///   Q = X W_Q, K = X W_K          [T, d_k]; without projections both are X
///   S = Q Kᵀ / s                  [T, T]
///   A = softmax(S)                by row, over the keys that the row may attend to
///   L = −Σ_i Σ_j t_ij ln α_ij     the cross-entropy of A against the targets t
///
/// The logarithm undoes the exponential, so that the slope of L in S is plain. With r_i = Σ_j t_ij:
///
///   ∂L/∂S = G: g_ij = r_i α_ij − t_ij, 0 where masked
///   ∂L/∂Q = G K / s               ∂L/∂K = Gᵀ Q / s
///   ∂L/∂W_Q = Xᵀ ∂L/∂Q            ∂L/∂W_K = Xᵀ ∂L/∂K
///   ∂L/∂X = ∂L/∂Q W_Qᵀ + ∂L/∂K W_Kᵀ
///
/// G: Bridle, Training stochastic model recognition algorithms as networks, 1990. The rest is the
/// chain rule for products of matrices: Goodfellow, Bengio and Courville, Deep Learning, 2016,
/// section 6.5. All in double, since what is learned moves by steps too small for float32.
#pragma once

#include <optional>
#include <vector>

#include "engine/error.h"
#include "engine/mask.h"
#include "engine/values.h"

namespace attention {

/// A query's and a key's projection.
struct Projections {
  Values wq, wk;  ///< [d, d_k] each
};

struct CrossEntropyOptions {
  Values x;  ///< [T, d]
  std::optional<Projections> projections;
  Values targets;           ///< [T, T], each ≥ 0; a row of zeros wants nothing
  double divisor = 1.0;     ///< s, above 0: the scale times the temperature
  std::vector<Mask> masks;  ///< combined by "and"
};

struct CrossEntropy {
  double loss = 0.0;                     ///< L, in nats
  Values x;                              ///< ∂L/∂X, [T, d]
  std::optional<Projections> gradients;  ///< ∂L/∂W_Q and ∂L/∂W_K, if there are projections
};

/// The loss and its exact gradients; but for the rounding of doubles, and that is the same on every
/// machine. A row of scores that holds NaN or ∞ makes the loss and what it reaches NaN. Refuses
/// sizes that do not fit (`shape`), a divisor or a target out of range, and a target that is masked
/// (`range`).
Result<CrossEntropy> crossEntropy(const CrossEntropyOptions& options);

}  // namespace attention
