#include "engine/softmax.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "engine/matrix.h"

namespace attention {
namespace {

/// The maximum as IEEE 754-2019 defines it: NaN if NaN is among the values.
double maximumOf(std::span<const double> values) {
  double maximum = -std::numeric_limits<double>::infinity();
  for (double value : values) {
    if (std::isnan(value)) return value;
    if (value > maximum) maximum = value;
  }
  return maximum;
}

const FloatFormat& accumulatorOf(const SoftmaxOptions& options) {
  return options.accumulate ? *options.accumulate : options.format;
}

SoftmaxValues shadowOf(std::span<const double> logits, const Shift& shift) {
  std::vector<Failure> unread;
  SoftmaxValues shadow = softmaxValues(logits, {kFp64, shift, std::nullopt}, unread);
  if (shift.kind != Shift::Kind::kMax) {
    SoftmaxValues shifted = softmaxValues(logits, {kFp64, Shift{}, std::nullopt}, unread);
    shadow.probabilities = std::move(shifted.probabilities);
    shadow.logProbabilities = std::move(shifted.logProbabilities);
  }
  return shadow;
}

SoftmaxValues errorsOf(const SoftmaxValues& values, const SoftmaxValues& shadow,
                       const SoftmaxOptions& options) {
  const auto each = [](const std::vector<double>& value, const std::vector<double>& exact,
                       const FloatFormat& format) {
    std::vector<double> errors(value.size());
    for (std::size_t i = 0; i < value.size(); ++i) {
      errors[i] = ulpError(value[i], exact[i], format);
    }
    return errors;
  };
  const FloatFormat& format = options.format;
  const FloatFormat& accumulate = accumulatorOf(options);
  SoftmaxValues errors;
  errors.stored = each(values.stored, shadow.stored, format);
  errors.shift = ulpError(values.shift, shadow.shift, format);
  errors.shifted = each(values.shifted, shadow.shifted, format);
  errors.exponentials = each(values.exponentials, shadow.exponentials, format);
  errors.partialSums = each(values.partialSums, shadow.partialSums, accumulate);
  errors.sum = ulpError(values.sum, shadow.sum, accumulate);
  errors.logSum = ulpError(values.logSum, shadow.logSum, accumulate);
  errors.probabilities = each(values.probabilities, shadow.probabilities, format);
  errors.logProbabilities = each(values.logProbabilities, shadow.logProbabilities, format);
  return errors;
}

bool cameToNothing(double value, double exact) {
  if (!std::isfinite(value)) return value != exact || value > 0;
  return value != exact && !(std::fabs(value - exact) < std::fabs(exact) / 2);
}

Poisoned poisonedBy(const Failure& failure, bool shiftIsMaximum, const SoftmaxValues& values,
                    const SoftmaxValues& shadow) {
  const std::size_t n = values.stored.size();
  const auto count = [](const std::vector<double>& value, const std::vector<double>& exact,
                        std::size_t from, std::size_t to) {
    std::size_t bad = 0;
    for (std::size_t i = from; i < to; ++i) bad += cameToNothing(value[i], exact[i]) ? 1 : 0;
    return bad;
  };
  // A stored value reaches its own shifted value, or through the maximum all of them.
  const bool reachesAll = failure.stage == Stage::kStore && shiftIsMaximum;
  const std::size_t from = reachesAll ? 0 : failure.index;
  const std::size_t to = reachesAll ? n : failure.index + 1;
  Poisoned poisoned;
  if (failure.stage < Stage::kShift) {
    poisoned.shifted = count(values.shifted, shadow.shifted, from, to);
  }
  if (failure.stage < Stage::kExp) {
    poisoned.exponentials = count(values.exponentials, shadow.exponentials, from, to);
  }
  if (failure.stage < Stage::kDivide) {
    const std::size_t next = failure.stage == Stage::kSum ? failure.index + 1 : from;
    poisoned.partialSums = count(values.partialSums, shadow.partialSums, next, n);
    poisoned.probabilities = count(values.probabilities, shadow.probabilities, 0, n);
  }
  return poisoned;
}

Check checkLogits(std::span<const double> logits) {
  if (logits.empty()) return error(ErrorCode::kShape, "logits: there are none");
  return checkSize("logits", 1, logits.size());
}

/// What one shift does to a row, as far as safeShifts() asks.
struct Outcome {
  bool tooSmall = false;  ///< something grew beyond the largest value
  bool tooLarge = false;  ///< a shifted logit fell below the lowest, or the sum is 0
  bool vanished = false;  ///< an exponential of a finite logit became 0
};

Outcome outcomeOf(std::span<const double> stored, double shift, SoftmaxOptions options) {
  options.shift = {Shift::Kind::kNumber, shift};
  std::vector<Failure> failures;
  const SoftmaxValues row = softmaxValues(stored, options, failures);
  Outcome outcome;
  for (const Failure& failure : failures) {
    const bool fell = failure.stage == Stage::kShift && failure.a < failure.b;
    if (failure.kind == FailureKind::kOverflow) (fell ? outcome.tooLarge : outcome.tooSmall) = true;
    if (failure.kind == FailureKind::kUnderflow && failure.stage == Stage::kExp) {
      outcome.vanished = true;
    }
  }
  outcome.tooLarge = outcome.tooLarge || row.sum == 0;
  return outcome;
}

}  // namespace

SoftmaxValues softmaxValues(std::span<const double> logits, const SoftmaxOptions& options,
                            std::vector<Failure>& failures) {
  const std::size_t n = logits.size();
  const Shift& shift = options.shift;
  Tape tape(options.format, failures);
  Tape accumulator(accumulatorOf(options), failures);
  SoftmaxValues row;

  row.stored.resize(n);
  for (std::size_t i = 0; i < n; ++i) row.stored[i] = tape.store({Stage::kStore, i}, logits[i]);

  row.shifted = row.stored;
  if (shift.kind != Shift::Kind::kNone) {
    const bool byMaximum = shift.kind == Shift::Kind::kMax;
    row.shift = byMaximum ? maximumOf(row.stored) : round(shift.number, options.format);
    for (std::size_t i = 0; i < n; ++i) {
      row.shifted[i] = tape.subtract({Stage::kShift, i}, row.stored[i], row.shift);
    }
  }

  row.exponentials.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    row.exponentials[i] = tape.exp({Stage::kExp, i}, row.shifted[i]);
  }

