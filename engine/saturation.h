/// Why the scores are divided by √d: random dot products spread as √d, and a softmax of far-apart
/// scores passes no gradient on. Vaswani et al. 2017, section 3.2.1 and its footnote 4.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/error.h"
#include "engine/values.h"

namespace attention {

/// How the weights answer to the scores: ∂α_i/∂ω_j = α_i (δ_ij − α_j).
struct SoftmaxJacobian {
  Values jacobian;  ///< [n, n]; its rows and columns sum to 0
  double norm = 0;  ///< Frobenius: √ Σ_ij (∂α_i/∂ω_j)²; near 0 where the softmax is saturated
};

/// weights: length n, one row of a softmax. Refuses none (`shape`).
Result<SoftmaxJacobian> softmaxJacobian(std::span<const double> weights);

struct DotSampleOptions {
  std::size_t dimension = 64;  ///< d
  std::size_t samples = 2000;  ///< pairs of vectors; samples · 2 · d at most kMaxValues
  std::uint64_t seed = 1;
  bool divideBySqrt = false;
  std::size_t bins = 41;  ///< 1 to 1000
  double limit = 0;       ///< the bins divide −limit … limit evenly; above 0
};

/// Dot products of pairs of vectors with independent standard normal components.
struct DotSample {
  double mean = 0;      ///< 0 in expectation
  double variance = 0;  ///< around the mean, over samples; d in expectation, 1 if divided by √d
  double deviation = 0;
  std::vector<double> edges;        ///< of the bins, length bins + 1
  std::vector<std::size_t> counts;  ///< a bin holds its lower edge; length bins
  std::size_t below = 0;            ///< under −limit
  std::size_t above = 0;            ///< at limit or over it
};

/// Refuses sizes, limit or seed out of range (`range`).
Result<DotSample> sampleDots(const DotSampleOptions& options);

struct SaturationOptions {
  std::size_t dimension = 64;  ///< d
  std::size_t keys = 8;
  std::size_t samples = 200;  ///< queries; samples · (keys + 1) · d at most kMaxValues
  std::uint64_t seed = 1;
  bool divideBySqrt = false;
};

/// Means over the samples of what a softmax over random scores is like.
struct Saturation {
  double largestWeight = 0;
  double entropy = 0;       ///< in bits; log₂(keys) at most
  double jacobianNorm = 0;  ///< as softmaxJacobian() gives it
};

/// Scores of a random query with random keys, softmax in FP64. Refuses sizes or a seed out of range
/// (`range`).
Result<Saturation> saturation(const SaturationOptions& options);

}  // namespace attention
