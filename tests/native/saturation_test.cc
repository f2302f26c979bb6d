// The softmax Jacobian against finite differences, the simulations against the theory.
#include "engine/saturation.h"

#include <cmath>
#include <numeric>
#include <vector>

#include "engine/softmax.h"
#include "tests/native/support.h"

namespace attention {
namespace {

Row weights(const Row& logits) {
  return softmax(logits, {kFp64, Shift{}, {}})->values.probabilities;
}

DotSample sample(std::size_t dimension, bool divideBySqrt, double limit, std::uint64_t seed = 1) {
  return *sampleDots({dimension, 1000, seed, divideBySqrt, 41, limit});
}

}  // namespace

TEST_CASE("the Jacobian is what finite differences of the softmax give", "[saturation]") {
  const Row logits{0.3, -1.2, 2, 0.7};
  const SoftmaxJacobian ours = *softmaxJacobian(weights(logits));
  double squares = 0;
  for (std::size_t j = 0; j < 4; ++j) {
    const double h = 0x1p-17;
    Row up = logits;
    Row down = logits;
    up[j] += h;
    down[j] -= h;
    const Row high = weights(up);
    const Row low = weights(down);
    double columnSum = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const double difference = (high[i] - low[i]) / (2 * h);
      // Central differences: a third derivative below 1 times h²/6, and two roundings over 2h.
      CHECK(std::fabs(ours.jacobian(i, j) - difference) < h * h + 0x1p-50 / h);
      columnSum += ours.jacobian(i, j);
      squares += ours.jacobian(i, j) * ours.jacobian(i, j);
      CHECK(ours.jacobian(i, j) == ours.jacobian(j, i));
    }
    CHECK(std::fabs(columnSum) < 0x1p-51);
  }
  CHECK(std::fabs(ours.norm - std::sqrt(squares)) < 0x1p-50);
}

TEST_CASE("a saturated softmax passes no gradient on", "[saturation]") {
  CHECK(softmaxJacobian(Row{1, 0, 0})->norm == 0);
  // Uniform over n: n (1/n − 1/n²)² + n (n − 1) / n⁴ = (n − 1) / n².
  CHECK(std::fabs(softmaxJacobian(Row(4, 0.25))->norm - std::sqrt(3.0) / 4) < 1e-15);
  CHECK(std::isnan(softmaxJacobian(Row{NAN, 0})->norm));
  CHECK(softmaxJacobian({}).error().message == "weights: there are none");
}

// The variance of n products sums of d terms: its own deviation is about d √((2 + 6/d) / n), below
// 6 % of d for n = 1000 and d ≥ 4; four of them are 24 %. The mean's deviation is √(d / n).
TEST_CASE("dot products of random vectors have variance d, or 1 after √d", "[saturation]") {
  for (std::size_t d : {4, 64, 1024}) {
    const double root = std::sqrt(static_cast<double>(d));
    const DotSample plain = sample(d, false, 5 * root);
    const DotSample scaled = sample(d, true, 5);
    CHECK(std::fabs(plain.variance / static_cast<double>(d) - 1) < 0.24);
    CHECK(std::fabs(scaled.variance - 1) < 0.24);
    CHECK(std::fabs(plain.mean) < 4 * root / std::sqrt(1000.0));
    CHECK(std::fabs(scaled.deviation * root / plain.deviation - 1) < 1e-12);  // the same numbers
    CHECK(plain.counts == scaled.counts);
    const std::size_t inside =
        std::accumulate(plain.counts.begin(), plain.counts.end(), std::size_t{0});
    CHECK(inside + plain.below + plain.above == 1000);
    CHECK(inside > 990);  // all but a few in ten thousand lie within five deviations
    CHECK(plain.edges.size() == 42);
    CHECK(plain.edges.front() == -5 * root);
    CHECK(plain.edges.back() == 5 * root);
  }
  CHECK(sample(4, false, 1, 7).mean == sample(4, false, 1, 7).mean);
  CHECK(sample(4, false, 1, 7).mean != sample(4, false, 1, 8).mean);
  CHECK(sample(64, false, 1).below > 375);  // most of N(0, 64) is outside ±1
  CHECK(sample(64, false, 1).above > 375);
}

TEST_CASE("without √d the softmax dies as d grows, with it nothing changes", "[saturation]") {
  const auto at = [](std::size_t d, bool divideBySqrt) {
    return *saturation({d, 8, 200, 1, divideBySqrt});
  };
  CHECK(at(1024, false).largestWeight > 0.95);
  CHECK(at(1024, false).jacobianNorm < at(4, false).jacobianNorm / 5);
  CHECK(at(1024, false).entropy < 0.2);
  for (std::size_t d : {16, 1024}) {
    CHECK(std::fabs(at(d, true).jacobianNorm / at(4, true).jacobianNorm - 1) < 0.1);
    CHECK(at(d, true).entropy > 2.3);
    CHECK(at(d, true).entropy < 3);
  }
  const Saturation alone = *saturation({4, 1, 10, 1, false});
  CHECK(std::fabs(alone.largestWeight - 1) < 1e-15);
  CHECK(alone.jacobianNorm == 0);
}

TEST_CASE("bad input of the simulations is refused by field", "[saturation]") {
  const auto messageOf = [](const DotSampleOptions& options) {
    return sampleDots(options).error().message;
  };
  CHECK(messageOf({0, 1, 1, false, 1, 1}) == "dimension: must be at least 1");
  CHECK(messageOf({1, 0, 1, false, 1, 1}) == "samples: must be at least 1");
  CHECK(messageOf({1, 1, 1, false, 0, 1}) == "bins: must be 1 to 1000, is 0");
  CHECK(messageOf({1, 1, 1, false, 1, 0}) == "limit: must be above 0 and finite");
  CHECK(messageOf({1, 1, 1, false, 1, NAN}) == "limit: must be above 0 and finite");
  CHECK(messageOf({1024, 100'000, 1, false, 1, 1}).starts_with("samples: 100000 × 2048 is more"));
  CHECK(saturation({4, 0, 1, 1, false}).error().message == "keys: must be at least 1");
}

}  // namespace attention
