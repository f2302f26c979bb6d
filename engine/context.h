/// The context alone: attention whose scores and weights nobody asks for.
#pragma once

#include <cstddef>

#include "engine/kernels/fused.h"

namespace attention {

/// z += Σ_j weights_j v_j over the keys that are in the running; logits, weights: [S], v: [S, d_v],
/// z: [d_v]. A logit of −∞, by mask or by score, is skipped, not multiplied: 0 · NaN would be NaN.
void aggregate(kernels::In logits, kernels::In weights, kernels::In v, kernels::Out z);

/// How many floats contextOf() borrows: O(S (d_k + d_v)).
std::size_t contextMemory(const kernels::Fused& in);

/// context = softmax(scale · Q Kᵀ) V, [T, d_v], whatever the values are: by tiles where they are
/// moderate, using the symmetry of X Xᵀ where q, k and v are the same memory; else row by row. A
/// query with nothing to attend to gets zeros, one whose logits have NaN or +∞ gets NaN.
void contextOf(const kernels::Fused& in, kernels::Out memory, kernels::Out context);

}  // namespace attention
