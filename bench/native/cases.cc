#include "bench/native/cases.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace attention::bench {
namespace {

std::vector<float> normals(std::size_t count, double factor, unsigned seed) {
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal(0.0, factor);
  std::vector<float> values(count);
  for (float& value : values) value = static_cast<float>(normal(generator));
  return values;
}

double norm(const float* row, std::size_t d) {
  double sum = 0.0;
  for (std::size_t m = 0; m < d; ++m) sum += static_cast<double>(row[m]) * row[m];
  return std::sqrt(sum);
}

/// γ_n = nε / (1 − nε), ε = 2⁻²⁴.
double gamma(double n) {
  const double error = n * 0x1p-24;
  return error / (1.0 - error);
}

}  // namespace

std::string nameOf(const Case& what) {
  return "T:" + std::to_string(what.tokens) + "/d:" + std::to_string(what.d) +
         (what.self ? "/x" : "/qkv") + (what.peaky ? "/peaky" : "/mild");
}

Input makeInput(const Case& what) {
  const std::size_t count = what.tokens * what.d;
  if (what.self) {
    const double factor =
        what.peaky ? std::sqrt(95.0 / std::sqrt(static_cast<double>(what.d))) : 1.0;
    const auto x = normals(count, factor, 12345);
    return {x, x, x};
  }
  const double factor = what.peaky ? 5.2 : 1.0;
  return {normals(count, factor, 23456), normals(count, factor, 34567), normals(count, 1.0, 45678)};
}

Truth truthOf(const Case& what, const Input& input) {
  const auto [tokens, d, self, peaky] = what;
  const double root = std::sqrt(static_cast<double>(d));
  double largestKey = 0.0;
  for (std::size_t j = 0; j < tokens; ++j)
    largestKey = std::max(largestKey, norm(&input.k[j * d], d));
  double largestValue = 0.0;
  for (const double value : input.v) largestValue = std::max(largestValue, std::abs(value));

  Truth truth{std::vector<double>(tokens * d), std::vector<double>(tokens)};
  std::vector<double> weights(tokens);
  for (std::size_t i = 0; i < tokens; ++i) {
    for (std::size_t j = 0; j < tokens; ++j) {
      double dot = 0.0;
      for (std::size_t m = 0; m < d; ++m)
        dot += static_cast<double>(input.q[i * d + m]) * input.k[j * d + m];
      weights[j] = dot / root;
    }
    const double maximum = *std::max_element(weights.begin(), weights.end());
    double sum = 0.0;
    for (double& weight : weights) sum += weight = std::exp(weight - maximum);
    for (std::size_t j = 0; j < tokens; ++j)
      for (std::size_t m = 0; m < d; ++m)
        truth.context[i * d + m] += weights[j] / sum * input.v[j * d + m];

    const double size = norm(&input.q[i * d], d) * largestKey / root + 1.0;
    truth.bounds[i] = largestValue * (std::expm1(2.0 * gamma(static_cast<double>(d) + 8.0) * size) +
                                      2.0 * gamma(static_cast<double>(tokens) + 8.0));
  }
  return truth;
}

double worstError(const std::vector<float>& context, const Truth& truth) {
  const std::size_t d = truth.context.size() / truth.bounds.size();
  double worst = 0.0;
  for (std::size_t place = 0; place < context.size(); ++place) {
    const double error = std::abs(context[place] - truth.context[place]) / truth.bounds[place / d];
    if (!std::isfinite(error)) return std::numeric_limits<double>::infinity();
    worst = std::max(worst, error);
  }
  return worst;
}

}  // namespace attention::bench
