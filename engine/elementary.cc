#include "engine/elementary.h"

#include <array>
#include <cmath>
#include <span>

namespace attention {
namespace {

// ln 2 in three pieces. The first two end in eleven zero bits, so that their products with an
// exponent are exact.
constexpr double kLn2High = 0x1.62e42fefa38p-1;
constexpr double kLn2Middle = 0x1.ef35793c76p-45;
constexpr double kLn2Low = 0x1.cc01f97b57a08p-87;

// Both series need coefficients of the form 1/n: of 106 bits where a term can reach into the first
// 53 bits of the result, of 53 bits after that.
constexpr int kExpTerms = 23;  // r^24 / 24! < 2^-115 for |r| ≤ 0.347
constexpr int kExpLong = 15;
constexpr int kLogTerms = 21;  // 2 s^43 / 43 < 2^-109 s for |s| ≤ 0.1716
constexpr int kLogLong = 12;

constexpr auto kInverseFactorial = [] {
  std::array<DoubleDouble, kExpTerms + 1> inverse{};
  inverse[0] = {1};
  for (int n = 1; n <= kExpTerms; ++n) inverse[n] = inverse[n - 1] / DoubleDouble{double(n)};
  return inverse;
}();

constexpr auto kInverseOdd = [] {
  std::array<DoubleDouble, kLogTerms + 1> inverse{};
  for (int n = 0; n <= kLogTerms; ++n) inverse[n] = DoubleDouble{1} / DoubleDouble{2.0 * n + 1};
  return inverse;
}();

// Σ c_n x^(n − first) over first ≤ n ≤ last, by Horner: in doubles from `last` down to `precise`,
// then in pairs.
DoubleDouble series(std::span<const DoubleDouble> c, int first, int precise, int last,
                    DoubleDouble x) {
  double tail = c[last].hi;
  for (int n = last - 1; n >= precise; --n) tail = tail * x.hi + c[n].hi;
  DoubleDouble sum{tail};
  for (int n = precise - 1; n >= first; --n) sum = sum * x + c[n];
  return sum;
}

// x − k ln 2.
DoubleDouble reduced(double x, double k) {
  return (twoSum(x, -k * kLn2High) + -k * kLn2Middle) + -k * kLn2Low;
}

}  // namespace

Scaled exponential(double x) {
  const double k = std::floor(x * 0x1.71547652b82fep+0 + 0.5);  // x / ln 2, to the nearest integer
  const DoubleDouble r = reduced(x, k);                         // |r| ≤ 0.347
  // e^r − 1 is kept apart from the 1 until the end: for small r its own last bits decide which side
  // of a tie e^r is on.
  const DoubleDouble less_one = r + r * r * series(kInverseFactorial, 2, kExpLong, kExpTerms, r);
  const DoubleDouble one = twoSum(1, less_one.hi);
  return {fastTwoSum(one.hi, one.lo + less_one.lo), static_cast<int>(k)};
}

DoubleDouble logarithm(double x) {
  int k;
  double m = std::frexp(x, &k);  // x = m · 2^k, then m in [√½, √2)
  if (m < 0x1.6a09e667f3bcdp-1) {
    m *= 2;
    --k;
  }
  // ln m = 2 artanh s, s = (m − 1) / (m + 1).
  const DoubleDouble s = DoubleDouble{m - 1} / twoSum(m, 1);
  const DoubleDouble ln_m =
      DoubleDouble{2} * s * series(kInverseOdd, 0, kLogLong, kLogTerms, s * s);
  const double exponent = k;
  return (DoubleDouble{exponent * kLn2High} + exponent * kLn2Middle) + (ln_m + exponent * kLn2Low);
}

}  // namespace attention
