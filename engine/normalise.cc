#include "engine/normalise.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/kernels/kernels.h"

namespace attention {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Calls f with each group of values that is normalised together, and puts back what it wrote.
template <typename F>
Matrix perGroup(Matrix matrix, Normalise normalise, F f) {
  switch (normalise) {
    case Normalise::kRow:
      for (std::size_t i = 0; i < matrix.rows; ++i) f(matrix.row(i));
      return matrix;
    case Normalise::kColumn:
      return transposed(perGroup(transposed(matrix), Normalise::kRow, f));
    case Normalise::kMatrix:
      f(std::span<float>(matrix.data));
      return matrix;
  }
  return matrix;
}

/// What softmax(logits / τ) tends to as τ → 0, written as logits: the largest share the weight.
void takeLimit(std::span<float> logits) {
  float max = -kInfinity;
  for (const float logit : logits) {
    if (std::isnan(logit)) {
      std::fill(logits.begin(), logits.end(), logit);
      return;
    }
    max = std::max(max, logit);
  }
  for (float& logit : logits) logit = logit == max && max > -kInfinity ? 0.0f : -kInfinity;
}

}  // namespace

Matrix logitsOf(const Matrix& scaled, float temperature, const Allowed& allowed,
                Normalise normalise) {
  Matrix logits(scaled.rows, scaled.cols);
  kernels::divide(scaled.data, temperature > 0.0f ? temperature : 1.0f, logits.data);
  for (std::size_t p = 0; p < allowed.size(); ++p) {
    if (!allowed[p]) logits.data[p] = -kInfinity;
  }
  if (temperature > 0.0f) return logits;
  return perGroup(std::move(logits), normalise, takeLimit);
}

Matrix weightsOf(const Matrix& logits, Normalise normalise) {
  return perGroup(logits, normalise,
                  [](std::span<float> group) { kernels::softmax(group, group); });
}

}  // namespace attention
