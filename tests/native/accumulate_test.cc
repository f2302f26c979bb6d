// Sums, dot products and added masks in a format.
#include "engine/accumulate.h"

#include <cmath>
#include <vector>

#include "engine/softmax.h"
#include "tests/native/support.h"

namespace attention {

TEST_CASE("ones stop at 2^(fraction bits + 1)", "[accumulate]") {
  for (const FloatFormat& format : {kFp16, kBf16, kFp8E5M2, kFp8E4M3, FloatFormat{8, 12}}) {
    const std::size_t ceiling = std::size_t{2} << format.fractionBits;
    const Accumulation sum = *accumulate(1, ceiling + 5, format);
    REQUIRE(sum.stalledAfter);
    CHECK(*sum.stalledAfter == ceiling);
    CHECK(sum.partialSums[ceiling - 1] == static_cast<double>(ceiling));
    CHECK(sum.partialSums.back() == static_cast<double>(ceiling));
    CHECK(sum.exact == static_cast<double>(ceiling + 5));
    CHECK_FALSE(accumulate(1, ceiling, format)->stalledAfter);
  }
  CHECK(accumulate(1, 4096, kFp16)->partialSums.back() == 2048);
  CHECK(accumulate(1, 4096, kBf16)->partialSums.back() == 256);
}

TEST_CASE("large terms overflow instead, small ones drift", "[accumulate]") {
  CHECK(accumulate(30000, 3, kFp16)->partialSums == Row{30000, 60000, kInf});
  CHECK_FALSE(accumulate(30000, 5, kFp16)->stalledAfter);  // ∞ + 30000 is no stall
  const Accumulation tenths = *accumulate(0.1, 1000, kFp16);
  CHECK(tenths.term == 0.0999755859375);
  CHECK(std::fabs(tenths.exact - 100) < 1e-12);
  CHECK(std::fabs(tenths.partialSums.back() - 100) > 1);
  CHECK_FALSE(accumulate(0, 10, kFp16)->stalledAfter);
  CHECK(accumulate(1, 0, kFp16).error().message == "count: must be at least 1");
}

TEST_CASE("partial sums overflow though the total is fine", "[accumulate][cases]") {
  const Row x{300, 300};
  const Row y{300, -300};
  const DotTrace narrow = *dotInFormat(x, y, kFp16, kFp16);
  CHECK(narrow.products == Row{kInf, -kInf});
  CHECK(std::isnan(narrow.dot));
  CHECK(narrow.failures.front().kind == FailureKind::kOverflow);
  CHECK(narrow.failures.front().stage == Stage::kProduct);
  CHECK(narrow.failures.back().kind == FailureKind::kNan);
  const DotTrace wide = *dotInFormat(x, y, kFp16, kFp32);
  CHECK(wide.products == Row{90000, -90000});
  CHECK(wide.dot == 0);
  CHECK(wide.exact == 0);
  CHECK(wide.failures.empty());
  CHECK(dotInFormat(x, Row{1}, kFp16, kFp16).error().message == "y: has 1 values, but x has 2");
  CHECK(dotInFormat({}, {}, kFp16, kFp16).error().message == "x: there are none");
}

TEST_CASE("masks that are added in half precision", "[accumulate][cases]") {
  const auto masked = [](const Row& scores, double mask, const FloatFormat& format) {
    return addMask(scores, Row(scores.size(), mask), format)->masked;
  };
  CHECK(masked({-10, -20}, -65504, kFp16) == Row{-65504, -kInf});
  CHECK(masked({-15.9, -16}, -65504, kFp16) == Row{-65504, -kInf});

  const SoftmaxOptions half{kFp16, Shift{}, {}};
  const Row overflowed = masked({-20, -17}, -65504, kFp16);
  CHECK(overflowed == Row{-kInf, -kInf});
  CHECK(std::isnan(softmax(overflowed, half)->values.probabilities[0]));
  const Row leaking = masked({-20, -17}, -1e4, kFp16);
  CHECK(leaking == Row{-10016, -10016});
  CHECK(softmax(leaking, half)->values.probabilities == Row{0.5, 0.5});

  CHECK(addMask(Row{0}, Row{-1e9}, kFp16)->mask == Row{-kInf});
  CHECK(addMask(Row{0}, Row{-1e9}, kFp16)->failures.front().stage == Stage::kStore);
  CHECK(addMask(Row{0}, Row{-1e9}, kBf16)->mask == Row{-998244352});
  CHECK(addMask(Row{1, 2}, Row{1}, kFp16).error().message ==
        "mask: has 1 values, but scores has 2");
}

}  // namespace attention
