// The engine's exponential and logarithm against Python's decimal (tests/golden/exp.py) and against
// their own error bound.
#include "engine/elementary.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include <catch2/catch_test_macros.hpp>

#include "engine/float_format.h"

namespace attention {
namespace {

const std::map<std::string, FloatFormat> kByName{
    {"fp64", kFp64}, {"fp32", kFp32}, {"fp16", kFp16}, {"bf16", kBf16}};

std::uint32_t hashOfAllExponentials(const FloatFormat& format) {
  std::uint32_t hash = 0x811c9dc5;
  for (std::uint32_t bits = 0; bits < 1u << 16; ++bits) {
    const std::uint64_t result = toBits(exp(fromBits(bits, format), format), format);
    for (const std::uint64_t byte : {result & 0xff, result >> 8}) {
      hash = (hash ^ static_cast<std::uint32_t>(byte)) * 0x01000193;
    }
  }
  return hash;
}

/// How far e^x is from the nearest number of 25 bits, relative to itself.
double distanceFrom25Bits(double x) {
  const DoubleDouble power = exponential(x).mantissa;
  const double near = round(power.hi, FloatFormat{11, 24});
  return std::fabs(((power.hi - near) + power.lo) / power.hi);
}

/// The smallest such distance over the numbers of 24 bits in magnitude from 2^-30 to 746, one of
/// `stride` of them.
double smallestDistance(std::uint32_t stride) {
  double smallest = 1;
  for (int exponent = -30; exponent < 10; ++exponent) {
    for (std::uint32_t significand = 1u << 23; significand < 1u << 24; significand += stride) {
      const double x = std::ldexp(significand, exponent - 23);
      if (x > 746) break;
      smallest = std::fmin(smallest, distanceFrom25Bits(x));
      smallest = std::fmin(smallest, distanceFrom25Bits(-x));
    }
  }
  return smallest;
}

}  // namespace

TEST_CASE("exp of every FP16 and BF16 value, and log, are those of decimals", "[elementary]") {
  std::ifstream golden(ATTENTION_GOLDEN_FOLDER "/exp.txt");
  std::size_t all = 0;
  std::size_t ones = 0;
  for (std::string line; std::getline(golden, line);) {
    std::istringstream words(line);
    std::string kind, name;
    std::uint64_t first, second;
    words >> kind >> name >> std::hex >> first;
    const FloatFormat& format = kByName.at(name);
    if (kind == "all") {
      ++all;
      CHECK(hashOfAllExponentials(format) == first);
      continue;
    }
    REQUIRE(words >> second);
    ++ones;
    INFO(line);
    const double x = fromBits(first, format);
    if (kind == "pair") {
      std::uint64_t low;
      REQUIRE(words >> low);
      const Scaled power = exponential(x);
      const auto unscaled = [&](std::uint64_t bits) {
        return std::ldexp(fromBits(bits, format), -power.exponent);
      };
      CHECK(power.mantissa.hi == unscaled(second));
      CHECK(std::fabs(power.mantissa.lo - unscaled(low)) <= 0x1p-100 * power.mantissa.hi);
      continue;
    }
    CHECK(toBits(kind == "ln" ? log(x, format) : exp(x, format), format) == second);
  }
  CHECK(all == 2);
  CHECK(ones > 1200);
}

// Why exp is correctly rounded in every format of at most 23 fraction bits. Its inputs have 24
// bits, and what separates two results, a tie, has 25 (fewer where the result is subnormal). An e^x
// that stays away from all numbers of 25 bits by more than the error of exponential(), 2^-100,
// cannot land on the wrong side of one. Inputs below 2^-30 give 1, far from any tie; beyond 746
// every format has overflowed or reached 0.
//
// The nearest of all is x = 2^-23 − 2^-47, whose square makes up for what x lacks of 2^-23.
TEST_CASE("e^x of 24 bits stays away from 25 bits", "[elementary]") {
  CHECK(std::fabs(std::log2(distanceFrom25Bits(0x1.fffffep-24)) - -70.585) < 0.001);
  CHECK(smallestDistance(9973) > 0x1p-71);
}

// All 662 million of them, some minutes: engine_tests "[every-24-bits]"
TEST_CASE("e^x of every 24 bits stays away from 25 bits", "[.every-24-bits]") {
  CHECK(smallestDistance(1) > 0x1p-71);
}

TEST_CASE("near 1 the pair keeps which side of a tie e^x is on", "[elementary]") {
  // 2^-52 is half of the last place of 51 fraction bits above 1; e^(2^-52) lies 2^-105 above the
  // tie.
  const FloatFormat wide{11, 51};
  CHECK(exp(0x1p-52, wide) == 1 + 0x1p-51);
  CHECK(exp(-0x1p-53, wide) == 1);  // above the tie 1 − 2^-53 by 2^-107
  CHECK(exp(0x1p-1074, wide) == 1);
  CHECK(exp(-0x1p-24, kFp32) == 1 - 0x1p-24);
}

TEST_CASE("exp at the edges", "[elementary]") {
  CHECK(exp(0, kFp64) == 1);
  CHECK(exp(-0.0, kFp64) == 1);
  CHECK(exp(709.782712893384, kFp64) < INFINITY);
  CHECK(expFlagged(709.7827128933841, kFp64).overflow);
  CHECK(exp(-745.1332191019411, kFp64) == 0x1p-1074);
  CHECK(expFlagged(-745.1332191019412, kFp64).underflow);
  CHECK(expFlagged(1e300, kFp64).overflow);
  CHECK(expFlagged(-1e300, kFp64).underflow);
  CHECK(exp(INFINITY, kFp64) == INFINITY);
  CHECK_FALSE(expFlagged(INFINITY, kFp64).overflow);
  CHECK(exp(-INFINITY, kFp64) == 0);
  CHECK_FALSE(expFlagged(-INFINITY, kFp64).underflow);
  CHECK(std::isnan(exp(NAN, kFp64)));
}

TEST_CASE("log undoes exp to a hundred bits", "[elementary]") {
  // With y = ln x as a pair, e^y / x − 1 is the error of y, as exponential() is checked above.
  // e^(hi + lo) = e^hi (1 + lo + lo²/2) to 2^-129, as |lo| ≤ 2^-43.
  std::uint64_t pattern = 7;
  double worst = 0;
  for (int i = 0; i < 100'000; ++i) {
    pattern = pattern * 6364136223846793005u + 1442695040888963407u;
    double x = std::bit_cast<double>(pattern & 0x7fefffffffffffffu);
    if (i % 2 == 0) x = std::bit_cast<double>((pattern >> 12) | 0x3fe0000000000000u);  // [½, 2)
    const DoubleDouble y = logarithm(x);
    const Scaled power = exponential(y.hi);
    const int half = power.exponent / 2;  // in two steps: 2^exponent may be beyond a double
    const double scaled = std::ldexp(std::ldexp(x, -half), half - power.exponent);
    const DoubleDouble back = power.mantissa * (DoubleDouble{1} + y.lo + y.lo * y.lo / 2);
    const double error = ((back.hi - scaled) + back.lo) / scaled;
    worst = std::fmax(worst, std::fabs(error) / std::fmax(std::fabs(y.hi), 1));
  }
  CHECK(worst < 0x1p-100);
}

TEST_CASE("log at the edges", "[elementary]") {
  CHECK(log(1, kFp64) == 0);
  CHECK(log(0, kFp64) == -INFINITY);
  CHECK(log(INFINITY, kFp64) == INFINITY);
  CHECK(std::isnan(log(-1, kFp64)));
  CHECK(std::isnan(log(NAN, kFp64)));
}

}  // namespace attention
