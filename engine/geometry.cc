#include "engine/geometry.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "engine/kernels/kernels.h"

namespace attention {
namespace {

double dotInDouble(std::span<const float> x, std::span<const float> y) {
  double sum = 0.0;
  for (std::size_t m = 0; m < x.size(); ++m) sum += double{x[m]} * double{y[m]};
  return sum;
}

}  // namespace

double length(std::span<const float> x) {
  return std::sqrt(dotInDouble(x, x));
}

Result<Similarity> similarity(const Vector& x, const Vector& y) {
  if (x.empty()) return error(ErrorCode::kShape, "x: has no values");
  if (x.size() != y.size()) {
    return error(ErrorCode::kShape, "y: has ", y.size(), " values, but x has ", x.size());
  }
  const double xx = dotInDouble(x, x);
  const double yy = dotInDouble(y, y);
  const double xy = dotInDouble(x, y);

  Similarity result;
  result.dot = kernels::dot(x, y);
  result.lengthX = std::sqrt(xx);
  result.lengthY = std::sqrt(yy);
  // One root of the product instead of two: a vector and itself then have cosine 1 exactly.
  const bool hasAngle = xx != 0.0 && yy != 0.0;
  const double cosine = xy / std::sqrt(xx * yy);
  result.cosine =
      hasAngle ? std::clamp(cosine, -1.0, 1.0) : std::numeric_limits<double>::quiet_NaN();
  result.degrees = std::acos(result.cosine) * (180.0 / std::numbers::pi);
  result.shadowLength = yy != 0.0 ? xy / result.lengthY : 0.0;
  for (std::size_t m = 0; m < x.size(); ++m) {
    result.products.push_back(x[m] * y[m]);
    result.shadow.push_back(yy != 0.0 ? static_cast<float>(xy / yy * y[m]) : 0.0f);
  }
  return result;
}

Result<Vector> lengths(const Matrix& x) {
  if (Check check = checkMatrix("x", x); !check) return check.error();
  Vector result;
  for (std::size_t i = 0; i < x.rows; ++i) result.push_back(static_cast<float>(length(x.row(i))));
  return result;
}

}  // namespace attention