  row.partialSums.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    row.sum = accumulator.add({Stage::kSum, i}, row.sum, row.exponentials[i]);
    row.partialSums[i] = row.sum;
  }
  row.logSum = log(row.sum, accumulator.format());

  row.probabilities.resize(n);
  row.logProbabilities.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    row.probabilities[i] = tape.divide({Stage::kDivide, i}, row.exponentials[i], row.sum);
    row.logProbabilities[i] = subtract(row.shifted[i], row.logSum, options.format);
  }
  return row;
}

Check checkShift(const Shift& shift) {
  if (shift.kind != Shift::Kind::kNumber || std::isfinite(shift.number)) return Done{};
  return error(ErrorCode::kRange, "shift: must be finite");
}

Result<SoftmaxTrace> softmax(std::span<const double> logits, const SoftmaxOptions& options) {
  if (Check check = checkLogits(logits); !check) return check.error();
  if (Check check = checkShift(options.shift); !check) return check.error();
  SoftmaxTrace trace;
  trace.values = softmaxValues(logits, options, trace.failures);
  trace.shadow = shadowOf(logits, options.shift);
  trace.ulpErrors = errorsOf(trace.values, trace.shadow, options);
  for (double probability : trace.values.probabilities) trace.total += probability;
  if (!trace.failures.empty()) {
    trace.poisoned = poisonedBy(trace.failures.front(), options.shift.kind == Shift::Kind::kMax,
                                trace.values, trace.shadow);
  }
  return trace;
}

Result<SafeShifts> safeShifts(std::span<const double> logits, const SoftmaxOptions& options) {
  if (Check check = checkLogits(logits); !check) return check.error();
  const FloatFormat& format = options.format;
  std::vector<double> stored;
  for (double logit : logits) stored.push_back(round(logit, format));

  SafeShifts shifts;
  const double maximum = maximumOf(stored);
  if (!std::isfinite(maximum)) return shifts;  // NaN or +∞ stays, whatever is subtracted

  // On the ordinals lowest … highest + 1; the last stands for "nowhere".
  const std::int64_t highest = ordinal(format.largest(), format);
  const auto first = [&](bool Outcome::* what, bool wanted) {
    return firstOrdinal(-highest, highest + 1, format, [&](double shift) {
      return outcomeOf(stored, shift, options).*what == wanted;
    });
  };
  const std::int64_t lowestSafe = first(&Outcome::tooSmall, false);
  const std::int64_t highestSafe = first(&Outcome::tooLarge, true) - 1;
  const std::int64_t highestLossless = std::min(highestSafe, first(&Outcome::vanished, true) - 1);
  const auto interval = [&](std::int64_t highestOne) -> std::optional<Interval> {
    if (highestOne < lowestSafe) return std::nullopt;
    return Interval{fromOrdinal(lowestSafe, format), fromOrdinal(highestOne, format)};
  };
  shifts.safe = interval(highestSafe);
  shifts.lossless = interval(highestLossless);
  return shifts;
}

}  // namespace attention
