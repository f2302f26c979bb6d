/// How one context vector is put together.
#pragma once

#include "engine/geometry.h"

namespace attention {

struct Blend {
  Matrix pulls;        ///< [S, d_v]: row j is α_j v_j
  Matrix partialSums;  ///< [S, d_v]: row j is the sum of the pulls 1 … j
};

/// z = Σ_j α_j v_j, pull by pull; the last partial sum has the bits of attend()'s context,
/// unless v holds NaN or ∞ behind a mask: here every weight is multiplied, 0 too.
/// weights: length S; v: [S, d_v]. Refuses unequal S (`shape`).
Result<Blend> blend(const Vector& weights, const Matrix& v);

}  // namespace attention
