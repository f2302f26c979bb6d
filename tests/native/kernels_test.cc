// Every kernel against a plain twin in double, on every target, for all lengths around the
// vectors' own, from misaligned memory into memory full of NaN.
#include "engine/kernels/kernels.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

#include "tests/native/support.h"
#include "tests/native/targets.h"

namespace attention {
namespace {

/// The widest vectors hold 16 floats; four of them are one round of the dot product.
constexpr std::size_t kLongest = 2 * 4 * 16 + 1;

/// A copy of values that starts `offset` floats after an aligned place, with NaN around it: a read
/// before the start or past the end shows up as NaN, under AddressSanitizer as an error.
class Misaligned {
 public:
  Misaligned(const std::vector<float>& values, std::size_t offset)
      : offset_(offset), size_(values.size()), storage_(offset + values.size(), kNaN) {
    std::copy(values.begin(), values.end(), storage_.begin() + static_cast<long>(offset));
  }
  std::span<float> span() { return {storage_.data() + offset_, size_}; }

 private:
  std::size_t offset_, size_;
  std::vector<float> storage_;
};

Misaligned nans(std::size_t n, std::size_t offset) {
  return Misaligned(std::vector<float>(n, kNaN), offset);
}

/// For every length and two alignments.
void forAllLengths(const std::function<void(std::size_t n, std::size_t offset)>& test) {
  for (std::size_t n = 0; n <= kLongest; ++n) {
    for (const std::size_t offset : {0, 1, 3}) {
      INFO("length " << n << ", misaligned by " << offset);
      test(n, offset);
    }
  }
}

double dotTwin(std::span<const float> x, std::span<const float> y) {
  double sum = 0.0;
  for (std::size_t m = 0; m < x.size(); ++m) sum += double{x[m]} * double{y[m]};
  return sum;
}

std::vector<double> softmaxTwin(std::span<const float> logits) {
  double max = -kInf;
  bool poisoned = false;
  for (const float logit : logits) {
    poisoned = poisoned || std::isnan(logit) || logit == kInf;
    max = std::max(max, double{logit});
  }
  std::vector<double> weights(logits.size(), poisoned ? double{kNaN} : 0.0);
  if (poisoned || max == -kInf) return weights;
  for (std::size_t j = 0; j < logits.size(); ++j) weights[j] = std::exp(logits[j] - max);
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& weight : weights) weight /= sum;
  return weights;
}

}  // namespace

TEST_CASE("Every target that this machine can run is run", "[kernels]") {
  const std::vector<std::string> ran = onEveryTarget([] {});
  const auto has = [&](std::string_view name) { return std::ranges::count(ran, name) == 1; };
  std::string list;
  for (const std::string& name : ran) list += name + " ";
  WARN("targets: " << list);
  CHECK(ran.size() >= 1);
#if defined(__x86_64__)
  // Asked of the compiler's library, not of Highway, so that a build without run-time dispatch,
  // which has one narrow target, is seen.
  if (__builtin_cpu_supports("sse4.2")) CHECK(has("SSE4"));
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) CHECK(has("AVX2"));
  if (__builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw")) CHECK(has("AVX3"));
  CHECK((has("SCALAR") || has("EMU128") || has("SSE2")));
#elif defined(__aarch64__)
  CHECK((has("NEON") || has("NEON_WITHOUT_AES")));
#endif
}

TEST_CASE("dot agrees with its twin", "[kernels]") {
  onEveryTarget([] {
    forAllLengths([](std::size_t n, std::size_t offset) {
      Misaligned x(randomVector(n, 1), offset);
      Misaligned y(randomVector(n, 2, 100.0f), offset ^ 1);
      const double expected = dotTwin(x.span(), y.span());
      CHECK(close(kernels::dot(x.span(), y.span()), expected, dotTolerance(x.span(), y.span())));
    });
  });
}

TEST_CASE("dot keeps NaN and infinities in every lane", "[kernels]") {
  onEveryTarget([] {
    for (std::size_t n = 1; n <= 35; ++n) {
      for (std::size_t at = 0; at < n; ++at) {
        INFO("position " << at << " of " << n);
        std::vector<float> x(n, 1.0f);
        const std::vector<float> y(n, 2.0f);
        x[at] = kNaN;
        CHECK(std::isnan(kernels::dot(x, y)));
        x[at] = -kInf;
        CHECK(kernels::dot(x, y) == -kInf);
        x[(at + 1) % n] = n > 1 ? kInf : kNaN;
        CHECK(std::isnan(kernels::dot(x, y)));
      }
    }
  });
}

TEST_CASE("allDots gives the bits of dot, each in its place", "[kernels]") {
  onEveryTarget([] {
    for (const std::size_t d : {1, 2, 3, 4, 5, 16, 17, 33, 100}) {
      const Matrix a = *normal(3, d, 3);
      const Matrix b = *normal(5, d, 4);
      std::vector<float> out(15, kNaN);
      kernels::allDots(a.data, b.data, d, out);
      for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 5; ++j) {
          CHECK(out[i * 5 + j] == kernels::dot(a.row(i), b.row(j)));
        }
      }
    }
  });
}

