/// Attention in one go, context = softmax(scale · Q Kᵀ) V: scores exist a tile at a time only.
///
/// The online softmax of M. Milakov and N. Gimelshein, 2018, by tiles as in FlashAttention (T. Dao
/// and others, 2022). Time: 2 T S (d_k + d_v) operations. Memory: S (d_k + d_v) floats and a
/// constant, which the caller lends. Sizes are the callers' duty and asserted.
///
/// Error: the logits, and the reference that is taken off, are off by at most
/// δ = (γ_{d_k} + 3ε) |scale| ‖q_i‖ max_j ‖k_j‖, and each power by 2.4 ε; so a component of the
/// context is off by at most 2 (2δ + γ_S + 8ε) max_j |v_j|, and besides by what products of tiny
/// values and weights lose to underflow: 2^−120 at most, or 2^−64 where one reference serves all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/kernels/kernels.h"

namespace attention::kernels {

struct Fused {
  In q;  ///< [T, d_k]
  In k;  ///< [S, d_k]
  In v;  ///< [S, d_v]
  std::size_t dk = 1;
  std::size_t dv = 1;
  float scale = 1.0f;  ///< what the scores are multiplied by, above 0
  /// [T, S], other than 0 = may attend; or empty: all may.
  std::span<const std::uint8_t> allowed = {};
  /// Whether query i may attend to the keys 0 … firstQuery + i only.
  bool causal = false;
  std::size_t firstQuery = 0;
};

/// How many floats fusedAttention() borrows.
std::size_t fusedMemory(const Fused& in);

/// Writes the context, [T, d_v]; a query with nothing to attend to gets zeros. Returns false, and
/// leaves the context alone, where some value is not finite or so large that a score might not be:
/// that is a case for the kernels that go row by row.
bool fusedAttention(const Fused& in, Out memory, Out context);

/// How many floats fusedSelfAttention() borrows for x: [T, d].
std::size_t fusedSelfMemory(std::size_t tokens, std::size_t d);

/// The same for Q = K = V = X, x: [T, d], without masks. Scores are symmetric: each tile off the
/// diagonal is computed once and serves its rows and its columns, which leaves 3 T² d operations:
/// T² d for half of the logits, and 2 T² d, as ever, for what all the weights do to the values.
/// Returns false, besides, where the rows' lengths differ so much that one reference cannot serve
/// them all.
bool fusedSelfAttention(In x, std::size_t d, float scale, Out memory, Out context);

}  // namespace attention::kernels
