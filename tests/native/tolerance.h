/// How far float32 results may be from the true ones, and why.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

namespace attention {

/// Half the distance from 1 to the next float: one rounding is off by at most this, relatively.
inline constexpr double kEpsilon = 0x1p-24;
/// One rounding below the normal range is off by at most half of the smallest float.
inline constexpr double kTiny = 0x1p-150;

/// n roundings in a row are off by at most γ_n, relatively. (Higham, Accuracy and Stability of
/// Numerical Algorithms, 2nd edition, lemma 3.1.)
inline double gamma(std::size_t n) {
  const double ne = static_cast<double>(n) * kEpsilon;
  return ne / (1.0 - ne);
}

/// Σ |x_m y_m|.
inline double magnitude(std::span<const float> x, std::span<const float> y) {
  double sum = 0.0;
  for (std::size_t m = 0; m < x.size(); ++m) sum += std::abs(double{x[m]} * double{y[m]});
  return sum;
}

/// A dot product of length d: each product and each of the d − 1 additions rounds once, in whatever
/// order, so the error is at most γ_d Σ |x_m y_m|; each product may also lose half of a tiny step.
inline double dotTolerance(std::span<const float> x, std::span<const float> y) {
  return gamma(x.size()) * magnitude(x, y) + static_cast<double>(x.size()) * kTiny;
}

/// A weight of softmax over n logits whose own errors are at most `logitError`, none of them
/// farther than `range` below the largest. The error of an exponent is a relative error of its
/// exponential: the logit's and the maximum's (2 logitError), and that of the subtraction
/// (ε range). The exponential itself is off by at most 1.02 ulp, so by 2.04 ε. The same again for
/// the sum in the denominator, with γ_n for its additions, and one rounding for the division; twice
/// that covers the products of these small terms. Where the exponential or the weight is below the
/// normal range, each loses at most a tiny step more.
inline double weightTolerance(double weight, std::size_t n, double logitError, double range) {
  const double exponential = 2.0 * logitError + kEpsilon * range + 2.04 * kEpsilon;
  return 2.0 * weight * (2.0 * exponential + gamma(n) + kEpsilon) + 4.0 * kTiny;
}

/// Whether a result may pass for the true value. What is not finite has to be the very same; it is
/// looked at first, since ∞ − ∞ and NaN compare with nothing.
inline bool close(double actual, double expected, double tolerance) {
  if (std::isnan(expected)) return std::isnan(actual);
  if (std::isinf(expected) || !std::isfinite(actual)) return actual == expected;
  return std::abs(actual - expected) <= tolerance;
}

}  // namespace attention
