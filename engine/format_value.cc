#include "engine/format_value.h"

#include <cmath>
#include <limits>
#include <vector>

#include "engine/trace.h"

namespace attention {

FormatValue describe(const Rounding& rounding, const FloatFormat& format) {
  const double value = rounding.value;
  FormatValue result{};
  result.value = value;
  result.bits = toBits(value, format);
  result.floatClass = classify(value, format);
  result.ulp = ulp(value, format);
  result.up = nextUp(value, format);
  result.down = nextDown(value, format);
  result.overflow = rounding.overflow;
  result.underflow = rounding.underflow;
  // A last place is 2^(exponent − fractionBits), normal or not; for ∞ and NaN it is NaN.
  const double lastPlaces = std::ldexp(1, format.fractionBits);
  result.significand = std::fabs(value) / result.ulp / lastPlaces;
  result.exponent =
      std::isnan(result.ulp) ? result.ulp : std::ilogb(result.ulp) + format.fractionBits;
  return result;
}

FormatValue describeBits(std::uint64_t bits, const FloatFormat& format) {
  const int width = 1 + format.exponentBits + format.fractionBits;
  FormatValue result = describe({fromBits(bits, format)}, format);
  result.bits = bits & (~std::uint64_t{0} >> (64 - width));
  return result;
}

Result<FormatValue> calculate(std::string_view operation, double a, double b,
                              const FloatFormat& format) {
  if (operation == "exp") return describe(expFlagged(a, format), format);
  if (operation == "log") return describe(logFlagged(a, format), format);
  std::vector<Failure> failures;
  Tape tape(format, failures);
  Rounding result;
  if (operation == "add") {
    result.value = tape.add({Stage::kSum, 0}, a, b);
  } else if (operation == "subtract") {
    result.value = tape.subtract({Stage::kShift, 0}, a, b);
  } else if (operation == "multiply") {
    result.value = tape.multiply({Stage::kProduct, 0}, a, b);
  } else if (operation == "divide") {
    result.value = tape.divide({Stage::kDivide, 0}, a, b);
  } else {
    return error(ErrorCode::kType, "operation: there is none called ", operation);
  }
  for (const Failure& failure : failures) {
    result.overflow = result.overflow || failure.kind == FailureKind::kOverflow;
    result.underflow = result.underflow || failure.kind == FailureKind::kUnderflow;
  }
  return describe(result, format);
}

FormatInfo infoOf(const FloatFormat& format) {
  const double largest = format.largest();
  const double onesStallAt = std::ldexp(2, format.fractionBits);
  FormatInfo info{};
  info.largest = largest;
  info.smallestNormal = format.smallestNormal();
  info.smallestSubnormal = format.smallestSubnormal();
  info.epsilon = ulp(1, format);
  info.overflowBoundary = largest + ulp(largest, format) / 2;
  info.onesStallAt = onesStallAt <= largest ? onesStallAt : std::numeric_limits<double>::infinity();
  info.exp = exponentialRange(format);
  return info;
}

}  // namespace attention
