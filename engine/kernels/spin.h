/// What a machine can do at most: the yardstick of the benchmarks.
#pragma once

#include <cstddef>

namespace attention::kernels {

/// Multiplies and adds as the fused kernels do, but in registers only. Returns how many
/// floating-point operations one of `rounds` was, so that a clock can make a speed of it; `sink` is
/// what they came to, which nobody needs but the compiler.
std::size_t spin(std::size_t rounds, float& sink);

}  // namespace attention::kernels
