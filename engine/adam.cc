#include "engine/adam.h"

#include <cassert>
#include <cmath>

namespace attention {
namespace {

constexpr double kBeta1 = 0.9;
constexpr double kBeta2 = 0.999;
constexpr double kEpsilon = 1e-8;

}  // namespace

void Adam::step(std::span<double> parameters, std::span<const double> gradient) {
  assert(parameters.size() == mean_.size() && gradient.size() == mean_.size());
  meanDecay_ *= kBeta1;
  squareDecay_ *= kBeta2;
  for (std::size_t p = 0; p < mean_.size(); ++p) {
    mean_[p] = kBeta1 * mean_[p] + (1.0 - kBeta1) * gradient[p];
    square_[p] = kBeta2 * square_[p] + (1.0 - kBeta2) * gradient[p] * gradient[p];
    const double mean = mean_[p] / (1.0 - meanDecay_);
    const double square = square_[p] / (1.0 - squareDecay_);
    parameters[p] -= rate_ * mean / (std::sqrt(square) + kEpsilon);
  }
}

}  // namespace attention
