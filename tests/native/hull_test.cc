#include "engine/hull.h"

#include <algorithm>

#include "tests/native/support.h"

namespace attention {
namespace {

using Corners = std::vector<std::size_t>;

/// Twice the area of the triangle abc, positive if it goes round counter-clockwise.
double area(const Matrix& points, std::size_t a, std::size_t b, std::size_t c) {
  const auto p = points.row(a), q = points.row(b), r = points.row(c);
  return (double{q[0]} - p[0]) * (double{r[1]} - p[1]) -
         (double{q[1]} - p[1]) * (double{r[0]} - p[0]);
}

}  // namespace

TEST_CASE("The hull of a square leaves out what is inside, on its sides, or there twice",
          "[hull]") {
  CHECK(*hull(matrixOf(
            {{0.5f, 0.5f}, {1, 1}, {0, 0}, {0.5f, 0}, {1, 0}, {0, 1}, {1, 1}, {0, 0.5f}})) ==
        Corners{2, 4, 1, 5});
}

TEST_CASE("The hull of a line has two corners, that of a point one", "[hull]") {
  CHECK(*hull(matrixOf({{1, 1}, {0, 0}, {2, 2}, {1.5f, 1.5f}})) == Corners{1, 2});
  CHECK(*hull(matrixOf({{0, 3}, {0, -1}, {0, 2}})) == Corners{1, 0});
  CHECK(*hull(matrixOf({{2, 5}, {2, 5}, {2, 5}})) == Corners{0});
  CHECK(*hull(matrixOf({{2, 5}})) == Corners{0});
  CHECK(*hull(matrixOf({{0.0f, -0.0f}, {-0.0f, 0.0f}})) == Corners{0});
  // On one line as far as float32 can say: tenths are not exact.
  CHECK(*hull(matrixOf({{0.1f, 0.1f}, {0.2f, 0.2f}, {0.3f, 0.3f}, {0.7f, 0.7f}})) == Corners{0, 3});
}

TEST_CASE("Every point lies in the hull, whose corners turn left", "[hull]") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Matrix points = *normal(40, 2, seed);
    const Corners corners = *hull(points);
    REQUIRE(corners.size() >= 3);
    for (std::size_t c = 0; c < corners.size(); ++c) {
      const std::size_t a = corners[c];
      const std::size_t b = corners[(c + 1) % corners.size()];
      CHECK(area(points, a, b, corners[(c + 2) % corners.size()]) > 0.0);
      for (std::size_t i = 0; i < points.rows; ++i) CHECK(area(points, a, b, i) >= -1e-15);
    }
    const auto leftmost =
        std::ranges::min(corners, {}, [&](std::size_t i) { return points.row(i)[0]; });
    CHECK(corners[0] == leftmost);
  }
}

TEST_CASE("hull refuses what is not in the plane", "[hull]") {
  checkRefused(hull(Matrix(3, 3)), ErrorCode::kShape, "points: have 3 columns instead of 2");
  checkRefused(hull(Matrix()), ErrorCode::kShape, "points: has no rows");
  checkRefused(hull(matrixOf({{0, 0}, {1, kInf}})), ErrorCode::kRange,
               "points: row 2, column 2 is not finite, so it has no place in a picture");
}

}  // namespace attention
