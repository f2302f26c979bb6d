// The formats against implementations of their own: integers only, the hardware's FP16 conversion,
// and a search among all values.
#include "engine/float_format.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/native/support.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace attention {
namespace {

const std::vector<FloatFormat> kNarrow{kFp16,  kBf16,  kFp8E5M2, kFp8E4M3, kFp8E4M3Saturating,
                                       {2, 1}, {2, 7}, {3, 4},   {8, 1},   {6, 9}};

int widthOf(const FloatFormat& format) {
  return 1 + format.exponentBits + format.fractionBits;
}

// ---- a twin that sees integers only

// Bits of an IEEE-like format to those of another with fewer fraction and no more exponent bits:
// the significand is shifted into place as one integer with the exponent, and a carry runs into it.
std::uint64_t narrowed(std::uint64_t bits, const FloatFormat& from, const FloatFormat& to) {
  const auto infinityOf = [](const FloatFormat& format) {
    return ((1ull << format.exponentBits) - 1) << format.fractionBits;
  };
  const std::uint64_t sign = bits >> (widthOf(from) - 1) << (widthOf(to) - 1);
  const std::uint64_t magnitude = bits & ((1ull << (widthOf(from) - 1)) - 1);
  if (magnitude > infinityOf(from)) return infinityOf(to) | 1ull << (to.fractionBits - 1);
  if (magnitude == infinityOf(from)) return sign | infinityOf(to);
  const std::uint64_t hidden = 1ull << from.fractionBits;
  const int rebias = from.bias() - to.bias();
  const int field = static_cast<int>(magnitude >> from.fractionBits);
  std::uint64_t whole = magnitude - rebias * hidden;  // with the bits that are to go
  int drop = from.fractionBits - to.fractionBits;
  if (field <= rebias) {  // subnormal in the target
    whole = magnitude % hidden + (field == 0 ? 0 : hidden);
    drop += rebias + 1 - (field == 0 ? 1 : field);
    if (drop > 60) return sign;
  }
  // Half of what goes, less one, and one more if the last bit that stays is odd: ties to even.
  const std::uint64_t bump = drop == 0 ? 0 : (1ull << (drop - 1)) - 1 + (whole >> drop & 1);
  const std::uint64_t rounded = (whole + bump) >> drop;
  return sign | (rounded < infinityOf(to) ? rounded : infinityOf(to));
}

bool agreesWithTwin(std::uint32_t single, const FloatFormat& format) {
  const double x = std::bit_cast<float>(single);
  return toBits(round(x, format), format) == narrowed(single, kFp32, format);
}

template <typename Visit>
void visitEveryBoundary(const FloatFormat& format, Visit visit) {
  const auto last = static_cast<std::uint32_t>(toBits(kInf, format));
  for (std::uint32_t bits = 0; bits < last; ++bits) {
    const double low = fromBits(bits, format);
    const double high =
        bits + 1 == last ? 2 * std::ldexp(1, format.maxExponent()) : fromBits(bits + 1, format);
    const auto value = std::bit_cast<std::uint32_t>(static_cast<float>(low));
    const auto tie = std::bit_cast<std::uint32_t>(static_cast<float>(low / 2 + high / 2));
    for (const std::uint32_t at : {value, tie}) {
      for (std::uint32_t near = at == 0 ? 0 : at - 1; near <= at + 1; ++near) {
        visit(near);
        visit(near | 0x80000000u);
      }
    }
  }
}

#if defined(__x86_64__)
__attribute__((target("f16c"))) std::uint16_t hardwareHalf(float x) {
  return static_cast<std::uint16_t>(_cvtss_sh(x, _MM_FROUND_TO_NEAREST_INT));
}
#endif

// ---- a twin that searches: the value of the format nearest to a / b, ties to the even pattern

struct Search {
  explicit Search(const FloatFormat& searched) : format(searched) {
    for (std::uint64_t bits = 0; bits < 1ull << (widthOf(format) - 1); ++bits) {
      if (std::isfinite(fromBits(bits, format))) values.push_back(fromBits(bits, format));
    }
    // Where the next value would be if the exponents went on.
    values.push_back(2 * values.back() - values[values.size() - 2]);
  }

