/// Gradient descent whose steps fit each parameter.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace attention {

/// Adam: Kingma and Ba, Adam, a method for stochastic optimization, 2015, algorithm 1, with the
/// authors' β₁ = 0.9, β₂ = 0.999 and ε = 10⁻⁸. A step is about `rate` long in every parameter,
/// however steep the slope.
class Adam {
 public:
  Adam(double rate, std::size_t parameters) : rate_(rate), mean_(parameters), square_(parameters) {}

  /// Moves the parameters against the gradient; both have the length that the constructor was told.
  void step(std::span<double> parameters, std::span<const double> gradient);

 private:
  double rate_;
  std::vector<double> mean_;    ///< of the gradients, running
  std::vector<double> square_;  ///< of their squares, running
  double meanDecay_ = 1.0;      ///< β₁ᵗ: how much of the mean is still the zero it began with
  double squareDecay_ = 1.0;    ///< β₂ᵗ
};

}  // namespace attention
