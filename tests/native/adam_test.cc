#include "engine/adam.h"

#include <cmath>

#include "tests/native/support.h"

namespace attention {

TEST_CASE("Adam's first step is one rate long, whatever the slope", "[adam]") {
  std::vector<double> parameters{1.0, 1.0, 1.0};
  Adam adam(0.1, 3);
  adam.step(parameters, std::vector<double>{1000.0, -0.001, 0.0});
  // Short of a rate by ε = 10⁻⁸ over the slope.
  CHECK(close(parameters[0], 0.9, 1e-12));
  CHECK(close(parameters[1], 1.1, 2e-6));
  CHECK(parameters[2] == 1.0);
}

TEST_CASE("Adam's second step weighs both gradients as the paper says", "[adam]") {
  std::vector<double> parameters{0.0};
  Adam adam(0.5, 1);
  adam.step(parameters, std::vector<double>{2.0});
  adam.step(parameters, std::vector<double>{-1.0});
  // m = 0.9·0.2 − 0.1 = 0.08 over 1 − 0.81; v = 0.999·0.004 + 0.001 = 0.004996 over 1 − 0.998001.
  const double second = 0.5 * (0.08 / 0.19) / (std::sqrt(0.004996 / 0.001999) + 1e-8);
  CHECK(close(parameters[0], -0.5 - second, 1e-8));
}

TEST_CASE("Adam finds the bottom of a valley a thousand times steeper one way", "[adam]") {
  std::vector<double> at{3.0, -2.0};
  Adam adam(0.05, 2);
  for (int step = 0; step < 2000; ++step) {
    adam.step(at, std::vector<double>{2.0 * at[0], 2000.0 * at[1]});
  }
  CHECK(close(at[0], 0.0, 1e-3));
  CHECK(close(at[1], 0.0, 1e-3));
}

}  // namespace attention
