/// The engine's own exponential and logarithm, the same bits on every machine, with enough of them
/// to round correctly.
///
/// The functions of <cmath> differ from one C library to the next in the last bit; these use the
/// four operations of IEEE doubles only. Both results carry about 100 correct bits, so whoever
/// rounds them to a format gets the nearest value unless the true one lies within a 2^-47th of a
/// double's last place of a tie.
#pragma once

#include "engine/double_double.h"

namespace attention {

/// (mantissa.hi + mantissa.lo) · 2^exponent: a result that a double could neither hold in precision
/// nor in range.
struct Scaled {
  DoubleDouble mantissa;
  int exponent;
};

/// e^x for finite |x| ≤ 2^10; mantissa in (0.7, 1.42). Relative error ≤ 2^-100.
Scaled exponential(double x);

/// ln x for finite x > 0. Relative error ≤ 2^-100.
DoubleDouble logarithm(double x);

}  // namespace attention
