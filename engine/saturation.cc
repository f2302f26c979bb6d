#include "engine/saturation.h"

#include <algorithm>
#include <cmath>

#include "engine/elementary.h"
#include "engine/random.h"
#include "engine/softmax.h"

namespace attention {
namespace {

double dotOf(std::span<const float> x, std::span<const float> y) {
  double sum = 0;
  for (std::size_t m = 0; m < x.size(); ++m) sum += static_cast<double>(x[m]) * y[m];
  return sum;
}

double divisorOf(std::size_t dimension, bool divideBySqrt) {
  return divideBySqrt ? std::sqrt(static_cast<double>(dimension)) : 1.0;
}

double jacobianAt(std::span<const double> weights, std::size_t i, std::size_t j) {
  return weights[i] * ((i == j ? 1.0 : 0.0) - weights[j]);
}

double jacobianNorm(std::span<const double> weights) {
  double squares = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    for (std::size_t j = 0; j < weights.size(); ++j) {
      squares += jacobianAt(weights, i, j) * jacobianAt(weights, i, j);
    }
  }
  return std::sqrt(squares);
}

double entropyInBits(std::span<const double> weights) {
  double nats = 0;
  for (const double weight : weights) {
    if (weight > 0) nats -= weight * logarithm(weight).hi;
  }
  return nats / logarithm(2).hi;
}

/// A count that must be at least 1, and its share of the random numbers.
Check checkCount(std::string_view field, std::size_t count, std::size_t numbersEach) {
  if (count == 0) return error(ErrorCode::kRange, field, ": must be at least 1");
  return checkSize(field, count, numbersEach);
}

}  // namespace

Result<SoftmaxJacobian> softmaxJacobian(std::span<const double> weights) {
  const std::size_t n = weights.size();
  if (n == 0) return error(ErrorCode::kShape, "weights: there are none");
  if (Check size = checkSize("weights", n, n); !size) return size.error();
  SoftmaxJacobian result{zeros(n, n), jacobianNorm(weights)};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) result.jacobian(i, j) = jacobianAt(weights, i, j);
  }
  return result;
}

Result<DotSample> sampleDots(const DotSampleOptions& options) {
  const auto& [dimension, samples, seed, divideBySqrt, bins, limit] = options;
  if (Check check = checkCount("dimension", dimension, 2); !check) return check.error();
  if (Check check = checkCount("samples", samples, 2 * dimension); !check) return check.error();
  if (bins < 1 || bins > 1000) {
    return error(ErrorCode::kRange, "bins: must be 1 to 1000, is ", bins);
  }
  if (!(limit > 0) || !std::isfinite(limit)) {
    return error(ErrorCode::kRange, "limit: must be above 0 and finite");
  }
  const Result<Matrix> vectors = normal(2 * samples, dimension, seed);
  if (!vectors) return vectors.error();

  const double divisor = divisorOf(dimension, divideBySqrt);
  std::vector<double> dots(samples);
  DotSample result;
  for (std::size_t i = 0; i < samples; ++i) {
    dots[i] = dotOf(vectors->row(2 * i), vectors->row(2 * i + 1)) / divisor;
    result.mean += dots[i] / static_cast<double>(samples);
  }
  const double width = 2 * limit / static_cast<double>(bins);
  for (std::size_t i = 0; i <= bins; ++i) {
    result.edges.push_back(i == bins ? limit : -limit + width * static_cast<double>(i));
  }
  result.counts.resize(bins);
  for (const double dot : dots) {
    const double off = dot - result.mean;
    result.variance += off * off / static_cast<double>(samples);
    const auto above = std::upper_bound(result.edges.begin(), result.edges.end(), dot);
    if (above == result.edges.begin()) {
      ++result.below;
    } else if (above == result.edges.end()) {
      ++result.above;
    } else {
      ++result.counts[static_cast<std::size_t>(above - result.edges.begin()) - 1];
    }
  }
  result.deviation = std::sqrt(result.variance);
  return result;
}

Result<Saturation> saturation(const SaturationOptions& options) {
  const auto& [dimension, keys, samples, seed, divideBySqrt] = options;
  if (Check check = checkCount("keys", keys, 1); !check) return check.error();
  if (Check check = checkCount("dimension", dimension, keys + 1); !check) return check.error();
  if (Check check = checkCount("samples", samples, (keys + 1) * dimension); !check) {
    return check.error();
  }
  const Result<Matrix> vectors = normal(samples * (keys + 1), dimension, seed);
  if (!vectors) return vectors.error();

  const double divisor = divisorOf(dimension, divideBySqrt);
  const double share = 1 / static_cast<double>(samples);
  const SoftmaxOptions fp64{kFp64, Shift{}, std::nullopt};
  std::vector<double> scores(keys);
  std::vector<Failure> unread;
  Saturation mean;
  for (std::size_t sample = 0; sample < samples; ++sample) {
    const std::size_t query = sample * (keys + 1);
    for (std::size_t key = 0; key < keys; ++key) {
      scores[key] = dotOf(vectors->row(query), vectors->row(query + 1 + key)) / divisor;
    }
    unread.clear();
    const std::vector<double> weights = softmaxValues(scores, fp64, unread).probabilities;
    mean.largestWeight += *std::max_element(weights.begin(), weights.end()) * share;
    mean.entropy += entropyInBits(weights) * share;
    mean.jacobianNorm += jacobianNorm(weights) * share;
  }
  return mean;
}

}  // namespace attention
