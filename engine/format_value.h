/// A value of a format taken apart, and a format's landmarks: what a learner looks at.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/float_format.h"

namespace attention {

/// value = ± significand · 2^exponent; both are NaN for infinities and NaN.
struct FormatValue {
  double value;
  std::uint64_t bits;  ///< sign | exponent | fraction
  FloatClass floatClass;
  double significand;      ///< in [1, 2) for normal numbers, below 1 for subnormals and 0
  double exponent;         ///< without bias; that of the smallest normal number below it
  double ulp;              ///< spacing of the format's values at this one
  double up, down;         ///< the next values in the format
  bool overflow = false;   ///< the rounding went beyond the largest finite value
  bool underflow = false;  ///< the rounding made 0 of another number
};

/// What one rounding gave.
FormatValue describe(const Rounding& rounding, const FloatFormat& format);

/// What a pattern stands for. The pattern of a NaN is kept as it is.
FormatValue describeBits(std::uint64_t bits, const FloatFormat& format);

/// "add", "subtract", "multiply" and "divide" of a and b, "exp" and "log" of a: the operation done
/// once, on the numbers as they are. Another word is refused (`type`).
Result<FormatValue> calculate(std::string_view operation, double a, double b,
                              const FloatFormat& format);

struct FormatInfo {
  double largest;
  double smallestNormal;
  double smallestSubnormal;
  double epsilon;  ///< from 1 to the next value
  /// Half a step past the largest value: numbers beyond overflow, and so does this one itself in
  /// IEEE-like formats (65520 in FP16). ∞ for FP64, where no double is between.
  double overflowBoundary;
  /// The sum of ones stops growing here: 1 is half of the next step. ∞ where that is never reached.
  double onesStallAt;
  ExpRange exp;
};
FormatInfo infoOf(const FloatFormat& format);

}  // namespace attention
