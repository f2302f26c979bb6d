/// Which query may attend to which key.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/error.h"

namespace attention {

/// "causal": query i may attend to the keys 1 … i. Otherwise a matrix of booleans.
struct Mask {
  bool causal = false;
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::vector<std::uint8_t> data = {};  ///< [rows, cols], row-major; other than 0 = may attend
};

/// All masks in one, [T, S] row-major; 1 = may attend. Empty if nothing is masked.
using Allowed = std::vector<std::uint8_t>;

/// A position is allowed if every mask allows it. Refuses masks of another size than [T, S], and
/// a causal one unless T = S, since it could be aligned at either end (code `shape`); and more than
/// kMaxValues positions (`range`).
Result<Allowed> combine(const std::vector<Mask>& masks, std::size_t queries, std::size_t keys);

}  // namespace attention
