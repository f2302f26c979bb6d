#include "engine/matrix.h"

#include "engine/kernels/kernels.h"

namespace attention {

Check checkSize(std::string_view field, std::size_t rows, std::size_t cols) {
  if (cols == 0 || rows <= kMaxValues / cols) return Done{};
  return error(ErrorCode::kRange, field, ": ", rows, " × ", cols, " is more than the ", kMaxValues,
               " values that one matrix may hold");
}

Check checkShape(std::string_view field, std::size_t rows, std::size_t cols, std::size_t count) {
  if (rows == 0) return error(ErrorCode::kShape, field, ": has no rows");
  if (cols == 0) return error(ErrorCode::kShape, field, ": its rows have no values");
  if (Check size = checkSize(field, rows, cols); !size) return size;
  if (count == rows * cols) return Done{};
  return error(ErrorCode::kShape, field, ": ", rows, " rows of ", cols, " need ", rows * cols,
               " values, but there are ", count);
}

Check checkMatrix(std::string_view field, const Matrix& matrix) {
  return checkShape(field, matrix.rows, matrix.cols, matrix.data.size());
}

Matrix transposed(const Matrix& matrix) {
  Matrix result(matrix.cols, matrix.rows);
  for (std::size_t i = 0; i < matrix.rows; ++i) {
    for (std::size_t j = 0; j < matrix.cols; ++j) {
      result.data[j * matrix.rows + i] = matrix.data[i * matrix.cols + j];
    }
  }
  return result;
}

Matrix product(const Matrix& a, const Matrix& b) {
  assert(a.cols == b.rows);
  Matrix result(a.rows, b.cols);
  kernels::allDots(a.data, transposed(b).data, a.cols, result.data);
  return result;
}

Result<Matrix> multiply(const Matrix& a, const Matrix& b) {
  if (Check check = checkMatrix("a", a); !check) return check.error();
  if (Check check = checkMatrix("b", b); !check) return check.error();
  if (a.cols != b.rows) {
    return error(ErrorCode::kShape, "b: has ", b.rows, " rows, but a has ", a.cols, " columns");
  }
  if (Check size = checkSize("a · b", a.rows, b.cols); !size) return size.error();
  return product(a, b);
}

}  // namespace attention
