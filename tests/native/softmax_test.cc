// Softmax traces: known rows, invariants, and the safe shifts against trying every value.
#include "engine/softmax.h"

#include <cmath>
#include <vector>

#include "tests/native/support.h"

namespace attention {
namespace {

constexpr Shift kMax{};
constexpr Shift kNone{Shift::Kind::kNone};

SoftmaxTrace traceOf(const Row& logits, const FloatFormat& format, const Shift& shift = kMax,
                     std::optional<FloatFormat> accumulate = std::nullopt) {
  return *softmax(logits, {format, shift, accumulate});
}

Row weights(const Row& logits, const FloatFormat& format, const Shift& shift = kMax) {
  return traceOf(logits, format, shift).values.probabilities;
}

/// As many digits as the expected figures are given with: within half of the last.
bool near(const Row& values, const Row& expected, double lastDigit) {
  if (values.size() != expected.size()) return false;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!(std::fabs(values[i] - expected[i]) <= lastDigit / 2)) return false;
  }
  return true;
}

bool allNan(const Row& values) {
  for (double value : values) {
    if (!std::isnan(value)) return false;
  }
  return !values.empty();
}

void checkFirst(const SoftmaxTrace& trace, FailureKind kind, Stage stage, std::size_t index) {
  REQUIRE_FALSE(trace.failures.empty());
  const Failure& first = trace.failures.front();
  CHECK(first.kind == kind);
  CHECK(first.stage == stage);
  CHECK(first.index == index);
}

}  // namespace

TEST_CASE("the worked trace of 100, 102, 105", "[softmax]") {
  for (const FloatFormat& format : {kFp32, kFp16}) {
    const SoftmaxTrace naive = traceOf({100, 102, 105}, format, kNone);
    CHECK(naive.values.exponentials == Row{kInf, kInf, kInf});
    CHECK(allNan(naive.values.probabilities));
    checkFirst(naive, FailureKind::kOverflow, Stage::kExp, 0);
    CHECK(naive.failures.front().a == 100);
    CHECK(naive.failures.front().result == kInf);
    CHECK(naive.poisoned.exponentials == 0);  // the other two overflow by themselves
    CHECK(naive.poisoned.partialSums == 3);
    CHECK(naive.poisoned.probabilities == 3);
  }
  const SoftmaxTrace wide = traceOf({100, 102, 105}, kFp64, kNone);
  CHECK(wide.failures.empty());
  CHECK(std::fabs(wide.values.exponentials[0] / 2.69e43 - 1) < 0.002);
  CHECK(std::fabs(wide.values.exponentials[1] / 1.99e44 - 1) < 0.002);
  CHECK(std::fabs(wide.values.exponentials[2] / 3.99e45 - 1) < 0.002);

  const SoftmaxTrace shifted = traceOf({100, 102, 105}, kFp32);
  CHECK(shifted.values.shift == 105);
  CHECK(shifted.values.shifted == Row{-5, -3, 0});
  CHECK(near(shifted.values.exponentials, {0.006738, 0.049787, 1}, 1e-6));
  CHECK(std::fabs(shifted.values.sum - 1.056525) < 0.5e-6);
  CHECK(near(shifted.values.probabilities, {0.0063775, 0.0471234, 0.9464992}, 1e-7));
  CHECK(shifted.failures.empty());
}

TEST_CASE("past the ceiling of exp, unshifted and shifted", "[softmax][cases]") {
  for (const Row& logits : {Row{200, 0}, Row{1000, 0}}) {
    const Row naive = weights(logits, kFp32, kNone);
    CHECK(std::isnan(naive[0]));
    CHECK(naive[1] == 0);
    CHECK(weights(logits, kFp32) == Row{1, 0});
  }
}

TEST_CASE("one NaN poisons the whole row, wherever it stands", "[softmax][cases]") {
  for (std::size_t length = 1; length <= 9; ++length) {
    for (std::size_t lane = 0; lane < length; ++lane) {
      Row logits(length);
      for (std::size_t i = 0; i < length; ++i) logits[i] = static_cast<double>(i);
      logits[lane] = kNaN;
      for (const Shift& shift : {kMax, kNone}) {
        const SoftmaxTrace trace = traceOf(logits, kFp32, shift);
        CHECK(allNan(trace.values.probabilities));
        checkFirst(trace, FailureKind::kNan, Stage::kStore, lane);
        CHECK(trace.poisoned.probabilities == length);
      }
    }
  }
}

