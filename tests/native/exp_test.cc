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

constexpr float kOnes = -0x1p-25f;  ///< down to here e^x rounds to 1, and
constexpr float kZeros = -104.0f;   ///< from here on to 0

/// Calls visit(x) for the floats from `first` down to `last`, every `stride`-th, in chunks of some
/// thousands.
template <typename F>
void inChunks(float first, float last, std::uint32_t stride, F visit) {
  constexpr std::uint32_t kChunk = 1 << 14;
  const auto begin = std::bit_cast<std::uint32_t>(first);
  const std::uint32_t count = (std::bit_cast<std::uint32_t>(last) - begin) / stride + 1;
  std::vector<float> x;
  for (std::uint32_t done = 0; done < count; done += kChunk) {
    x.resize(std::min(kChunk, count - done));
    for (std::uint32_t i = 0; i < x.size(); ++i) {
      x[i] = std::bit_cast<float>(begin + (done + i) * stride);
    }
    visit(x);
  }
}

/// The kernel's exponentials on the present target.
void exponentials(const std::vector<float>& x, std::vector<float>& out) {
  out.assign(x.size(), kNaN);
  kernels::expNonPositive(x, out);
}

void checkOnes(std::uint32_t stride) {
  std::map<std::string, std::size_t> others;
  std::vector<float> out;
  inChunks(-0.0f, kOnes, stride, [&](const std::vector<float>& x) {
    onEveryTarget([&] {
      exponentials(x, out);
      std::size_t& found = others[std::string(kernels::target())];
      for (const float y : out) found += y != 1.0f;
    });
  });
  for (const auto& [target, found] : others) {
    CAPTURE(target);
    CHECK(found == 0);
  }
}

/// The largest errors found, in steps between floats at the true value's place.
struct Worst {
  double normal = 0.0;
  double subnormal = 0.0;
};

void checkBound(std::uint32_t stride) {
  std::map<std::string, Worst> worsts;
  std::vector<double> expected, perStep;
  std::vector<float> out;
  inChunks(std::nextafter(kOnes, kZeros), kZeros, stride, [&](const std::vector<float>& x) {
    expected.resize(x.size());
    perStep.resize(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
      expected[i] = std::exp(double{x[i]});
      // Without its fraction a double is the power of two below it.
      const auto power = std::bit_cast<std::uint64_t>(expected[i]) & 0x7ff0'0000'0000'0000u;
      perStep[i] = 0x1p23 / std::max(std::bit_cast<double>(power), 0x1p-126);
    }
    onEveryTarget([&] {
      exponentials(x, out);
      Worst& worst = worsts[std::string(kernels::target())];
      for (std::size_t i = 0; i < x.size(); ++i) {
        const double error = std::abs(out[i] - expected[i]) * perStep[i];
        double& most = expected[i] < 0x1p-126 ? worst.subnormal : worst.normal;
        if (!(error <= most)) most = error;  // NaN, too, is an error to be kept
      }
    });
  });
  for (const auto& [target, worst] : worsts) {
    CAPTURE(target, worst.normal, worst.subnormal);
    CHECK(worst.normal <= 1.02);
    CHECK(worst.subnormal <= 0.76);
  }
}

}  // namespace

TEST_CASE("exp is within its bound for one float in 1009", "[exp]") {
  checkOnes(1009);
  checkBound(1009);
}

// Hidden, since they take a while: CTest runs them by name where the build is fast enough.
TEST_CASE("exp is 1 for every float within 2⁻²⁵ of 0", "[.exhaustive]") {
  checkOnes(1);
}
TEST_CASE("exp is within its bound for every other float", "[.exhaustive]") {
  checkBound(1);
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