  // All products are exact: a, b and the values have few bits.
  double nearestQuotient(double a, double b) const {
    const double top = std::fabs(a);
    const double bottom = std::fabs(b);
    std::size_t best = 0;
    for (std::size_t i = 1; i < values.size(); ++i) {
      const double off = std::fabs(values[i] * bottom - top);
      const double bestOff = std::fabs(values[best] * bottom - top);
      if (off < bestOff || (off == bestOff && i % 2 == 0)) best = i;
    }
    const double sign = std::signbit(a) != std::signbit(b) ? -1 : 1;
    if (best + 1 < values.size()) return sign * values[best];
    switch (format.beyond) {
      case Beyond::kInfinity:
        return sign * kInf;
      case Beyond::kSaturate:
        return sign * format.largest();
      case Beyond::kNan:
        break;
    }
    return kNaN;
  }

  FloatFormat format;
  std::vector<double> values;
};

bool same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) ||
         std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

}  // namespace

TEST_CASE("every value of the narrow formats survives bits, value, rounding, bits", "[format]") {
  for (const FloatFormat& format : kNarrow) {
    std::size_t changed = 0;
    for (std::uint64_t bits = 0; bits < 1ull << widthOf(format); ++bits) {
      const double value = fromBits(bits, format);
      const bool kept = toBits(value, format) == bits && same(round(value, format), value);
      if (!kept && !std::isnan(value)) ++changed;
      if (std::isnan(value) && !std::isnan(fromBits(toBits(value, format), format))) ++changed;
    }
    INFO(format.exponentBits << " exponent bits, " << format.fractionBits << " fraction bits");
    CHECK(changed == 0);
  }
}

