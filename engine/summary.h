/// Weights, read as distributions.
#pragma once

#include "engine/geometry.h"

namespace attention {

struct WeightSummary {
  Vector rowSums;     ///< length T
  Vector columnSums;  ///< length S
  double total;
  Vector entropy;  ///< of each row, in bits: −Σ α log₂ α with 0 log 0 = 0
  Vector
      perplexity;  ///< 2^entropy: how many tokens the row effectively reads; 0 for a row of zeros
};

/// weights: [T, S]. Sums are taken in double. NaN stays in what it belongs to.
Result<WeightSummary> summarise(const Matrix& weights);

}  // namespace attention
