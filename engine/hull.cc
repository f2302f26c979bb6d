#include "engine/hull.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/plane.h"

namespace attention {
namespace {

/// Whether the way a → b → c turns left, by more than the rounding of this very computation:
/// four differences, two products and a difference, each within 2⁻⁵³, are off by less than
/// 2⁻⁵¹ of the products' magnitudes.
bool turnsLeft(std::span<const float> a, std::span<const float> b, std::span<const float> c) {
  const double left = (double{b[0]} - double{a[0]}) * (double{c[1]} - double{a[1]});
  const double right = (double{b[1]} - double{a[1]}) * (double{c[0]} - double{a[0]});
  return left - right > 0x1p-51 * (std::abs(left) + std::abs(right));
}

}  // namespace

// Andrew's monotone chain: sorted from left to right, the points give the lower side of the hull;
// from right to left, the upper.
Result<std::vector<std::size_t>> hull(const Matrix& points) {
  if (Check check = checkMatrix("points", points); !check) return check.error();
  if (points.cols != 2) {
    return error(ErrorCode::kShape, "points: have ", points.cols, " columns instead of 2");
  }
  if (Check check = checkFinite("points", points); !check) return check.error();

  const auto x = [&](std::size_t i) { return points.row(i)[0]; };
  const auto y = [&](std::size_t i) { return points.row(i)[1]; };
  std::vector<std::size_t> order(points.rows);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    if (x(i) != x(j)) return x(i) < x(j);
    return y(i) != y(j) ? y(i) < y(j) : i < j;
  });
  const auto equal = [&](std::size_t i, std::size_t j) { return x(i) == x(j) && y(i) == y(j); };
  order.erase(std::unique(order.begin(), order.end(), equal), order.end());
  if (order.size() == 1) return order;

  std::vector<std::size_t> corners;
  const auto walk = [&](auto begin, auto end) {
    const std::size_t start = corners.size();
    for (auto next = begin; next != end; ++next) {
      while (corners.size() >= start + 2 &&
             !turnsLeft(points.row(corners[corners.size() - 2]), points.row(corners.back()),
                        points.row(*next))) {
        corners.pop_back();
      }
      corners.push_back(*next);
    }
    corners.pop_back();  // the last corner of this side is the first of the other
  };
  walk(order.begin(), order.end());
  walk(order.rbegin(), order.rend());
  return corners;
}

}  // namespace attention
