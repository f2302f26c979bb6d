/// Self-attention in a float format, every operation rounded, layer upon layer: where a number
/// breaks, and how far the damage goes.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/error.h"
#include "engine/softmax.h"
#include "engine/values.h"

namespace attention {

struct FormatAttentionOptions {
  SoftmaxOptions softmax;     ///< the format, the shift, the format of all sums
  bool divideBySqrt = false;  ///< scores / √d
  std::size_t layers = 1;     ///< x ← context between them, nothing else; 1 to 64
};

/// How many values of a matrix are not numbers of use.
struct Broken {
  std::size_t nan = 0;
  std::size_t infinite = 0;
};

struct FormatLayer {
  Values scores;   ///< [T, T]: x_i · x_j, divided by √d if asked
  Values weights;  ///< [T, T]
  Values context;  ///< [T, d]
  Broken brokenScores, brokenWeights, brokenContext;
};

/// x: [T, d]. Dot products are summed in the accumulator's format and put back into the format;
/// every weight is multiplied, also one of 0, as a plain matrix product does: 0 · NaN is NaN.
/// Refuses an empty x (`shape`), layers and results out of range (`range`).
Result<std::vector<FormatLayer>> attendInFormat(const Values& x,
                                                const FormatAttentionOptions& options);

}  // namespace attention
