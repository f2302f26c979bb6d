// The tiled pass against a loop of its own and against two passes.
#include "engine/online_softmax.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/softmax.h"
#include "tests/native/support.h"

namespace attention {
namespace {

OnlineSoftmax passOf(const Row& logits, const Values& values, std::size_t tile,
                     const FloatFormat& format = kFp32, std::vector<std::size_t> order = {}) {
  return *onlineSoftmax(logits, values, {tile, format, std::move(order)});
}

/// Numbers in (−limit, limit), the same in every run.
Row numbers(std::size_t count, double limit, std::uint64_t seed) {
  Row row(count);
  for (double& x : row) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    x = static_cast<double>(static_cast<std::int64_t>(seed)) * 0x1p-63 * limit;
  }
  return row;
}

const Row kLogits{1, 3, 2, 5, -4};
const Values kValues{5, 2, {1, 0, 0, 1, 1, 1, 0.25, 0.75, -2, 3}};

}  // namespace

TEST_CASE("after each tile the state is that of the keys read so far", "[online]") {
  for (std::size_t tile = 1; tile <= 6; ++tile) {
    const OnlineSoftmax pass = passOf(kLogits, kValues, tile, kFp64);
    REQUIRE(pass.states.size() == (5 + tile - 1) / tile);
    long double previous = -kInf;
    std::size_t next = 0;
    for (const OnlineState& state : pass.states) {
      CHECK(state.firstKey == next);
      next = state.lastKey + 1;
      long double m = -kInf;
      for (std::size_t j = 0; j < next; ++j) m = std::max(m, static_cast<long double>(kLogits[j]));
      CHECK(state.maximum == static_cast<double>(m));
      CHECK(std::fabs(state.rescale - static_cast<double>(expl(previous - m))) <= 0x1p-52);
      previous = m;
      long double sum = 0;
      long double blend[2] = {0, 0};
      for (std::size_t j = 0; j < next; ++j) {
        const long double weight = expl(kLogits[j] - m);
        sum += weight;
        for (std::size_t c = 0; c < 2; ++c) blend[c] += weight * kValues(j, c);
      }
      // At most five terms, each rounded in the product, the sum and the rescaling of its tile,
      // of size 3 at most: 5 · 3 · 3 half-units.
      CHECK(std::fabs(state.sum - static_cast<double>(sum)) < 45 * 0x1p-53);
      for (std::size_t c = 0; c < 2; ++c) {
        CHECK(std::fabs(state.blend[c] - static_cast<double>(blend[c])) < 45 * 0x1p-53);
        CHECK(state.context[c] == state.blend[c] / state.sum);
      }
    }
    CHECK(next == 5);
    CHECK(pass.context == pass.states.back().context);
  }
}

TEST_CASE("one tile of everything is two passes with one division", "[online]") {
  const OnlineSoftmax pass = passOf(kLogits, kValues, 5);
  REQUIRE(pass.states.size() == 1);
  const SoftmaxTrace whole = *softmax(kLogits, {kFp32, Shift{}, {}});
  CHECK(pass.states[0].maximum == whole.values.shift);
  CHECK(pass.states[0].sum == whole.values.sum);  // the same operations, so the same bits
  CHECK(pass.states[0].rescale == 0);
}

// Each of the T terms of l and of z takes part in at most T + 2 roundings on the way (its own
// exponential and product, T additions or rescalings, each of the latter an exp and a product), the
// quotient one more; two passes likewise. So both are within (2T + 6) u Σ α|v| of the exact result.
TEST_CASE("tiled and two-pass results agree to rounding, whatever tile and order", "[online]") {
  for (const FloatFormat& format : {kFp32, kFp16, kBf16}) {
    const double u = std::ldexp(0.5, -format.fractionBits);
    for (std::size_t keys : {1, 2, 7, 16, 33}) {
      Row logits = numbers(keys, 6, keys);
      Values values{keys, 3, numbers(keys * 3, 2, keys + 100)};
      for (double& x : logits) x = round(x, format);
      for (double& x : values.data) x = round(x, format);
      const SoftmaxTrace exact = *softmax(logits, {kFp64, Shift{}, {}});
      for (std::size_t tile = 1; tile <= keys; tile += 1 + tile / 3) {
        const std::size_t tiles = (keys + tile - 1) / tile;
        std::vector<std::size_t> backwards;
        for (std::size_t i = tiles; i-- > 0;) backwards.push_back(i);
        for (const auto& order : {std::vector<std::size_t>{}, backwards}) {
          const OnlineSoftmax pass = passOf(logits, values, tile, format, order);
          for (std::size_t c = 0; c < 3; ++c) {
            double size = 0;
            for (std::size_t j = 0; j < keys; ++j) {
              size += exact.values.probabilities[j] * std::fabs(values(j, c));
            }
            // Rounding a shifted logit of at most 12 moves its exponential by up to 12 u.
            const double bound = (2 * static_cast<double>(keys) + 6 + 2 * 12) * u * size;
            CHECK(std::fabs(pass.context[c] - pass.exact[c]) <= bound);
            CHECK(std::fabs(pass.twoPasses[c] - pass.exact[c]) <= bound);
            CHECK(pass.ulpDistances[c] == ulpDistance(pass.context[c], pass.twoPasses[c], format));
          }
        }
      }
    }
  }
}

