/// Rows of doubles, for the parts of the engine that work in formats; the fast parts have Matrix.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "engine/error.h"
#include "engine/matrix.h"

namespace attention {

struct Values {
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::vector<double> data;  ///< [rows, cols], row-major

  double& operator()(std::size_t i, std::size_t j) { return data[i * cols + j]; }
  double operator()(std::size_t i, std::size_t j) const { return data[i * cols + j]; }
  std::span<const double> row(std::size_t i) const { return {data.data() + i * cols, cols}; }
};

inline Values zeros(std::size_t rows, std::size_t cols) {
  return {rows, cols, std::vector<double>(rows * cols)};
}

inline Check checkValues(std::string_view field, const Values& values) {
  return checkShape(field, values.rows, values.cols, values.data.size());
}

}  // namespace attention