TEST_CASE("an overflowing sum gives zeros, and says so", "[softmax][cases]") {
  const std::vector<std::pair<Row, FloatFormat>> rows{{{11, 11}, kFp16}, {{88.5, 88.5}, kFp32}};
  for (const auto& [logits, format] : rows) {
    const SoftmaxTrace naive = traceOf(logits, format, kNone);
    CHECK(naive.values.probabilities == Row{0, 0});
    CHECK(naive.total == 0);
    checkFirst(naive, FailureKind::kOverflow, Stage::kSum, 1);
    CHECK(naive.poisoned.probabilities == 2);
    CHECK(weights(logits, format) == Row{0.5, 0.5});
  }
}

TEST_CASE("a row of −∞ is NaN by −∞ − (−∞)", "[softmax][cases]") {
  const SoftmaxTrace trace = traceOf({-kInf, -kInf, -kInf}, kFp32);
  CHECK(allNan(trace.values.probabilities));
  checkFirst(trace, FailureKind::kNan, Stage::kShift, 0);
  CHECK(trace.failures.front().a == -kInf);
  CHECK(trace.failures.front().b == -kInf);

  const SoftmaxTrace unshifted = traceOf({-kInf, -kInf}, kFp32, kNone);
  checkFirst(unshifted, FailureKind::kNan, Stage::kDivide, 0);  // 0 / 0
  CHECK(weights({-kInf, 2, -kInf}, kFp32) == Row{0, 1, 0});

  // −1e9 as a mask swallows the scores: all masked, the row is uniform.
  const double third = round(1.0 / 3, kFp32);
  Row masked{0.3, 0.1, -0.2};
  for (double& logit : masked) logit = add(round(logit, kFp32), -1e9, kFp32);
  CHECK(weights(masked, kFp32) == Row{third, third, third});
}

TEST_CASE("+∞ among the logits", "[softmax][cases]") {
  const SoftmaxTrace naive = traceOf({kInf, 0}, kFp32, kNone);
  CHECK(std::isnan(naive.values.probabilities[0]));
  CHECK(naive.values.probabilities[1] == 0);
  checkFirst(naive, FailureKind::kNan, Stage::kDivide, 0);  // ∞ / ∞
  const Row two = weights({kInf, kInf, 0}, kFp32, kNone);
  CHECK(std::isnan(two[0]));
  CHECK(std::isnan(two[1]));
  CHECK(two[2] == 0);
  CHECK(allNan(weights({kInf, 0}, kFp32)));
  CHECK(allNan(weights({kInf, kInf, 0}, kFp32)));
}

TEST_CASE("rounded weights miss 1 by a little", "[softmax][cases]") {
  const SoftmaxTrace bf16 = traceOf({0, 0, 0}, kBf16);
  CHECK(near(bf16.values.probabilities, {0.333984, 0.333984, 0.333984}, 1e-6));
  CHECK(std::fabs(bf16.total - 1.001953) < 0.5e-6);
  const SoftmaxTrace fp16 = traceOf({0, 0, 0}, kFp16);
  CHECK(near(fp16.values.probabilities, {0.333252, 0.333252, 0.333252}, 1e-6));
  CHECK(std::fabs(fp16.total - 0.999756) < 0.5e-6);
  CHECK(std::fabs(traceOf({0, 0, 0}, kFp32).total - 1.00000003) < 0.5e-8);
}

TEST_CASE("a long sum stalls in a narrow accumulator", "[softmax][cases]") {
  const SoftmaxTrace bf16 = traceOf(Row(300), kBf16);
  CHECK(bf16.total == 1.171875);
  checkFirst(bf16, FailureKind::kStall, Stage::kSum, 256);
  const SoftmaxTrace fp16 = traceOf(Row(3000), kFp16);
  CHECK(fp16.total == 1.46484375);
  checkFirst(fp16, FailureKind::kStall, Stage::kSum, 2048);
  CHECK(std::fabs(traceOf(Row(300), kBf16, kMax, kFp32).total - 0.997925) < 0.5e-6);
  CHECK(std::fabs(traceOf(Row(3000), kFp16, kMax, kFp32).total - 0.999928) < 0.5e-6);

  // The sum so far can be what leaves no trace: e^-9 in FP16, when 1 comes.
  checkFirst(traceOf({-9, 0}, kFp16), FailureKind::kStall, Stage::kSum, 1);
  CHECK(traceOf({-7, 0}, kFp16).failures.empty());

  const SoftmaxTrace doubled = traceOf(Row(4096), kFp16);
  CHECK(doubled.values.probabilities[0] == 1.0 / 2048);
  CHECK(doubled.total == 2);
  CHECK(doubled.poisoned.probabilities == 4096);  // each twice its true size
}

