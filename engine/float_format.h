/// Binary floating-point formats of up to 64 bits, and arithmetic that is true to them.
///
/// A value of a format is held as the double it equals; every format here is a subset of FP64. Each
/// operation is done in double and rounded once to the format, to nearest, ties to even, with
/// subnormals, signed zeros, infinities and NaN as in IEEE 754-2019. That is what the operation
/// means here. It is also the correctly rounded operation on the exact result wherever the format
/// has at most 24 fraction bits, for then rounding twice is innocuous (Figueroa 1995: 53 ≥ 2p + 2);
/// of wider custom formats it can differ in the last bit, as everywhere that doubles stand in for
/// them. exp and log skip the double: they round some 100 bits to the format.
#pragma once

#include <cstdint>
#include <numeric>
#include <string_view>

#include "engine/error.h"

namespace attention {

/// What a result beyond the largest finite value becomes. In formats of kNan and kSaturate the top
/// exponent holds numbers and only its last fraction is NaN, as in E4M3; there is no infinity.
enum class Beyond : std::uint8_t { kInfinity, kNan, kSaturate };

struct FloatFormat {
  int exponentBits = 11;  ///< 2 … 11
  int fractionBits = 52;  ///< 1 … 52
  Beyond beyond = Beyond::kInfinity;

  constexpr bool hasInfinity() const { return beyond == Beyond::kInfinity; }
  constexpr int bias() const { return (1 << (exponentBits - 1)) - 1; }
  constexpr int minExponent() const { return 1 - bias(); }
  constexpr int maxExponent() const { return bias() + (hasInfinity() ? 0 : 1); }

  double largest() const;
  double smallestNormal() const;
  double smallestSubnormal() const;

  bool operator==(const FloatFormat&) const = default;
};

inline constexpr FloatFormat kFp64{11, 52};
inline constexpr FloatFormat kFp32{8, 23};
inline constexpr FloatFormat kFp16{5, 10};
inline constexpr FloatFormat kBf16{8, 7};
/// The 8-bit formats of Micikevicius et al. 2022, "FP8 formats for deep learning".
inline constexpr FloatFormat kFp8E5M2{5, 2};
inline constexpr FloatFormat kFp8E4M3{4, 3, Beyond::kNan};
inline constexpr FloatFormat kFp8E4M3Saturating{4, 3, Beyond::kSaturate};

/// "fp64", "fp32", "fp16", "bf16", "fp8e5m2", "fp8e4m3" or "fp8e4m3-saturating"; another name is
/// refused (`type`).
Result<FloatFormat> formatNamed(std::string_view name);

/// An IEEE-like format of the caller's own; an error names the field that is out of range.
Result<FloatFormat> customFormat(int exponentBits, int fractionBits);

enum class FloatClass : std::uint8_t { kNormal, kSubnormal, kZero, kInfinity, kNan };

/// One rounding and what it did to the value. Of IEEE's flags, those that a learner has to see.
struct Rounding {
  double value = 0;
  bool overflow = false;   ///< a finite number went beyond the largest finite value
  bool underflow = false;  ///< a number other than 0 became 0
};

Rounding roundFlagged(double x, const FloatFormat& format);
Rounding expFlagged(double x, const FloatFormat& format);  ///< e^x, correctly rounded
Rounding logFlagged(double x, const FloatFormat& format);  ///< ln x, correctly rounded

/// The value of the format nearest to x. NaN comes back as the one positive quiet NaN.
inline double round(double x, const FloatFormat& format) {
  return roundFlagged(x, format).value;
}
inline double add(double a, double b, const FloatFormat& format) {
  return round(a + b, format);
}
inline double subtract(double a, double b, const FloatFormat& format) {
  return round(a - b, format);
}
inline double multiply(double a, double b, const FloatFormat& format) {
  return round(a * b, format);
}
inline double divide(double a, double b, const FloatFormat& format) {
  return round(a / b, format);
}
inline double exp(double x, const FloatFormat& format) {
  return expFlagged(x, format).value;
}
inline double log(double x, const FloatFormat& format) {
  return logFlagged(x, format).value;
}

/// The functions below take values of the format (results of round).

/// sign | exponent | fraction, in the low 1 + exponentBits + fractionBits bits.
std::uint64_t toBits(double value, const FloatFormat& format);
/// The inverse; bits above the format's own are ignored. Every pattern of a NaN gives the same NaN.
double fromBits(std::uint64_t bits, const FloatFormat& format);

FloatClass classify(double value, const FloatFormat& format);

/// The next value up or down, as nextUp and nextDown of IEEE 754; past the largest of a format
/// without infinity, what overflow gives there.
double nextUp(double value, const FloatFormat& format);
double nextDown(double value, const FloatFormat& format);

/// The finite values and infinities in order: 0 for ±0, 1 for the smallest positive value, −1 for
/// its negative.
std::int64_t ordinal(double value, const FloatFormat& format);
double fromOrdinal(std::int64_t place, const FloatFormat& format);

/// The first ordinal in [from, to] at whose value a property holds that holds from some value on;
/// `to` if it holds at none before. By bisection.
template <typename Property>
std::int64_t firstOrdinal(std::int64_t from, std::int64_t to, const FloatFormat& format,
                          Property holds) {
  while (from < to) {
    const std::int64_t middle = std::midpoint(from, to);
    if (holds(fromOrdinal(middle, format))) {
      to = middle;
    } else {
      from = middle + 1;
    }
  }
  return to;
}

/// How many steps from one value to the next lie between a and b; NaN if either is.
double ulpDistance(double a, double b, const FloatFormat& format);

/// The spacing of the format's values at any real x, as if its exponents had no upper end; NaN
/// unless x is finite.
double ulp(double x, const FloatFormat& format);

/// (value − exact) / ulp(exact): how many last places a value is off. 0 where both are the same
/// infinity.
double ulpError(double value, double exact, const FloatFormat& format);

/// Where e^x leaves the format.
struct ExpRange {
  double logLargest;      ///< ln of the largest finite value, in FP64
  double overflowInput;   ///< the format's smallest value whose exponential, rounded, overflows
  double underflowInput;  ///< its largest finite value whose exponential becomes 0; NaN if none
};
ExpRange exponentialRange(const FloatFormat& format);

}  // namespace attention
