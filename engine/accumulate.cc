#include "engine/accumulate.h"

#include <cmath>
#include <string>

#include "engine/matrix.h"

namespace attention {
namespace {

std::vector<double> storedIn(Tape& tape, std::span<const double> values) {
  std::vector<double> stored(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    stored[i] = tape.store({Stage::kStore, i}, values[i]);
  }
  return stored;
}

Check checkSameLength(std::string_view first, std::size_t length, std::string_view second,
                      std::size_t otherLength) {
  if (length == 0) return error(ErrorCode::kShape, first, ": there are none");
  if (length == otherLength) return checkSize(first, 1, length);
  return error(ErrorCode::kShape, second, ": has ", otherLength, " values, but ", first, " has ",
               length);
}

}  // namespace

Result<Accumulation> accumulate(double term, std::size_t count, const FloatFormat& format) {
  if (count == 0) return error(ErrorCode::kRange, "count: must be at least 1");
  if (Check size = checkSize("count", 1, count); !size) return size.error();
  Accumulation result;
  result.term = round(term, format);
  result.exact = term * static_cast<double>(count);
  result.partialSums.resize(count);
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double next = add(sum, result.term, format);
    const bool stalled = next == sum && result.term != 0 && std::isfinite(sum);
    if (stalled && !result.stalledAfter) result.stalledAfter = i;
    result.partialSums[i] = sum = next;
  }
  return result;
}

Result<DotTrace> dotInFormat(std::span<const double> x, std::span<const double> y,
                             const FloatFormat& format, const FloatFormat& accumulator) {
  if (Check check = checkSameLength("x", x.size(), "y", y.size()); !check) return check.error();
  const std::size_t d = x.size();
  DotTrace trace;
  Tape tape(format, trace.failures);
  Tape sums(accumulator, trace.failures);
  trace.x = storedIn(tape, x);
  trace.y = storedIn(tape, y);
  trace.products.resize(d);
  for (std::size_t m = 0; m < d; ++m) {
    trace.products[m] = sums.multiply({Stage::kProduct, m}, trace.x[m], trace.y[m]);
  }
  trace.partialSums.resize(d);
  double sum = 0;
  for (std::size_t m = 0; m < d; ++m) {
    trace.partialSums[m] = sum = sums.add({Stage::kSum, m}, sum, trace.products[m]);
    trace.exact += x[m] * y[m];
  }
  trace.dot = round(sum, format);
  return trace;
}

Result<MaskedScores> addMask(std::span<const double> scores, std::span<const double> mask,
                             const FloatFormat& format) {
  if (Check check = checkSameLength("scores", scores.size(), "mask", mask.size()); !check) {
    return check.error();
  }
  MaskedScores result;
  Tape tape(format, result.failures);
  result.scores = storedIn(tape, scores);
  result.mask = storedIn(tape, mask);
  result.masked.resize(scores.size());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    result.masked[i] = tape.add({Stage::kMask, i}, result.scores[i], result.mask[i]);
  }
  return result;
}

}  // namespace attention
