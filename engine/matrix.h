/// The one container of the engine: a dense row-major matrix of float32.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "engine/error.h"

namespace attention {

struct Matrix {
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::vector<float> data;  ///< [rows, cols], row-major

  Matrix() = default;
  Matrix(std::size_t rows, std::size_t cols) : rows(rows), cols(cols), data(rows * cols) {}
  Matrix(std::size_t rows, std::size_t cols, std::vector<float> data)
      : rows(rows), cols(cols), data(std::move(data)) {}

  std::span<const float> row(std::size_t i) const { return {data.data() + i * cols, cols}; }
  std::span<float> row(std::size_t i) { return {data.data() + i * cols, cols}; }
};

/// The most values that one matrix may hold: 4096 tokens that all attend to one another.
inline constexpr std::size_t kMaxValues = std::size_t{1} << 24;

/// Refuses no rows, no columns, more than kMaxValues, or another count of values than rows · cols
/// (code `shape`).
Check checkShape(std::string_view field, std::size_t rows, std::size_t cols, std::size_t count);
Check checkMatrix(std::string_view field, const Matrix& matrix);

/// Refuses a result of rows · cols that would hold more than kMaxValues (code `range`).
Check checkSize(std::string_view field, std::size_t rows, std::size_t cols);

Matrix transposed(const Matrix& matrix);

/// a · b; a: [n, k], b: [k, m] → [n, m]. The engine's own: sizes are asserted, not checked.
Matrix product(const Matrix& a, const Matrix& b);

/// product() for callers outside: refuses sizes that do not fit (code `shape`).
Result<Matrix> multiply(const Matrix& a, const Matrix& b);

}  // namespace attention