TEST_CASE("divide rounds each quotient once", "[kernels]") {
  onEveryTarget([] {
    forAllLengths([](std::size_t n, std::size_t offset) {
      Misaligned x(randomVector(n, 5), offset);
      Misaligned out = nans(n, offset);
      kernels::divide(x.span(), 3.0f, out.span());
      for (std::size_t m = 0; m < n; ++m) CHECK(out.span()[m] == x.span()[m] / 3.0f);
    });
  });
}

TEST_CASE("softmax agrees with its twin", "[kernels]") {
  onEveryTarget([] {
    forAllLengths([](std::size_t n, std::size_t offset) {
      for (const float spread : {1.0f, 30.0f, 1e4f}) {
        Misaligned logits(randomVector(n, 6, spread), offset);
        Misaligned weights = nans(n, offset);
        kernels::softmax(logits.span(), weights.span());
        const std::vector<double> expected = softmaxTwin(logits.span());
        for (std::size_t j = 0; j < n; ++j) {
          // What is more than 104 below the largest has weight 0, whatever its rounding.
          const double tolerance = weightTolerance(expected[j], n, 0.0, 104.0);
          CHECK(close(weights.span()[j], expected[j], tolerance));
        }
      }
    });
  });
}

TEST_CASE("softmax is poisoned by NaN and by infinity in every lane", "[kernels]") {
  onEveryTarget([] {
    for (std::size_t n = 1; n <= 35; ++n) {
      for (std::size_t at = 0; at < n; ++at) {
        for (const float poison : {kNaN, -kNaN, kInf}) {
          INFO(poison << " at position " << at << " of " << n);
          std::vector<float> logits = randomVector(n, 7);
          logits[at] = poison;
          std::vector<float> weights(n, 0.5f);
          kernels::softmax(logits, weights);
          CHECK(std::ranges::all_of(weights, [](float weight) { return std::isnan(weight); }));
        }
      }
    }
  });
}

TEST_CASE("softmax gives nothing to minus infinity, and nothing at all to a row of it",
          "[kernels]") {
  onEveryTarget([] {
    for (std::size_t n = 1; n <= 35; ++n) {
      std::vector<float> weights(n, kNaN);
      kernels::softmax(std::vector<float>(n, -kInf), weights);
      CHECK(weights == std::vector<float>(n, 0.0f));
      for (std::size_t at = 0; at < n; ++at) {
        std::vector<float> logits(n, -kInf);
        logits[at] = -3e38f;
        std::vector<float> expected(n, 0.0f);
        expected[at] = 1.0f;
        kernels::softmax(logits, weights);
        CHECK(weights == expected);
      }
    }
  });
}

TEST_CASE("addWeighted agrees with its twin", "[kernels]") {
  onEveryTarget([] {
    forAllLengths([](std::size_t n, std::size_t offset) {
      constexpr std::size_t S = 5;
      const std::vector<float> weights = randomVector(S, 8);
      Misaligned v(randomVector(S * n, 9), offset);
      const std::vector<float> before = randomVector(n, 10);
      Misaligned z(before, offset);
      kernels::addWeighted(weights, v.span(), z.span());
      for (std::size_t m = 0; m < n; ++m) {
        double expected = before[m];
        double sum = std::abs(expected);
        for (std::size_t j = 0; j < S; ++j) {
          const double pull = double{weights[j]} * double{v.span()[j * n + m]};
          expected += pull;
          sum += std::abs(pull);
        }
        // A sum of S + 1 terms, S of them products: at most S + 1 roundings touch each.
        CHECK(close(z.span()[m], expected, gamma(S + 1) * sum));
      }
    });
  });
}

TEST_CASE("addWeighted drops no NaN, not even behind a weight of 0", "[kernels]") {
  onEveryTarget([] {
    for (std::size_t n = 1; n <= 35; ++n) {
      for (std::size_t at = 0; at < n; ++at) {
        std::vector<float> v(2 * n, 2.0f);
        v[n + at] = kNaN;
        std::vector<float> z(n, 1.0f);
        kernels::addWeighted(std::vector<float>{0.5f, 0.0f}, v, z);
        for (std::size_t m = 0; m < n; ++m) CHECK((m == at ? std::isnan(z[m]) : z[m] == 2.0f));
      }
    }
  });
}

TEST_CASE("Kernels write what they are given and nothing else", "[kernels]") {
  onEveryTarget([] {
    for (std::size_t n = 0; n <= 35; ++n) {
      std::vector<float> guarded(n + 32, 7.0f);
      const std::span<float> out = std::span(guarded).subspan(16, n);
      const std::vector<float> in(n, -1.0f);
      kernels::divide(in, 2.0f, out);
      kernels::softmax(in, out);
      kernels::expNonPositive(in, out);
      kernels::addWeighted(std::vector<float>{1.0f}, in, out);
      CHECK(std::all_of(guarded.begin(), guarded.begin() + 16, [](float g) { return g == 7.0f; }));
      CHECK(std::all_of(guarded.end() - 16, guarded.end(), [](float g) { return g == 7.0f; }));
    }
  });
}

}  // namespace attention
