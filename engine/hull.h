/// The convex hull of points in the plane.
#pragma once

#include <vector>

#include "engine/error.h"
#include "engine/matrix.h"

namespace attention {

/// The corners of the hull as positions (from 0) of rows of `points`, counter-clockwise from the
/// leftmost (of those the lowest). No corner lies on the line between its neighbours, as far as
/// double precision can tell, and no point comes twice (the first of equal rows is named): two
/// corners if all points lie on a line, one if all are equal. points: [T, 2].
/// Refuses other than two columns (`shape`), NaN and ∞ (`range`).
Result<std::vector<std::size_t>> hull(const Matrix& points);

}  // namespace attention
