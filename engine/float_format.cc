#include "engine/float_format.h"

#include <cmath>
#include <limits>

#include "engine/bits.h"
#include "engine/elementary.h"

namespace attention {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

constexpr int kDoubleFraction = 52;
constexpr int kDoubleMinExponent = -1022;

// 2^exponent for −1074 ≤ exponent ≤ 1023.
double powerOfTwo(int exponent) {
  const bool normal = exponent >= kDoubleMinExponent;
  return bitCast<double>(
      normal ? std::uint64_t(exponent - kDoubleMinExponent + 1) << kDoubleFraction
             : std::uint64_t{1} << (exponent - kDoubleMinExponent + kDoubleFraction));
}

// A finite double is significand · 2^exponent, with its sign; the significand has at most 53 bits.
struct Parts {
  bool negative;
  std::uint64_t significand;
  int exponent;
};

Parts decompose(double x) {
  const std::uint64_t bits = bitCast<std::uint64_t>(x);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << kDoubleFraction) - 1);
  const int biased = static_cast<int>(bits >> kDoubleFraction & 0x7ff);
  const std::uint64_t hidden = biased == 0 ? 0 : std::uint64_t{1} << kDoubleFraction;
  return {bits >> 63 != 0, hidden | fraction,
          (biased == 0 ? 1 : biased) + kDoubleMinExponent - 1 - kDoubleFraction};
}

// floor(log2 |x|) of a finite x ≠ 0.
int exponentOf(double x) {
  const Parts parts = decompose(x);
  return parts.exponent + bitWidth(parts.significand) - 1;
}

// The exponent of the last place of numbers in [2^exponent, 2^(exponent + 1)).
int lastPlace(int exponent, const FloatFormat& format) {
  return (exponent < format.minExponent() ? format.minExponent() : exponent) - format.fractionBits;
}

double beyondLargest(bool negative, const FloatFormat& format) {
  switch (format.beyond) {
    case Beyond::kInfinity:
      return negative ? -kInfinity : kInfinity;
    case Beyond::kSaturate:
      return negative ? -format.largest() : format.largest();
    case Beyond::kNan:
      break;
  }
  return kNaN;
}

// Rounds the parts' number to the format. The number may have a tail of less than half a unit of
// its significand that was left out; all that matters of it is its sign, and that only where the
// significand alone looks like a tie.
Rounding roundParts(Parts parts, int tail_sign, const FloatFormat& format) {
  if (parts.significand == 0) return {parts.negative ? -0.0 : 0.0};
  const int top = parts.exponent + bitWidth(parts.significand) - 1;
  if (top > format.maxExponent()) return {beyondLargest(parts.negative, format), true};

  const int last_place = lastPlace(top, format);
  const int drop = last_place - parts.exponent;
  std::uint64_t kept;
  if (drop <= 0) {
    kept = parts.significand << -drop;
  } else if (drop > kDoubleFraction + 2) {
    kept = 0;
  } else {
    kept = parts.significand >> drop;
    const std::uint64_t rest = parts.significand - (kept << drop);
    const std::uint64_t half = std::uint64_t{1} << (drop - 1);
    const bool tie_goes_up = tail_sign > 0 || (tail_sign == 0 && kept % 2 == 1);
    if (rest > half || (rest == half && tie_goes_up)) ++kept;
  }
  const double magnitude = static_cast<double>(kept) * powerOfTwo(last_place);
  if (magnitude > format.largest()) return {beyondLargest(parts.negative, format), true};
  return {parts.negative ? -magnitude : magnitude, false, kept == 0};
}

Rounding roundPair(DoubleDouble x, int exponent, const FloatFormat& format) {
  Parts parts = decompose(x.hi);
  parts.exponent += exponent;
  const double tail = parts.negative ? -x.lo : x.lo;
  return roundParts(parts, (tail > 0) - (tail < 0), format);
}

