/// Random numbers that are the same on every machine.
#pragma once

#include <cstdint>

#include "engine/error.h"
#include "engine/matrix.h"

namespace attention {

/// The seeds that JavaScript's numbers can name exactly.
inline constexpr std::uint64_t kMaxSeed = (std::uint64_t{1} << 53) - 1;

/// Independent draws from the standard normal distribution, [rows, cols]; one seed, one matrix, bit
/// for bit. Refuses a matrix without values (`shape`), too many of them or a seed above kMaxSeed
/// (`range`).
///
/// Uniform numbers by SplitMix64 (Steele, Lea and Flood, 2014), made normal by the polar method
/// (Marsaglia and Bray, 1964). The logarithm is our own: those of C libraries differ in the last
/// bit.
Result<Matrix> normal(std::size_t rows, std::size_t cols, std::uint64_t seed);

}  // namespace attention
