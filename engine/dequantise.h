/// From 8-bit codes back to numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/geometry.h"

namespace attention {

/// Row i of the result is codes_i · scales_i, each product rounded once. codes: [rows, cols]
/// row-major; scales: length rows. Refuses sizes that do not fit (`shape`).
Result<Matrix> dequantise(std::size_t rows, std::size_t cols, const std::vector<std::int8_t>& codes,
                          const Vector& scales);

}  // namespace attention
