#include "engine/plane.h"

#include <cmath>

#include "engine/symmetric.h"
#include "tests/native/golden.h"
#include "tests/native/support.h"

namespace attention {
namespace {

/// Coordinates are computed in double from axes that were rounded to float32 once: each of d
/// components of the row brings an error of ε times its magnitude, and the result rounds once.
double placeTolerance(std::span<const float> row, const Vector& centre) {
  double sum = 0.0;
  for (std::size_t m = 0; m < row.size(); ++m) {
    sum += std::abs(row[m] - centre[m]) + std::abs(centre[m]);
  }
  return 3.0 * kEpsilon * sum;
}

double dot(std::span<const float> x, std::span<const float> y) {
  double sum = 0.0;
  for (std::size_t m = 0; m < x.size(); ++m) sum += double{x[m]} * double{y[m]};
  return sum;
}

void checkOrthonormal(const Plane& plane) {
  CHECK(close(dot(plane.axes.row(0), plane.axes.row(0)), 1.0, 4 * kEpsilon));
  CHECK(close(dot(plane.axes.row(1), plane.axes.row(1)), 1.0, 4 * kEpsilon));
  CHECK(close(dot(plane.axes.row(0), plane.axes.row(1)), 0.0, 4 * kEpsilon));
}

}  // namespace

TEST_CASE("plane agrees with the golden cases", "[plane][golden]") {
  Matrix x;
  Plane found;
  std::size_t compared = 0;
  for (const Line& line : readGolden("geometry.txt")) {
    INFO(line[0] << " of " << x.rows << " × " << x.cols);
    if (line[0] == "plane") {
      x = matrixOf(line, 1);
      found = *plane(x);
      checkOrthonormal(found);
    } else if (line[0] == "axes") {
      const std::vector<double> axes = numbersOf(line, 3);
      for (std::size_t p = 0; p < axes.size(); ++p) {
        CHECK(close(found.axes.data[p], axes[p], kEpsilon));
      }
    } else if (line[0] == "centre") {
      const std::vector<double> centre = numbersOf(line, 2);
      for (std::size_t m = 0; m < centre.size(); ++m) {
        CHECK(close(found.centre[m], centre[m], kEpsilon * std::abs(centre[m])));
      }
    } else if (line[0] == "shares") {
      CHECK(close(found.shares[0], numberOf(line[2]), kEpsilon));
      CHECK(close(found.shares[1], numberOf(line[3]), kEpsilon));
      ++compared;
    } else if (line[0] == "places") {
      const Matrix places = *project(x, found);
      const std::vector<double> expected = numbersOf(line, 3);
      for (std::size_t p = 0; p < expected.size(); ++p) {
        CHECK(close(places.data[p], expected[p], placeTolerance(x.row(p / 2), found.centre)));
      }
    }
  }
  CHECK(compared == 5);
}

TEST_CASE("Up to two dimensions are drawn as they are", "[plane]") {
  const Plane flat = *plane(matrixOf({{1, 5}, {3, 5}, {2, 7}}));
  checkMatrix(flat.axes, {{1, 0}, {0, 1}}, 0.0);
  CHECK(flat.centre == Vector{0, 0});
  CHECK(close(flat.shares[0], 2.0 / (2.0 + 8.0 / 3.0), kEpsilon));
  checkMatrix(*project(matrixOf({{1, 5}, {-2, 7}}), flat), {{1, 5}, {-2, 7}}, 0.0);

  const Plane line = *plane(matrixOf({{1}, {4}}));
  checkMatrix(line.axes, {{1}, {0}}, 0.0);
  CHECK(line.shares == Vector{1, 0});
  checkMatrix(*project(matrixOf({{1}, {4}}), line), {{1, 0}, {4, 0}}, 0.0);
}

TEST_CASE("Rows that leave an axis open get one all the same", "[plane]") {
  // All on one line, with more rows than columns and the other way round.
  for (const Matrix& x : {matrixOf({{1, 2, 2}, {2, 4, 4}, {3, 6, 6}, {5, 10, 10}}),
                          matrixOf({{1, 2, 2, 0, 0}, {2, 4, 4, 0, 0}})}) {
    const Plane found = *plane(x);
    checkOrthonormal(found);
    CHECK(close(found.axes.row(0)[0], 1.0 / 3, kEpsilon));
    CHECK(found.shares == Vector{1, 0});
  }
  // All in one place.
  for (const Matrix& x : {matrixOf({{1, 2, 3}}), matrixOf({{1, 2, 3}, {1, 2, 3}, {1, 2, 3}})}) {
    const Plane found = *plane(x);
    checkMatrix(found.axes, {{1, 0, 0}, {0, 1, 0}}, 0.0);
    CHECK(found.centre == Vector{1, 2, 3});
    CHECK(std::isnan(found.shares[0]));
    CHECK(std::isnan(found.shares[1]));
  }
}

TEST_CASE("An axis does not turn round with its rows", "[plane]") {
  Matrix x = *normal(6, 20, 5);
  const Plane before = *plane(x);
  for (float& value : x.data) value = -value;
  CHECK((*plane(x)).axes.data == before.axes.data);
}

TEST_CASE("plane refuses what has no place, and what takes too long", "[plane]") {
  checkRefused(plane(matrixOf({{1, 2, 3}, {4, kNaN, 6}})), ErrorCode::kRange,
               "x: row 2, column 2 is not finite, so it has no place in a picture");
  checkRefused(plane(matrixOf({{-kInf}})), ErrorCode::kRange,
               "x: row 1, column 1 is not finite, so it has no place in a picture");
  checkRefused(plane(Matrix(513, 600)), ErrorCode::kRange,
               "x: a plane is found for at most 512 rows or as many columns, but there are 513 "
               "rows of 600");
  CHECK(plane(Matrix(2000, 3)).ok());
}

TEST_CASE("project refuses rows of another space", "[plane]") {
  const Plane found = *plane(*normal(3, 4, 1));
  checkRefused(project(Matrix(2, 3), found), ErrorCode::kShape,
               "plane: lies in 4 dimensions with a centre in 4, but the rows have 3");
  checkRefused(project(Matrix(2, 3), Plane{Matrix(3, 3), Vector(3), Vector(2)}), ErrorCode::kShape,
               "plane.axes: has 3 rows instead of 2");
}

/// A = Σ λ v vᵀ, and the v are orthonormal, to 1e-14 of the matrix's norm.
void checkTakenApart(const std::vector<double>& a, std::size_t n) {
  double square = 0.0;
  for (const double entry : a) square += entry * entry;
  const double tolerance = 1e-14 * std::sqrt(square);
  const std::vector<Eigen> found = eigen(a, n);
  REQUIRE(found.size() == n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      double entry = 0.0, product = 0.0;
      for (const Eigen& e : found) entry += e.value * e.vector[i] * e.vector[j];
      for (std::size_t m = 0; m < n; ++m) product += found[i].vector[m] * found[j].vector[m];
      CHECK(close(entry, a[i * n + j], tolerance));
      CHECK(close(product, i == j, 1e-14));
    }
  }
}

TEST_CASE("eigen takes a symmetric matrix apart", "[plane]") {
  for (const std::size_t n : {1, 2, 3, 9, 64}) {
    CAPTURE(n);
    const Matrix seeds = *normal(n, n, 8);
    for (const double scale : {1.0, 1e-60, 1e60}) {
      std::vector<double> a(n * n);
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
          a[i * n + j] = scale * (seeds.row(i)[j] + seeds.row(j)[i]);
        }
      }
      checkTakenApart(a, n);
    }
    std::vector<double> nothing(n * n, 0.0), same = nothing, ones(n * n, 1.0), twice = nothing;
    for (std::size_t i = 0; i < n; ++i) {
      same[i * n + i] = 3.0;
      twice[i * n + i] = i % 2 ? 2.0 : -2.0;  // values that are equal, and the opposites of others
      twice[i * n + (n - 1 - i)] += 1.0;
    }
    for (const std::vector<double>& a : {nothing, same, ones, twice}) checkTakenApart(a, n);
  }
}

}  // namespace attention
