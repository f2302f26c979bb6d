// The exponential over every float for which its result is not zero, on every target.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/kernels/kernels.h"
#include "tests/native/support.h"
#include "tests/native/targets.h"

namespace attention {
namespace {

/// The largest errors found, in steps between floats at the true value's place.
struct Worst {
  double normal = 0.0;
  double subnormal = 0.0;
  bool onesAreOne = true;  ///< e^x is 1 for |x| ≤ 2⁻²⁵, as it is when rounded correctly
};

/// Floats in a row, their exponentials in double, and the distance between floats there.
struct Chunk {
  static constexpr std::size_t kSize = 1 << 14;
  std::vector<float> x;
  std::vector<double> expected, step;

  /// The floats from `bits` on, every `stride`-th up to `last`; moves `bits` behind them.
  void fill(std::uint64_t& bits, std::uint32_t last, std::uint32_t stride) {
    x.clear();
    for (; x.size() < kSize && bits <= last; bits += stride) {
      x.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    }
    expected.clear();
    step.clear();
    if (allOnes()) return;
    for (const float value : x) {
      expected.push_back(std::exp(double{value}));
      step.push_back(std::ldexp(1.0, std::max(std::ilogb(expected.back()), -126) - 23));
    }
  }

  bool allOnes() const { return x.back() >= -0x1p-25f; }
};

void compare(const Chunk& chunk, const std::vector<float>& out, Worst& worst) {
  if (chunk.allOnes()) {
    for (std::size_t i = 0; i < chunk.x.size(); ++i) worst.onesAreOne &= out[i] == 1.0f;
    return;
  }
  for (std::size_t i = 0; i < chunk.x.size(); ++i) {
    const double error = std::abs(out[i] - chunk.expected[i]) / chunk.step[i];
    double& most = chunk.expected[i] < 0x1p-126 ? worst.subnormal : worst.normal;
    if (!(error <= most)) most = error;  // NaN, too, is an error to be kept
  }
}

/// Every `stride`-th of the floats from −0 to −104, where e^x rounds to 0.
void checkSweep(std::uint32_t stride) {
  const auto last = std::bit_cast<std::uint32_t>(-104.0f);
  std::map<std::string, Worst> found;
  std::vector<float> out(Chunk::kSize);
  Chunk chunk;
  for (std::uint64_t bits = std::bit_cast<std::uint32_t>(-0.0f); bits <= last;) {
    chunk.fill(bits, last, stride);
    onEveryTarget([&] {
      std::fill(out.begin(), out.end(), kNaN);
      kernels::expNonPositive(chunk.x, std::span(out.data(), chunk.x.size()));
      compare(chunk, out, found[std::string(kernels::target())]);
    });
  }
  for (const auto& [target, worst] : found) {
    CAPTURE(target, worst.normal, worst.subnormal);
    CHECK(worst.onesAreOne);
    CHECK(worst.normal <= 1.02);
    CHECK(worst.subnormal <= 0.76);
  }
}

}  // namespace

TEST_CASE("exp is within its bound for one float in 1009", "[exp]") {
  checkSweep(1009);
}

// Hidden, since it takes a while: CTest runs it by name where the build is fast enough.
TEST_CASE("exp is within its bound for every float", "[.exhaustive]") {
  checkSweep(1);
}

TEST_CASE("exp is right at the ends and for NaN, in every lane", "[exp]") {
  onEveryTarget([] {
    for (std::size_t n = 1; n <= 35; ++n) {
      std::vector<float> out(n, 5.0f);
      const auto all = [&](float x) {
        kernels::expNonPositive(std::vector<float>(n, x), out);
        return out;
      };
      CHECK(all(0.0f) == std::vector<float>(n, 1.0f));
      CHECK(all(-0.0f) == std::vector<float>(n, 1.0f));
      CHECK(all(-kInf) == std::vector<float>(n, 0.0f));
      CHECK(all(-3e38f) == std::vector<float>(n, 0.0f));
      CHECK(all(-103.98f) == std::vector<float>(n, 0.0f));
      CHECK(all(-103.27893f) == std::vector<float>(n, 0x1p-149f));  // the smallest float of all
      for (std::size_t at = 0; at < n; ++at) {
        std::vector<float> x(n, -1.0f);
        x[at] = kNaN;
        kernels::expNonPositive(x, out);
        for (std::size_t m = 0; m < n; ++m) CHECK(std::isnan(out[m]) == (m == at));
      }
    }
  });
}

}  // namespace attention
