/// A flat picture of rows in many dimensions.
#pragma once

#include <array>

#include "engine/geometry.h"

namespace attention {

struct Plane {
  Matrix axes;    ///< [2, d], orthonormal rows; the second is zero for d = 1
  Vector centre;  ///< the point drawn at the plane's origin, length d
  Vector shares;  ///< of the rows' variance along each axis, length 2; NaN if they do not vary
};

/// The most rows or columns, whichever are fewer, for which a plane is found.
inline constexpr std::size_t kMaxPlane = 512;

/// The plane along which the rows of x spread the most: their first two principal components,
/// through their mean. For d ≤ 2 the rows' own axes through their own origin. x: [T, d].
///
/// An axis points so that its first large component (at least half of the largest) is positive;
/// where the rows leave an axis open, the first coordinate axis with anything left completes it.
/// The same bits everywhere. Refuses NaN and ∞, and more than kMaxPlane (`range`).
Result<Plane> plane(const Matrix& x);

/// The rows' places in the plane: (row − centre) · axesᵀ; rows: [T, d] → [T, 2].
Result<Matrix> project(const Matrix& rows, const Plane& plane);

/// Refuses NaN and ∞ (`range`), naming the first row that holds one.
Check checkFinite(std::string_view field, const Matrix& matrix);

}  // namespace attention