std::uint64_t signBit(const FloatFormat& format) {
  return std::uint64_t{1} << (format.exponentBits + format.fractionBits);
}

// The bits of the positive numbers' top exponent with fraction 0.
std::uint64_t topExponentBits(const FloatFormat& format) {
  return ((std::uint64_t{1} << format.exponentBits) - 1) << format.fractionBits;
}

std::uint64_t nanBits(const FloatFormat& format) {
  return format.hasInfinity()
             ? topExponentBits(format) | std::uint64_t{1} << (format.fractionBits - 1)
             : signBit(format) - 1;
}

}  // namespace

double FloatFormat::largest() const {
  const int spare_fractions =
      hasInfinity() ? 1 : 2;  // the last fraction of the top exponent is NaN without infinity
  return (2 - spare_fractions * powerOfTwo(-fractionBits)) * powerOfTwo(maxExponent());
}

double FloatFormat::smallestNormal() const {
  return powerOfTwo(minExponent());
}

double FloatFormat::smallestSubnormal() const {
  return powerOfTwo(minExponent() - fractionBits);
}

Result<FloatFormat> formatNamed(std::string_view name) {
  struct Named {
    std::string_view name;
    FloatFormat format;
  };
  static constexpr Named kNamed[] = {
      {"fp64", kFp64},
      {"fp32", kFp32},
      {"fp16", kFp16},
      {"bf16", kBf16},
      {"fp8e5m2", kFp8E5M2},
      {"fp8e4m3", kFp8E4M3},
      {"fp8e4m3-saturating", kFp8E4M3Saturating},
  };
  for (const Named& named : kNamed) {
    if (named.name == name) return named.format;
  }
  return error(ErrorCode::kType, "format: there is none called ", name);
}

Result<FloatFormat> customFormat(int exponentBits, int fractionBits) {
  if (exponentBits < 2 || exponentBits > 11) {
    return error(ErrorCode::kRange, "exponentBits: must be 2 to 11, is ", exponentBits);
  }
  if (fractionBits < 1 || fractionBits > kDoubleFraction) {
    return error(ErrorCode::kRange, "fractionBits: must be 1 to 52, is ", fractionBits);
  }
  return FloatFormat{exponentBits, fractionBits};
}

Rounding roundFlagged(double x, const FloatFormat& format) {
  if (std::isnan(x)) return {kNaN};
  if (std::isinf(x)) return {beyondLargest(x < 0, format)};
  return roundParts(decompose(x), 0, format);
}

Rounding expFlagged(double x, const FloatFormat& format) {
  if (std::isnan(x)) return {kNaN};
  if (std::isinf(x)) return x > 0 ? roundFlagged(x, format) : Rounding{0};
  // Beyond ±1024 the widest format has long overflowed or reached 0; there the size of x no longer
  // matters.
  const Scaled power = exponential(x > 1024 ? 1024 : x < -1024 ? -1024 : x);
  return roundPair(power.mantissa, power.exponent, format);
}

Rounding logFlagged(double x, const FloatFormat& format) {
  if (std::isnan(x) || x < 0) return {kNaN};
  if (x == 0) return {beyondLargest(true, format)};
  if (std::isinf(x)) return roundFlagged(x, format);
  return roundPair(logarithm(x), 0, format);
}

std::uint64_t toBits(double value, const FloatFormat& format) {
  if (std::isnan(value)) return nanBits(format);
  const std::uint64_t sign = std::signbit(value) ? signBit(format) : 0;
  if (value == 0) return sign;
  if (std::isinf(value)) return sign | topExponentBits(format);
  const Parts parts = decompose(value);
  const int exponent = exponentOf(value);
  const int drop = lastPlace(exponent, format) - parts.exponent;
  const std::uint64_t significand =
      drop < 0 ? parts.significand << -drop : parts.significand >> drop;
  // A normal number's hidden bit adds the last one to the exponent field, which is why the field
  // starts one lower.
  const int field = exponent < format.minExponent() ? 0 : exponent - format.minExponent();
  return sign | ((std::uint64_t(field) << format.fractionBits) + significand);
}

