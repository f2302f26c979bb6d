/// Attention applied to its own output.
#pragma once

#include "engine/attention.h"
#include "engine/geometry.h"

namespace attention {

struct Layers {
  std::vector<Matrix> outputs;  ///< layers + 1 of [T, d]: x itself, then each layer's context
  Vector spreads;  ///< of each output: the root-mean-square distance of the rows from their mean
  Vector longest;  ///< of each output: the length of its longest row
};

inline constexpr std::size_t kMaxLayers = 1000;

/// x ← attendContext(x), `layers` times, with the scale, temperature and masks of `options` and
/// nothing between the layers. Refuses more than kMaxLayers (`range`) and what attend() refuses.
Result<Layers> stack(const Matrix& x, std::size_t layers, AttendOptions options);

}  // namespace attention
