/// Small things that the tests share.
#pragma once

#include <cmath>
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "engine/error.h"
#include "engine/matrix.h"
#include "engine/random.h"
#include "tests/native/tolerance.h"

namespace attention {

inline constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
inline constexpr float kInf = std::numeric_limits<float>::infinity();

using Row = std::vector<double>;

using Rows = std::initializer_list<std::initializer_list<float>>;

inline Matrix matrixOf(Rows rows) {
  Matrix matrix;
  matrix.rows = rows.size();
  for (const auto& row : rows) {
    matrix.cols = row.size();
    matrix.data.insert(matrix.data.end(), row);
  }
  return matrix;
}

/// n normal numbers times `spread`.
inline std::vector<float> randomVector(std::size_t n, std::uint64_t seed, float spread = 1.0f) {
  std::vector<float> values = (*normal(1, n == 0 ? 1 : n, seed)).data;
  values.resize(n);
  for (float& value : values) value *= spread;
  return values;
}

/// The values are those of the rows, within the tolerance; NaN and ∞ in the same places.
inline void checkMatrix(const Matrix& actual, Rows expected, double tolerance) {
  const Matrix wanted = matrixOf(expected);
  REQUIRE(actual.rows == wanted.rows);
  REQUIRE(actual.cols == wanted.cols);
  for (std::size_t p = 0; p < wanted.data.size(); ++p) {
    INFO("row " << p / wanted.cols + 1 << ", column " << p % wanted.cols + 1 << ": "
                << actual.data[p] << " for " << wanted.data[p]);
    CHECK(close(actual.data[p], wanted.data[p], tolerance));
  }
}

/// The result is refused with this code and message.
template <typename T>
void checkRefused(const Result<T>& result, ErrorCode code, std::string_view message) {
  REQUIRE_FALSE(result.ok());
  CHECK(result.error().code == code);
  CHECK(result.error().message == message);
}

}  // namespace attention
