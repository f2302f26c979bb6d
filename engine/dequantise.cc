#include "engine/dequantise.h"

namespace attention {

Result<Matrix> dequantise(std::size_t rows, std::size_t cols, const std::vector<std::int8_t>& codes,
                          const Vector& scales) {
  if (rows == 0) return error(ErrorCode::kShape, "rows: must be at least 1");
  if (cols == 0) return error(ErrorCode::kShape, "cols: must be at least 1");
  if (Check size = checkSize("rows", rows, cols); !size) return size.error();
  if (codes.size() != rows * cols) {
    return error(ErrorCode::kShape, "codes: ", rows, " rows of ", cols, " need ", rows * cols,
                 " codes, but there are ", codes.size());
  }
  if (scales.size() != rows) {
    return error(ErrorCode::kShape, "scales: there are ", scales.size(), ", but ", rows, " rows");
  }
  Matrix result(rows, cols);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t m = 0; m < cols; ++m) {
      result.row(i)[m] = static_cast<float>(codes[i * cols + m]) * scales[i];
    }
  }
  return result;
}

}  // namespace attention