TEST_CASE("a weight of exactly 0 is an underflow, its logarithm is not", "[softmax][cases]") {
  const SoftmaxTrace fp32 = traceOf({0, -110}, kFp32);
  CHECK(fp32.values.probabilities == Row{1, 0});
  CHECK(fp32.values.logProbabilities == Row{0, -110});
  checkFirst(fp32, FailureKind::kUnderflow, Stage::kExp, 1);
  CHECK(fp32.poisoned.probabilities == 1);
  CHECK(weights({0, -18}, kFp16)[1] == 0);
  CHECK(weights({0, -17}, kFp16)[1] == 0x1p-24);
}

TEST_CASE("empty and one-element rows", "[softmax][cases]") {
  const Result<SoftmaxTrace> none = softmax({}, {});
  REQUIRE_FALSE(none);
  CHECK(none.error().code == ErrorCode::kShape);
  CHECK(none.error().message == "logits: there are none");
  CHECK(weights({5}, kFp32) == Row{1});
  CHECK(weights({88.8}, kFp32) == Row{1});
  CHECK(traceOf({88.8}, kFp32).values.logProbabilities == Row{0});
  CHECK(allNan(weights({88.8}, kFp32, kNone)));
  CHECK(traceOf(Row(65), kFp32).values.sum == 65);  // more than a page shows is no reason to refuse

  const Result<SoftmaxTrace> shift = softmax(Row{1}, {kFp32, {Shift::Kind::kNumber, kInf}, {}});
  REQUIRE_FALSE(shift);
  CHECK(shift.error().message == "shift: must be finite");
}

TEST_CASE("E4M3 overflows to NaN, or saturates and is wrong quietly", "[softmax]") {
  const SoftmaxTrace nan = traceOf({8, 2}, kFp8E4M3, kNone);
  checkFirst(nan, FailureKind::kOverflow, Stage::kExp, 0);
  CHECK(allNan(nan.values.probabilities));
  const SoftmaxTrace saturated = traceOf({8, 7}, kFp8E4M3Saturating, kNone);
  checkFirst(saturated, FailureKind::kOverflow, Stage::kExp, 0);
  CHECK(saturated.values.exponentials == Row{448, 448});
  CHECK(saturated.values.sum == 448);
  CHECK(saturated.values.probabilities == Row{1, 1});
  CHECK(traceOf({8, 7}, kFp8E4M3Saturating).failures.empty());
}

TEST_CASE("an accumulator narrower than the format can make 0 of a sum", "[softmax]") {
  const SoftmaxTrace trace = traceOf({-20, -21}, kFp32, kNone, kFp8E5M2);
  CHECK(trace.values.sum == 0);
  checkFirst(trace, FailureKind::kUnderflow, Stage::kSum, 0);
  CHECK(trace.values.probabilities == Row{kInf, kInf});
  CHECK(trace.failures.back().kind == FailureKind::kDivideByZero);
}

// In FP64 every path gives the softmax to a few units: exp is within 0.51 ulp, the shift, the n
// additions and the division add at most half a unit each of relative 2^-53, and the shift's own
// rounding is magnified by the exponential: |shifted| 2^-53 relative, at most 200 here.
TEST_CASE("the shift does not change the probabilities beyond rounding", "[softmax]") {
  std::uint64_t pattern = 5;
  for (int i = 0; i < 300; ++i) {
    Row logits(1 + static_cast<std::size_t>(i) % 9);
    for (double& logit : logits) {
      pattern = pattern * 6364136223846793005u + 1442695040888963407u;
      logit = static_cast<double>(static_cast<std::int64_t>(pattern)) * 0x1p-57;  // ±64
    }
    const double n = static_cast<double>(logits.size());
    const double bound = (2 * 200 + n + 4) * 0x1p-52;
    const Row byMax = weights(logits, kFp64);
    for (const Shift& shift : {kNone, Shift{Shift::Kind::kNumber, 37.7}}) {
      const Row other = weights(logits, kFp64, shift);
      for (std::size_t j = 0; j < other.size(); ++j) {
        CHECK(std::fabs(other[j] - byMax[j]) <= bound * byMax[j]);
      }
    }
    // And against long double, an implementation of another.
    long double sum = 0;
    for (double logit : logits) sum += expl(static_cast<long double>(logit));
    for (std::size_t j = 0; j < logits.size(); ++j) {
      const auto exact = static_cast<double>(expl(static_cast<long double>(logits[j])) / sum);
      CHECK(std::fabs(byMax[j] - exact) <= bound * exact);
    }
  }
}

