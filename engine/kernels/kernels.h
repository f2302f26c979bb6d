/// The engine's vector kernels, behind plain spans. Each call runs on the widest instruction set
/// that the machine offers; no type of the vector library is seen outside this folder.
/// Sizes are the callers' duty and asserted here.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace attention::kernels {

using In = std::span<const float>;
using Out = std::span<float>;

/// The instruction set that the next call will use: "wasm-simd128", "AVX2", …
std::string_view target();

/// Σ_m x_m y_m; x, y: length d. Error at most γ_d Σ_m |x_m y_m|, γ_d = dε/(1 − dε), ε = 2⁻²⁴.
float dot(In x, In y);

/// All dot products of rows: out[i, j] = a_i · b_j, the same bits as dot() gives;
/// a: [n, d], b: [m, d], out: [n, m], all row-major.
void allDots(In a, In b, std::size_t d, Out out);

/// out = x / divisor, each rounded once; x, out: one length.
void divide(In x, float divisor, Out out);

/// out = eˣ for x ≤ 0; x, out: one length. Not defined for x > 0. At most 1.02 ulp from the true
/// value where that is normal and 0.76 of a step where it is subnormal; −∞ gives 0, NaN stays NaN.
void expNonPositive(In x, Out out);

/// out = softmax(logits), both of one length. −∞ takes weight 0; if all are −∞, so do all weights.
/// A NaN or +∞ among the logits makes every weight NaN, wherever it stood.
void softmax(In logits, Out weights);

/// z += Σ_j weights_j v_j; weights: length S, v: [S, d] row-major, z: length d. A weight of 0 is
/// multiplied like any other: 0 · NaN is NaN.
void addWeighted(In weights, In v, Out z);

}  // namespace attention::kernels
