#include "engine/geometry.h"

#include <cmath>

#include "engine/attention.h"
#include "tests/native/support.h"
#include "tests/native/targets.h"

namespace attention {
namespace {

/// Double results are exact to a few roundings.
constexpr double kDouble = 1e-14;

}  // namespace

TEST_CASE("similarity of arrows that lie together, across and opposite", "[geometry]") {
  const Similarity together = *similarity({2, 1}, {2, 1});
  CHECK(together.products == Vector{4, 1});
  CHECK(together.dot == 5.0);
  CHECK(together.cosine == 1.0);
  CHECK(together.degrees == 0.0);
  CHECK(together.shadow == Vector{2, 1});
  CHECK(close(together.shadowLength, std::sqrt(5.0), kDouble));

  const Similarity across = *similarity({2, 1}, {-1, 2});
  CHECK(across.dot == 0.0);
  CHECK(across.cosine == 0.0);
  CHECK(across.degrees == 90.0);
  CHECK(across.shadow == Vector{0, 0});
  CHECK(across.shadowLength == 0.0);

  const Similarity opposite = *similarity({2, 1}, {-4, -2});
  CHECK(opposite.dot == -10.0);
  CHECK(opposite.cosine == -1.0);
  CHECK(opposite.degrees == 180.0);
  CHECK(close(opposite.shadowLength, -std::sqrt(5.0), kDouble));
}

TEST_CASE("Scaling an arrow scales the dot product and leaves the cosine", "[geometry]") {
  const Similarity once = *similarity({3, 4}, {4, 3});
  const Similarity tenfold = *similarity({30, 40}, {4, 3});
  CHECK(once.dot == 24.0);
  CHECK(tenfold.dot == 240.0);
  CHECK(close(once.cosine, 0.96, kDouble));
  CHECK(close(tenfold.cosine, 0.96, kDouble));
  CHECK(once.lengthX == 5.0);
  CHECK(tenfold.lengthX == 50.0);
  // The shadow of x on y: 24 / 25 of y.
  CHECK(once.shadow == Vector{3.84f, 2.88f});
  CHECK(close(once.shadowLength, 4.8, kDouble));
}

TEST_CASE("An arrow of no length has no angle", "[geometry]") {
  const Similarity noY = *similarity({1, 2}, {0, 0});
  CHECK(noY.dot == 0.0);
  CHECK(std::isnan(noY.cosine));
  CHECK(std::isnan(noY.degrees));
  CHECK(noY.shadow == Vector{0, 0});
  CHECK(noY.shadowLength == 0.0);
  const Similarity noX = *similarity({0, 0}, {1, 2});
  CHECK(std::isnan(noX.cosine));
  CHECK(noX.shadow == Vector{0, 0});
  CHECK(noX.shadowLength == 0.0);
}

TEST_CASE("Lengths and angles do not overflow where the dot product does", "[geometry]") {
  const Similarity large = *similarity({3e30f, 4e30f}, {3e30f, 4e30f});
  CHECK(large.dot == HUGE_VAL);
  CHECK(large.cosine == 1.0);
  CHECK(close(large.lengthX, 5e30, 1e24));
  const Similarity small = *similarity({3e-30f, 4e-30f}, {4e-30f, 3e-30f});
  CHECK(small.dot == 0.0);
  CHECK(close(small.cosine, 0.96, 1e-6));
}

TEST_CASE("similarity's dot product has the bits of the scores", "[geometry]") {
  onEveryTarget([] {
    AttendOptions options;
    options.x = *normal(4, 37, 11);
    const Attention out = *attend(options);
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < 4; ++j) {
        const auto x = options.x->row(i), y = options.x->row(j);
        const Similarity pair = *similarity({x.begin(), x.end()}, {y.begin(), y.end()});
        CHECK(pair.dot == out.scores.row(i)[j]);
      }
    }
  });
}

TEST_CASE("similarity refuses vectors that do not fit", "[geometry]") {
  checkRefused(similarity({1, 2}, {1}), ErrorCode::kShape, "y: has 1 values, but x has 2");
  checkRefused(similarity({}, {}), ErrorCode::kShape, "x: has no values");
}

TEST_CASE("lengths of rows", "[geometry]") {
  const Vector found = *lengths(matrixOf({{3, 4}, {0, 0}, {-1e30f, 0}, {kNaN, 1}}));
  CHECK(found[0] == 5.0f);
  CHECK(found[1] == 0.0f);
  CHECK(found[2] == 1e30f);
  CHECK(std::isnan(found[3]));
  checkRefused(lengths(Matrix()), ErrorCode::kShape, "x: has no rows");
}

}  // namespace attention