TEST_CASE("every value's error is counted in its own format's last places", "[softmax]") {
  const SoftmaxTrace trace = traceOf({0.1, 0.7, -0.4}, kFp16, kMax, kFp32);
  const auto error = [](double value, double exact, const FloatFormat& format) {
    return (value - exact) / ulp(exact, format);
  };
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(trace.ulpErrors.stored[i] ==
          error(trace.values.stored[i], trace.shadow.stored[i], kFp16));
    CHECK(std::fabs(trace.ulpErrors.stored[i]) <= 0.5);  // one rounding
    CHECK(trace.ulpErrors.partialSums[i] ==
          error(trace.values.partialSums[i], trace.shadow.partialSums[i], kFp32));
    CHECK(trace.ulpErrors.probabilities[i] ==
          error(trace.values.probabilities[i], trace.shadow.probabilities[i], kFp16));
  }
  CHECK(trace.shadow.stored == Row{0.1, 0.7, -0.4});
  // The shadow's probabilities are right where the trace's own shift breaks FP64 too.
  const SoftmaxTrace broken = traceOf({1000, 999}, kFp32, kNone);
  CHECK(near(broken.shadow.probabilities, {0.731059, 0.268941}, 1e-6));
}

TEST_CASE("safe shifts are those that trying every value finds", "[softmax]") {
  const std::vector<Row> rows{{100, 102, 105}, {11, 11},      {0, -18},
                              {3, 2, -7},      {-kInf, 0.25}, {0},
                              {1, 1, 1, 1},    {-30, -3, 30}, {448, -448}};
  for (const FloatFormat& format : {kFp8E5M2, kFp8E4M3, kFp8E4M3Saturating, FloatFormat{2, 1},
                                    FloatFormat{3, 4}, FloatFormat{5, 6}}) {
    for (const Row& logits : rows) {
      if (!format.hasInfinity() && logits[0] == -kInf) continue;
      const SafeShifts shifts = *safeShifts(logits, {format, kMax, {}});
      std::size_t wrong = 0;
      const std::int64_t last = ordinal(format.largest(), format);
      for (std::int64_t at = -last; at <= last; ++at) {
        const double c = fromOrdinal(at, format);
        const SoftmaxTrace trace = traceOf(logits, format, {Shift::Kind::kNumber, c});
        bool safe = trace.values.sum != 0;
        bool lossless = true;
        for (const Failure& failure : trace.failures) {
          if (failure.stage == Stage::kStore) continue;  // no shift can help
          if (failure.kind == FailureKind::kOverflow || failure.kind == FailureKind::kNan)
            safe = false;
          if (failure.kind == FailureKind::kUnderflow && failure.stage == Stage::kExp)
            lossless = false;
        }
        const auto inside = [c](const std::optional<Interval>& interval) {
          return interval && interval->lowest <= c && c <= interval->highest;
        };
        if (inside(shifts.safe) != safe) ++wrong;
        if (inside(shifts.lossless) != (safe && lossless)) ++wrong;
      }
      INFO(format.exponentBits << ", " << format.fractionBits << ": first logit " << logits[0]);
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("safe shifts of the worked row", "[softmax]") {
  const SafeShifts shifts = *safeShifts(Row{100, 102, 105}, {kFp16, kMax, {}});
  REQUIRE(shifts.safe);
  CHECK(shifts.safe->lowest == 94);         // e^11 = 59872, + e^8 + e^6 stays under 65520
  CHECK(shifts.safe->highest == 122.3125);  // e^-17.3125 is the last that is not 0
  CHECK(shifts.lossless->highest == 117.3125);
  CHECK_FALSE(safeShifts(Row{kInf, 0}, {kFp16, kMax, {}})->safe);
  CHECK_FALSE(safeShifts(Row{kNaN, 0}, {kFp16, kMax, {}})->safe);
  CHECK_FALSE(safeShifts(Row{-kInf, -kInf}, {kFp16, kMax, {}})->safe);
  CHECK_FALSE(safeShifts({}, {kFp16, kMax, {}}));
}

}  // namespace attention
