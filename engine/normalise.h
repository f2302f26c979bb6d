/// From scaled scores to weights that sum to one.
#pragma once

#include "engine/mask.h"
#include "engine/matrix.h"

namespace attention {

/// Over what the weights sum to one. Attention normalises by row; the others are for comparison.
enum class Normalise { kRow, kColumn, kMatrix };

/// What the softmax sees: scaled / temperature, −∞ where not allowed. The mask selects and is
/// never added or multiplied, so NaN behind it is gone.
/// Temperature 0 is the limit: 0 for the largest of each row (column, matrix), −∞ for the others;
/// NaN throughout if NaN is among them.
Matrix logitsOf(const Matrix& scaled, float temperature, const Allowed& allowed,
                Normalise normalise);

/// Softmax of the logits, each row (column, the matrix) for itself. Where all are −∞ the weights
/// are 0; where one is NaN or +∞ all are NaN.
Matrix weightsOf(const Matrix& logits, Normalise normalise);

}  // namespace attention
