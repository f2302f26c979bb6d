/// Numbers of about 106 bits as unevaluated sums of two doubles, for the few results that one
/// double cannot hold.
///
/// Only + − × ÷ of IEEE doubles are used, without fused operations, so that every compiler and
/// machine gives the same bits; this file's users are compiled with -ffp-contract=off. Algorithms
/// and bounds: Joldes, Muller and Popescu 2017, "Tight and rigorous error bounds for basic building
/// blocks of double-word arithmetic"; u = 2^-53.
#pragma once

namespace attention {

/// hi is the double nearest to hi + lo.
struct DoubleDouble {
  double hi;
  double lo = 0;
};

/// a + b exactly, for |a| ≥ |b| or a = 0 (Dekker 1971).
constexpr DoubleDouble fastTwoSum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

/// a + b exactly (Knuth).
constexpr DoubleDouble twoSum(double a, double b) {
  const double sum = a + b;
  const double b_in_sum = sum - a;
  return {sum, (a - (sum - b_in_sum)) + (b - b_in_sum)};
}

/// a · b exactly, for |a|, |b| < 2^995 and a product that is not near underflow (Veltkamp, Dekker
/// 1971).
constexpr DoubleDouble twoProduct(double a, double b) {
  constexpr double kSplitter = 0x1p27 + 1;  ///< cuts 53 bits into 26 and 26 with a sign
  const double a_big = kSplitter * a;
  const double a_high = a_big - (a_big - a);
  const double a_low = a - a_high;
  const double b_big = kSplitter * b;
  const double b_high = b_big - (b_big - b);
  const double b_low = b - b_high;
  const double product = a * b;
  return {product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

/// Relative error ≤ 2u².
constexpr DoubleDouble operator+(DoubleDouble x, double y) {
  const DoubleDouble sum = twoSum(x.hi, y);
  return fastTwoSum(sum.hi, x.lo + sum.lo);
}

/// Relative error ≤ 3u² + 13u³.
constexpr DoubleDouble operator+(DoubleDouble x, DoubleDouble y) {
  const DoubleDouble high = twoSum(x.hi, y.hi);
  const DoubleDouble low = twoSum(x.lo, y.lo);
  const DoubleDouble sum = fastTwoSum(high.hi, high.lo + low.hi);
  return fastTwoSum(sum.hi, low.lo + sum.lo);
}

/// Relative error ≤ 7u².
constexpr DoubleDouble operator*(DoubleDouble x, DoubleDouble y) {
  const DoubleDouble product = twoProduct(x.hi, y.hi);
  return fastTwoSum(product.hi, product.lo + (x.hi * y.lo + x.lo * y.hi));
}

/// Relative error ≤ 15u² + 56u³.
constexpr DoubleDouble operator/(DoubleDouble x, DoubleDouble y) {
  const double quotient = x.hi / y.hi;
  const DoubleDouble back = y * DoubleDouble{quotient};
  const double rest = (x.hi - back.hi) + (x.lo - back.lo);
  return fastTwoSum(quotient, rest / y.hi);
}

}  // namespace attention
