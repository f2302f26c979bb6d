/// How vectors lie to one another.
#pragma once

#include <span>
#include <vector>

#include "engine/error.h"
#include "engine/matrix.h"

namespace attention {

using Vector = std::vector<float>;

struct Similarity {
  Vector products;      ///< x_m y_m, length d
  double dot;           ///< Σ_m x_m y_m, the same bits as in attend()'s scores
  double lengthX;       ///< |x|
  double lengthY;       ///< |y|
  double cosine;        ///< in [−1, 1]; NaN where either vector has no length
  double degrees;       ///< the angle between them, 0 to 180; NaN as above
  Vector shadow;        ///< the projection of x on y, length d; zeros where y has no length
  double shadowLength;  ///< |x| cos θ; 0 where y has no length
};

/// x, y: length d. Refuses empty vectors and unequal lengths (`shape`).
/// All but `dot` is computed in double, so that lengths do not overflow before their time.
Result<Similarity> similarity(const Vector& x, const Vector& y);

/// |x_i| of each row; x: [T, d] → length T.
Result<Vector> lengths(const Matrix& x);

/// |x|, computed in double.
double length(std::span<const float> x);

}  // namespace attention
