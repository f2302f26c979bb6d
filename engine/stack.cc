#include "engine/stack.h"

#include <algorithm>
#include <cmath>

namespace attention {
namespace {

double spread(const Matrix& x) {
  const auto T = static_cast<double>(x.rows);
  double squares = 0.0;
  for (std::size_t m = 0; m < x.cols; ++m) {
    double mean = 0.0;
    for (std::size_t i = 0; i < x.rows; ++i) mean += double{x.row(i)[m]};
    mean /= T;
    for (std::size_t i = 0; i < x.rows; ++i) {
      const double away = double{x.row(i)[m]} - mean;
      squares += away * away;
    }
  }
  return std::sqrt(squares / T);
}

/// NaN if any row holds one: std::max would drop it or keep it by its place.
double longest(const Matrix& x) {
  double result = 0.0;
  for (std::size_t i = 0; i < x.rows; ++i) {
    const double l = length(x.row(i));
    if (!(l <= result)) result = l;
    if (std::isnan(result)) break;
  }
  return result;
}

}  // namespace

Result<Layers> stack(const Matrix& x, std::size_t layers, AttendOptions options) {
  if (Check check = checkMatrix("x", x); !check) return check.error();
  if (layers > kMaxLayers) {
    return error(ErrorCode::kRange, "layers: at most ", kMaxLayers, " are stacked");
  }
  if (Check size = checkSize("outputs", x.rows * (layers + 1), x.cols); !size) return size.error();

  Layers result;
  const auto add = [&](const Matrix& output) {
    result.outputs.push_back(output);
    result.spreads.push_back(static_cast<float>(spread(output)));
    result.longest.push_back(static_cast<float>(longest(output)));
  };
  add(x);
  for (std::size_t layer = 0; layer < layers; ++layer) {
    options.x = result.outputs.back();
    const Result<Matrix> next = attendContext(options);
    if (!next) return next.error();
    add(*next);
  }
  return result;
}

}  // namespace attention