TEST_CASE("the order of the tiles changes the last bits", "[online]") {
  const Row logits = numbers(24, 4, 3);
  const Values values{24, 1, numbers(24, 2, 4)};
  const OnlineSoftmax forwards = passOf(logits, values, 4, kFp16);
  const OnlineSoftmax backwards = passOf(logits, values, 4, kFp16, {5, 4, 3, 2, 1, 0});
  CHECK(backwards.states.front().firstKey == 20);
  CHECK(backwards.states.front().tile == 5);
  CHECK(forwards.context != backwards.context);
}

TEST_CASE("a first tile of −∞ poisons the row, a later one does not", "[online]") {
  const Row logits{-kInf, -kInf, 2, 5};
  const Values values{4, 1, {1, 2, 3, 4}};
  const OnlineSoftmax first = passOf(logits, values, 2);
  CHECK(std::isnan(first.context[0]));
  REQUIRE_FALSE(first.failures.empty());
  CHECK(first.failures[0].kind == FailureKind::kNan);
  CHECK(first.failures[0].stage == Stage::kRescale);
  CHECK(first.failures[0].a == -kInf);
  CHECK(first.failures[0].b == -kInf);
  CHECK(std::isfinite(first.twoPasses[0]));

  const OnlineSoftmax later = passOf(logits, values, 2, kFp32, {1, 0});
  CHECK(later.failures.empty());
  CHECK(later.context == later.twoPasses);
}

TEST_CASE("where the format has no infinity, the maximum still starts below everything",
          "[online]") {
  const OnlineSoftmax pass = passOf({1, 3}, {2, 1, {1, 2}}, 1, kFp8E4M3);
  CHECK(pass.states[0].rescale == 0);
  CHECK(pass.states[0].sum == 1);
  CHECK(pass.states[1].rescale == round(std::exp(-2.0), kFp8E4M3));
}

TEST_CASE("NaN in a logit poisons the row from its tile on", "[online]") {
  const OnlineSoftmax pass = passOf({1, NAN, 2}, {3, 1, {1, 2, 3}}, 1);
  CHECK(pass.states[0].context == Row{1});
  CHECK(std::isnan(pass.states[1].context[0]));
  CHECK(std::isnan(pass.states[2].maximum));
  CHECK(std::isnan(pass.context[0]));
}

TEST_CASE("bad input of the tiled pass is refused by field", "[online]") {
  const auto messageOf = [](const Row& logits, const Values& values, const OnlineOptions& options) {
    return onlineSoftmax(logits, values, options).error().message;
  };
  CHECK(messageOf({}, kValues, {1, kFp32, {}}) == "logits: there are none");
  CHECK(messageOf(kLogits, kValues, {0, kFp32, {}}) == "tile: must be at least 1");
  CHECK(messageOf({1, 2}, kValues, {1, kFp32, {}}) == "values: has 5 rows, but there are 2 logits");
  CHECK(messageOf(kLogits, {5, 0, {}}, {1, kFp32, {}}) == "values: its rows have no values");
  CHECK(messageOf(kLogits, kValues, {2, kFp32, {0, 1}}) == "order: names 2 tiles, there are 3");
  CHECK(messageOf(kLogits, kValues, {2, kFp32, {0, 1, 1}}) ==
        "order: must name each of the 3 tiles once");
}

}  // namespace attention
