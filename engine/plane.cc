#include "engine/plane.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/symmetric.h"

namespace attention {
namespace {

using Doubles = std::vector<double>;

double dot(const Doubles& x, const Doubles& y) {
  return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
}

/// Makes x a unit vector at right angles to the axes, if there is enough left of it to be one.
bool orthonormalise(Doubles& x, const std::vector<Doubles>& axes) {
  const double before = std::sqrt(dot(x, x));
  for (int pass = 0; pass < 2; ++pass) {  // the second pass takes away what rounding left
    for (const Doubles& axis : axes) {
      const double along = dot(x, axis);
      for (std::size_t m = 0; m < x.size(); ++m) x[m] -= along * axis[m];
    }
  }
  const double after = std::sqrt(dot(x, x));
  if (after <= 1e-6 * before) return false;
  for (double& value : x) value /= after;
  return true;
}

/// An axis and its opposite are one axis: the first large component is made positive.
void chooseSign(Doubles& axis) {
  double largest = 0.0;
  for (const double value : axis) largest = std::max(largest, std::abs(value));
  const auto first = std::find_if(axis.begin(), axis.end(),
                                  [&](double value) { return std::abs(value) >= 0.5 * largest; });
  if (first != axis.end() && *first < 0.0) {
    for (double& value : axis) value = -value;
  }
}

struct Components {
  std::vector<Doubles> axes;  ///< two of length d
  double total;               ///< the rows' whole variance, times T
  std::array<double, 2> along;
};

/// rows: T centred rows of d. The products of rows and those of columns have the same non-zero
/// eigenvalues, so the smaller of the two matrices is taken.
Components principal(const std::vector<Doubles>& rows, std::size_t d) {
  const std::size_t T = rows.size();
  const bool byRows = T < d;
  const std::size_t n = byRows ? T : d;
  Doubles products(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i; j < n; ++j) {
      double sum = 0.0;
      if (byRows) {
        sum = dot(rows[i], rows[j]);
      } else {
        for (const Doubles& row : rows) sum += row[i] * row[j];
      }
      products[i * n + j] = products[j * n + i] = sum;
    }
  }

  Components result{};
  for (std::size_t i = 0; i < n; ++i) result.total += products[i * n + i];
  std::vector<Eigen> found = eigen(std::move(products), n);
  for (std::size_t k = 0; k < std::min<std::size_t>(2, n); ++k) {
    const auto largest =
        std::max_element(found.begin(), found.end(),
                         [](const Eigen& x, const Eigen& y) { return x.value < y.value; });
    const Eigen component = *largest;
    found.erase(largest);
    // What is this small is rounding, and so is its direction.
    if (component.value <= 1e-12 * result.total) break;
    Doubles axis(d, 0.0);
    if (byRows) {
      for (std::size_t i = 0; i < T; ++i) {
        for (std::size_t m = 0; m < d; ++m) axis[m] += component.vector[i] * rows[i][m];
      }
    } else {
      axis = component.vector;
    }
    orthonormalise(axis, result.axes);
    chooseSign(axis);
    result.axes.push_back(std::move(axis));
    result.along[k] = component.value;
  }
  for (std::size_t m = 0; m < d && result.axes.size() < 2; ++m) {
    Doubles axis(d, 0.0);
    axis[m] = 1.0;
    if (!orthonormalise(axis, result.axes)) continue;
    chooseSign(axis);
    result.axes.push_back(std::move(axis));
  }
  return result;
}

std::vector<Doubles> centred(const Matrix& x, const Doubles& centre) {
  std::vector<Doubles> rows(x.rows, Doubles(x.cols));
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t m = 0; m < x.cols; ++m) rows[i][m] = double{x.row(i)[m]} - centre[m];
  }
  return rows;
}

/// The rows' own axes, for d ≤ 2.
Components ownAxes(const std::vector<Doubles>& rows, std::size_t d) {
  Components result{};
  for (std::size_t k = 0; k < 2; ++k) {
    Doubles axis(d, 0.0);
    if (k < d) {
      axis[k] = 1.0;
      for (const Doubles& row : rows) result.along[k] += row[k] * row[k];
    }
    result.total += result.along[k];
    result.axes.push_back(std::move(axis));
  }
  return result;
}

}  // namespace

Check checkFinite(std::string_view field, const Matrix& matrix) {
  for (std::size_t i = 0; i < matrix.rows; ++i) {
    for (std::size_t m = 0; m < matrix.cols; ++m) {
      if (std::isfinite(matrix.row(i)[m])) continue;
      return error(ErrorCode::kRange, field, ": row ", i + 1, ", column ", m + 1,
                   " is not finite, so it has no place in a picture");
    }
  }
  return Done{};
}

Result<Plane> plane(const Matrix& x) {
  if (Check check = checkMatrix("x", x); !check) return check.error();
  if (Check check = checkFinite("x", x); !check) return check.error();
  if (std::min(x.rows, x.cols) > kMaxPlane) {
    return error(ErrorCode::kRange, "x: a plane is found for at most ", kMaxPlane,
                 " rows or as many columns, but there are ", x.rows, " rows of ", x.cols);
  }
  const std::size_t d = x.cols;
  Doubles mean(d, 0.0);
  for (std::size_t i = 0; i < x.rows; ++i) {
    for (std::size_t m = 0; m < d; ++m) mean[m] += double{x.row(i)[m]};
  }
  for (double& value : mean) value /= static_cast<double>(x.rows);

  const std::vector<Doubles> rows = centred(x, mean);
  const Components found = d <= 2 ? ownAxes(rows, d) : principal(rows, d);
  Plane result{Matrix(2, d), Vector(d, 0.0f), Vector(2)};
  for (std::size_t k = 0; k < 2; ++k) {
    std::copy(found.axes[k].begin(), found.axes[k].end(), result.axes.row(k).begin());
    // 0 / 0 for rows that do not vary: their share is NaN.
    result.shares[k] = static_cast<float>(found.along[k] / found.total);
  }
  if (d > 2) std::copy(mean.begin(), mean.end(), result.centre.begin());
  return result;
}

Result<Matrix> project(const Matrix& rows, const Plane& plane) {
  if (Check check = checkMatrix("rows", rows); !check) return check.error();
  if (Check check = checkMatrix("plane.axes", plane.axes); !check) return check.error();
  const std::size_t d = rows.cols;
  if (plane.axes.rows != 2) {
    return error(ErrorCode::kShape, "plane.axes: has ", plane.axes.rows, " rows instead of 2");
  }
  if (plane.axes.cols != d || plane.centre.size() != d) {
    return error(ErrorCode::kShape, "plane: lies in ", plane.axes.cols,
                 " dimensions with a centre in ", plane.centre.size(), ", but the rows have ", d);
  }
  Matrix result(rows.rows, 2);
  for (std::size_t i = 0; i < rows.rows; ++i) {
    for (std::size_t k = 0; k < 2; ++k) {
      double sum = 0.0;
      for (std::size_t m = 0; m < d; ++m) {
        sum += (double{rows.row(i)[m]} - double{plane.centre[m]}) * double{plane.axes.row(k)[m]};
      }
      result.row(i)[k] = static_cast<float>(sum);
    }
  }
  return result;
}

}  // namespace attention
