#include "engine/blend.h"

#include <algorithm>

#include "engine/kernels/kernels.h"

namespace attention {

Result<Blend> blend(const Vector& weights, const Matrix& v) {
  if (Check check = checkMatrix("v", v); !check) return check.error();
  if (weights.size() != v.rows) {
    return error(ErrorCode::kShape, "weights: there are ", weights.size(), ", but v has ", v.rows,
                 " rows");
  }
  Blend result{Matrix(v.rows, v.cols), Matrix(v.rows, v.cols)};
  for (std::size_t j = 0; j < v.rows; ++j) {
    const std::span<const float> weight(&weights[j], 1);
    kernels::addWeighted(weight, v.row(j), result.pulls.row(j));
    const std::span<float> sum = result.partialSums.row(j);
    if (j > 0) {
      const std::span<const float> before = result.partialSums.row(j - 1);
      std::copy(before.begin(), before.end(), sum.begin());
    }
    kernels::addWeighted(weight, v.row(j), sum);
  }
  return result;
}

}  // namespace attention
