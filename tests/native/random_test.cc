#include "engine/random.h"

#include <cmath>

#include "tests/native/golden.h"
#include "tests/native/support.h"

namespace attention {

TEST_CASE("normal gives the golden bits", "[random][golden]") {
  std::size_t compared = 0;
  for (const Line& line : readGolden("geometry.txt")) {
    if (line[0] != "normal") continue;
    const Matrix expected = matrixOf(line, 2);
    const Result<Matrix> actual = normal(expected.rows, expected.cols, std::stoull(line[1]));
    REQUIRE(actual.ok());
    CHECK(actual->data == expected.data);
    compared += actual->data.size();
  }
  CHECK(compared == 94);
}

TEST_CASE("normal is normal", "[random]") {
  constexpr double n = 1 << 20;
  const Matrix values = *normal(1 << 10, 1 << 10, 7);
  double sum = 0.0, squares = 0.0, fourths = 0.0, within = 0.0, neighbours = 0.0, last = 0.0;
  for (const float value : values.data) {
    const double x = value;
    sum += x;
    squares += x * x;
    fourths += x * x * x * x;
    within += std::abs(x) < 1.0;
    neighbours += x * last;
    last = x;
  }
  // Five standard deviations of each statistic: those of x, x², x⁴ are 1, √2, √96, that of a share
  // p is √(p (1 − p)).
  const double five = 5.0 / std::sqrt(n);
  CHECK(std::abs(sum / n) < five);
  CHECK(std::abs(squares / n - 1.0) < five * std::sqrt(2.0));
  CHECK(std::abs(fourths / n - 3.0) < five * std::sqrt(96.0));
  CHECK(std::abs(within / n - 0.682689) < five * 0.4655);
  CHECK(std::abs(neighbours / n) < five);
}

TEST_CASE("Seeds give different numbers, and one seed the same", "[random]") {
  CHECK((*normal(2, 3, 1)).data == (*normal(3, 2, 1)).data);
  CHECK((*normal(2, 3, 1)).data != (*normal(2, 3, 2)).data);
}

TEST_CASE("normal refuses sizes and seeds out of range", "[random]") {
  checkRefused(normal(0, 1, 1), ErrorCode::kShape, "rows: must be at least 1");
  checkRefused(normal(1, 0, 1), ErrorCode::kShape, "cols: must be at least 1");
  checkRefused(normal(1, 1, std::uint64_t{1} << 53), ErrorCode::kRange, "seed: must be below 2⁵³");
  CHECK_FALSE(normal(1 << 20, 1 << 20, 1).ok());
}

}  // namespace attention