double fromBits(std::uint64_t bits, const FloatFormat& format) {
  const std::uint64_t magnitude_bits = bits & (signBit(format) - 1);
  const bool is_nan = format.hasInfinity() ? magnitude_bits > topExponentBits(format)
                                           : magnitude_bits == nanBits(format);
  if (is_nan) return kNaN;
  double magnitude = kInfinity;
  if (!format.hasInfinity() || magnitude_bits != topExponentBits(format)) {
    const std::uint64_t fraction = magnitude_bits & ((std::uint64_t{1} << format.fractionBits) - 1);
    const int field = static_cast<int>(magnitude_bits >> format.fractionBits);
    const std::uint64_t hidden = field == 0 ? 0 : std::uint64_t{1} << format.fractionBits;
    const int last_place = lastPlace(format.minExponent() + (field == 0 ? 0 : field - 1), format);
    magnitude = static_cast<double>(hidden | fraction) * powerOfTwo(last_place);
  }
  return (bits & signBit(format)) != 0 ? -magnitude : magnitude;
}

FloatClass classify(double value, const FloatFormat& format) {
  if (std::isnan(value)) return FloatClass::kNan;
  if (std::isinf(value)) return FloatClass::kInfinity;
  if (value == 0) return FloatClass::kZero;
  return std::fabs(value) < format.smallestNormal() ? FloatClass::kSubnormal : FloatClass::kNormal;
}

double nextUp(double value, const FloatFormat& format) {
  if (std::isnan(value) || value == kInfinity) return value;
  const std::int64_t place = ordinal(value, format);
  return place == -1 ? -0.0 : fromOrdinal(place + 1, format);
}

double nextDown(double value, const FloatFormat& format) {
  return -nextUp(-value, format);
}

std::int64_t ordinal(double value, const FloatFormat& format) {
  const auto magnitude = static_cast<std::int64_t>(toBits(std::fabs(value), format));
  return value < 0 ? -magnitude : magnitude;
}

double fromOrdinal(int64_t place, const FloatFormat& format) {
  const bool negative = place < 0;
  const std::int64_t magnitude = negative ? -place : place;
  if (magnitude > ordinal(format.largest(), format)) return beyondLargest(negative, format);
  const double value = fromBits(static_cast<std::uint64_t>(magnitude), format);
  return negative ? -value : value;
}

double ulpDistance(double a, double b, const FloatFormat& format) {
  if (std::isnan(a) || std::isnan(b)) return kNaN;
  const auto from = static_cast<std::uint64_t>(ordinal(a < b ? a : b, format));
  const auto to = static_cast<std::uint64_t>(ordinal(a < b ? b : a, format));
  return static_cast<double>(
      to - from);  // unsigned: the distance of opposite signs fits in 64 bits only
}

double ulp(double x, const FloatFormat& format) {
  if (!std::isfinite(x)) return kNaN;
  return powerOfTwo(lastPlace(x == 0 ? format.minExponent() : exponentOf(x), format));
}

double ulpError(double value, double exact, const FloatFormat& format) {
  if (value == exact) return 0;
  return (value - exact) / ulp(exact, format);
}

ExpRange exponentialRange(const FloatFormat& format) {
  const std::int64_t largest = ordinal(format.largest(), format);
  const auto overflows = [&](double x) { return expFlagged(x, format).overflow; };
  const auto underflows = [&](double x) { return expFlagged(-x, format).underflow; };
  const double lowest = -fromOrdinal(firstOrdinal(0, largest, format, underflows), format);
  return {log(format.largest(), kFp64),
          fromOrdinal(firstOrdinal(0, largest, format, overflows), format),
          underflows(-lowest) ? lowest : kNaN};
}

}  // namespace attention
