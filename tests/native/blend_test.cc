#include "engine/blend.h"

#include <algorithm>

#include "engine/attention.h"
#include "tests/native/support.h"
#include "tests/native/targets.h"

namespace attention {

TEST_CASE("blend shows each pull and the sum so far", "[blend]") {
  const Blend toy = *blend({0.5f, 0.25f, 0.25f}, matrixOf({{1, 0}, {0, 1}, {4, 4}}));
  checkMatrix(toy.pulls, {{0.5f, 0}, {0, 0.25f}, {1, 1}}, 0.0);
  checkMatrix(toy.partialSums, {{0.5f, 0}, {0.5f, 0.25f}, {1.5f, 1.25f}}, 0.0);
}

TEST_CASE("blend drops no NaN, not even behind a weight of 0", "[blend]") {
  const Blend blended = *blend({0, 1}, matrixOf({{kNaN, kInf, 5}, {2, 3, 4}}));
  checkMatrix(blended.pulls, {{kNaN, kNaN, 0}, {2, 3, 4}}, 0.0);
  checkMatrix(blended.partialSums, {{kNaN, kNaN, 0}, {kNaN, kNaN, 4}}, 0.0);
  CHECK(std::isnan((*blend({kNaN}, matrixOf({{1}}))).partialSums.data[0]));
}

TEST_CASE("The last partial sum has the bits of attend's context", "[blend]") {
  onEveryTarget([] {
    AttendOptions options;
    options.x = *normal(7, 21, 13);
    options.scale.kind = Scale::Kind::kSqrt;
    const Attention out = *attend(options);
    for (std::size_t i = 0; i < 7; ++i) {
      const auto weights = out.weights.row(i);
      const Blend blended = *blend({weights.begin(), weights.end()}, *options.x);
      CHECK(std::ranges::equal(blended.partialSums.row(6), out.context.row(i)));
    }
  });
}

TEST_CASE("blend refuses a different number of weights and rows", "[blend]") {
  checkRefused(blend({1, 2}, Matrix(3, 1)), ErrorCode::kShape,
               "weights: there are 2, but v has 3 rows");
}

}  // namespace attention