TEST_CASE("bits mean what the hardware's own formats mean", "[format]") {
  std::uint64_t pattern = 0x9e3779b97f4a7c15;
  std::size_t wrong = 0;
  for (int i = 0; i < 1'000'000; ++i) {
    pattern = pattern * 6364136223846793005u + 1442695040888963407u;
    const auto wide = std::bit_cast<double>(pattern);
    const auto single = std::bit_cast<float>(static_cast<std::uint32_t>(pattern >> 32));
    if (!std::isnan(wide) && toBits(wide, kFp64) != pattern) ++wrong;
    if (!same(fromBits(pattern, kFp64), wide)) ++wrong;
    if (!std::isnan(single) && toBits(single, kFp32) != pattern >> 32) ++wrong;
    if (!same(fromBits(pattern >> 32, kFp32), single)) ++wrong;
    if (!same(round(wide, kFp32), static_cast<double>(static_cast<float>(wide)))) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("rounding agrees with integer arithmetic at every boundary", "[format]") {
  for (const FloatFormat& format :
       {kFp16, kBf16, kFp8E5M2, FloatFormat{2, 1}, FloatFormat{3, 4}, FloatFormat{6, 9}}) {
    std::size_t wrong = 0;
    visitEveryBoundary(
        format, [&](std::uint32_t single) { wrong += agreesWithTwin(single, format) ? 0 : 1; });
    for (std::uint64_t single = 0; single < 1ull << 32; single += 1009) {
      wrong += agreesWithTwin(static_cast<std::uint32_t>(single), format) ? 0 : 1;
    }
    INFO(format.exponentBits << " exponent bits, " << format.fractionBits << " fraction bits");
    CHECK(wrong == 0);
  }
}

TEST_CASE("wide formats round doubles as integer arithmetic does", "[format]") {
  std::uint64_t pattern = 42;
  for (const FloatFormat& format : {FloatFormat{11, 51}, FloatFormat{11, 30}, FloatFormat{11, 1},
                                    FloatFormat{9, 44}, FloatFormat{8, 40}, FloatFormat{2, 52}}) {
    std::size_t wrong = 0;
    for (int i = 0; i < 300'000; ++i) {
      pattern = pattern * 6364136223846793005u + 1442695040888963407u;
      std::uint64_t bits = pattern;
      if (i % 4 != 0) {  // exponents around the format's range, or its subnormals
        const int low = format.minExponent() - format.fractionBits - 2;
        const int span = i % 2 == 0 ? format.fractionBits + 4 : format.maxExponent() + 2 - low;
        const int field = std::max(0, low + static_cast<int>(pattern >> 54) % span + 1023);
        bits = (bits & 0x800fffffffffffffu) | static_cast<std::uint64_t>(std::min(field, 2046))
                                                  << 52;
      }
      if (i % 8 == 1)
        bits &= ~0ull << (std::max(0, 51 - format.fractionBits));  // ties and exact values
      const double x = std::bit_cast<double>(bits);
      if (toBits(round(x, format), format) != narrowed(bits, kFp64, format)) ++wrong;
    }
    INFO(format.exponentBits << " exponent bits, " << format.fractionBits << " fraction bits");
    CHECK(wrong == 0);
  }
}

#if defined(__x86_64__)
TEST_CASE("FP16 rounding agrees with the hardware's", "[format]") {
  if (!__builtin_cpu_supports("f16c")) SKIP("this machine has no F16C");
  std::size_t wrong = 0;
  const auto check = [&](std::uint32_t single) {
    const auto x = std::bit_cast<float>(single);
    if (!std::isnan(x) && toBits(round(x, kFp16), kFp16) != hardwareHalf(x)) ++wrong;
  };
  visitEveryBoundary(kFp16, check);
  for (std::uint64_t single = 0; single < 1ull << 32; single += 499)
    check(static_cast<std::uint32_t>(single));
  CHECK(wrong == 0);
}
#endif

TEST_CASE("each operation on 8-bit values gives the nearest value, found by search", "[format]") {
  for (const FloatFormat& format : {kFp8E5M2, kFp8E4M3, kFp8E4M3Saturating, FloatFormat{2, 3}}) {
    const Search search(format);
    std::size_t wrong = 0;
    const auto count = 1u << widthOf(format);
    for (std::uint32_t i = 0; i < count; ++i) {
      for (std::uint32_t j = i % 3; j < count; j += 3) {
        const double a = fromBits(i, format);
        const double b = fromBits(j, format);
        if (!std::isfinite(a) || !std::isfinite(b)) continue;
        if (a + b != 0 && !same(add(a, b, format), search.nearestQuotient(a + b, 1))) ++wrong;
        if (a - b != 0 && !same(subtract(a, b, format), search.nearestQuotient(a - b, 1))) ++wrong;
        if (!same(multiply(a, b, format), search.nearestQuotient(a * b, 1))) ++wrong;
        if (b != 0 && !same(divide(a, b, format), search.nearestQuotient(a, b))) ++wrong;
      }
    }
    INFO(format.exponentBits << " exponent bits, " << format.fractionBits << " fraction bits");
    CHECK(wrong == 0);
  }
}

TEST_CASE("FP32 operations are the hardware's", "[format]") {
  std::uint64_t pattern = 88172645463325252u;
  std::size_t wrong = 0;
  for (int i = 0; i < 400'000; ++i) {
    pattern = pattern * 6364136223846793005u + 1442695040888963407u;
    const auto a = std::bit_cast<float>(static_cast<std::uint32_t>(pattern >> 32));
    // Half of the time of a like exponent, so that sums round and quotients fall among subnormals.
    const std::uint32_t other = static_cast<std::uint32_t>(pattern * 0x9e3779b97f4a7c15u >> 32);
    const std::uint32_t mixed =
        i % 2 == 0 ? other : (std::bit_cast<std::uint32_t>(a) ^ (other & 0x81ffffff));
    const auto b = std::bit_cast<float>(mixed);
    const auto check = [&](double ours, float theirs) {
      if (!same(ours, std::isnan(theirs) ? kNaN : static_cast<double>(theirs))) ++wrong;
    };
    check(add(a, b, kFp32), a + b);
    check(subtract(a, b, kFp32), a - b);
    check(multiply(a, b, kFp32), a * b);
    check(divide(a, b, kFp32), a / b);
  }
  CHECK(wrong == 0);
}

TEST_CASE("an operation of a wide format rounds the double, once", "[format]") {
  const FloatFormat wide{11, 51};
  const double tie = 1 + 0x1p-52;
  CHECK(round(tie, wide) == 1);
  // The exact sum lies above the tie, its double on it; 51 bits are too many for that not to show.
  CHECK(add(tie, 0x1p-60, wide) == 1);
}

TEST_CASE("the boundary of FP16 overflow is 65520", "[format][cases]") {
  const std::vector<std::pair<double, double>> expected{{65504, 65504},  {65519.99, 65504},
                                                        {65520, kInf},   {70000, kInf},
                                                        {-65520, -kInf}, {-65519.99, -65504}};
  for (const auto& [x, y] : expected) CHECK(round(x, kFp16) == y);
  CHECK(std::isnan(round(kNaN, kFp16)));
  CHECK(roundFlagged(65520, kFp16).overflow);
  CHECK_FALSE(roundFlagged(65519.99, kFp16).overflow);
  CHECK_FALSE(roundFlagged(kInf, kFp16).overflow);
}

TEST_CASE("FP16 rounds its stored logits: 11.09 and its neighbours", "[format][cases]") {
  CHECK(round(11.09, kFp16) == 11.09375);
  CHECK(exp(11.09375, kFp16) == kInf);
  CHECK(exp(11.0859375, kFp16) == 65248);
  CHECK(exp(11.09, kFp16) == 65504);  // of a number that FP16 does not have
}

TEST_CASE("BF16 rounds to nearest and keeps NaN", "[format][cases]") {
  CHECK(round(1.1, kBf16) == 1.1015625);
  CHECK(std::isnan(round(kNaN, kBf16)));
  CHECK(toBits(kNaN, kBf16) == 0x7fc0);
}

TEST_CASE("−1e9 as a mask: −∞ in FP16, a value in BF16", "[format][cases]") {
  CHECK(round(-1e9, kFp16) == -kInf);
  CHECK(round(-1e9, kBf16) == -998244352);
}

TEST_CASE("E4M3 has no infinity: it gives NaN or stays at 448", "[format]") {
  CHECK(round(464, kFp8E4M3) == 448);  // a tie, and 448 is even
  CHECK(std::isnan(round(464.0001, kFp8E4M3)));
  CHECK(std::isnan(round(-kInf, kFp8E4M3)));
  CHECK(round(1e9, kFp8E4M3Saturating) == 448);
  CHECK(round(-kInf, kFp8E4M3Saturating) == -448);
  CHECK(roundFlagged(465, kFp8E4M3Saturating).overflow);
  CHECK(toBits(448, kFp8E4M3) == 0x7e);
  CHECK(toBits(kNaN, kFp8E4M3) == 0x7f);
  CHECK(fromBits(0x78, kFp8E4M3) == 256);  // where IEEE's infinity would be
}

TEST_CASE("the formats' landmarks", "[format]") {
  struct Landmarks {
    FloatFormat format;
    double largest, smallestNormal, smallestSubnormal, logLargest, overflowInput;
  };
  for (const Landmarks& at : {
           Landmarks{kFp64, 1.7976931348623157e308, 2.2250738585072014e-308,
                     4.9406564584124654e-324, 709.7827, 709.782712893384},
           Landmarks{kFp32, 3.4028234663852886e38, 1.1754943508222875e-38, 1.4012984643248171e-45,
                     88.7228, 88.72284},
           Landmarks{kFp16, 65504, 6.103515625e-05, 5.9604644775390625e-08, 11.0899, 11.09375},
           Landmarks{kBf16, 3.3895313892515355e38, 1.1754943508222875e-38, 9.1835496157991212e-41,
                     88.7189, 89},
           Landmarks{kFp8E5M2, 57344, 6.103515625e-05, 1.52587890625e-05, 10.9568, 12},
           Landmarks{kFp8E4M3, 448, 0.015625, 0.001953125, 6.1048, 6.5},
       }) {
    CHECK(at.format.largest() == at.largest);
    CHECK(at.format.smallestNormal() == at.smallestNormal);
    CHECK(at.format.smallestSubnormal() == at.smallestSubnormal);
    const ExpRange range = exponentialRange(at.format);
    CHECK(std::fabs(range.logLargest - at.logLargest) < 0.00005);  // the figures have four decimals
    CHECK(std::fabs(range.overflowInput - at.overflowInput) < 0.000005);
    CHECK(expFlagged(range.overflowInput, at.format).overflow);
    CHECK_FALSE(expFlagged(nextDown(range.overflowInput, at.format), at.format).overflow);
    CHECK(expFlagged(range.underflowInput, at.format).underflow);
    CHECK_FALSE(expFlagged(nextUp(range.underflowInput, at.format), at.format).underflow);
  }
  CHECK(std::isnan(exponentialRange({2, 52}).underflowInput));  // its lowest value is above −4
}

TEST_CASE("classes and signed zeros", "[format]") {
  CHECK(classify(0, kFp16) == FloatClass::kZero);
  CHECK(classify(6.0975551605224609e-05, kFp16) == FloatClass::kSubnormal);
  CHECK(classify(-6.103515625e-05, kFp16) == FloatClass::kNormal);
  CHECK(classify(-kInf, kFp16) == FloatClass::kInfinity);
  CHECK(classify(kNaN, kFp16) == FloatClass::kNan);
  CHECK(same(round(-0.0, kFp16), -0.0));
  CHECK(same(round(-1e-9, kFp16), -0.0));
  CHECK(roundFlagged(-1e-9, kFp16).underflow);
  CHECK(round(0x1p-25, kFp16) == 0);  // a tie with 0, which is even
  CHECK(round(std::nextafter(0x1p-25, 1), kFp16) == 0x1p-24);
}

TEST_CASE("neighbours and distances walk through all values in order", "[format]") {
  for (const FloatFormat& format : kNarrow) {
    std::size_t wrong = 0;
    double value = -format.largest();
    std::int64_t steps = 0;
    while (value < format.largest()) {
      const double next = nextUp(value, format);
      // −0 comes after the last negative value, +0 never.
      const bool keepsSign = value == 0 || std::signbit(next) == std::signbit(value);
      const bool isNext = next > value && keepsSign;
      if (!isNext || ordinal(next, format) != ordinal(value, format) + 1) ++wrong;
      if (nextDown(next, format) != value || ulpDistance(value, next, format) != 1) ++wrong;
      const double smaller = std::fmin(std::fabs(value), std::fabs(next));
      if (next - value != ulp(smaller, format)) ++wrong;
      value = next;
      ++steps;
    }
    CHECK(wrong == 0);
    CHECK(ulpDistance(-format.largest(), format.largest(), format) == static_cast<double>(steps));
  }
  CHECK(nextUp(65504, kFp16) == kInf);
  CHECK(nextUp(kInf, kFp16) == kInf);
  CHECK(nextDown(kInf, kFp16) == 65504);
  CHECK(std::isnan(nextUp(448, kFp8E4M3)));
  CHECK(nextUp(448, kFp8E4M3Saturating) == 448);
  CHECK(ulpDistance(-1.7976931348623157e308, 1.7976931348623157e308, kFp64) == 0x1.ffcp63);
  CHECK(std::isnan(ulpDistance(1, kNaN, kFp16)));
  CHECK(ulpError(1 + 0x1p-10, 1 + 0x1p-11, kFp16) == 0.5);
  CHECK(ulpError(kInf, kInf, kFp16) == 0);
  CHECK(ulpError(kInf, 1e30, kFp16) == kInf);
}

TEST_CASE("a format out of range is refused by field", "[format]") {
  CHECK(customFormat(0, 10).error().message == "exponentBits: must be 2 to 11, is 0");
  CHECK(customFormat(12, 10).error().message == "exponentBits: must be 2 to 11, is 12");
  CHECK(customFormat(5, 0).error().message == "fractionBits: must be 1 to 52, is 0");
  CHECK(customFormat(5, 53).error().message == "fractionBits: must be 1 to 52, is 53");
  CHECK(customFormat(5, 0).error().code == ErrorCode::kRange);
  CHECK(*customFormat(5, 10) == kFp16);
}

}  // namespace attention
