/// Softmax of one row in a float format, with every value on the way.
///
///   stored_i = logit_i in the format             shifted_i = stored_i − shift
///   exponential_i = e^shifted_i                  sum = Σ exponential_i, left to right
///   probability_i = exponential_i / sum          log-softmax_i = shifted_i − ln(sum)
///
/// Plain IEEE arithmetic, nothing guarded: a row of −∞ gives NaN, and the trace says why.
/// Blanchard, Higham and Higham 2021, "Accurately computing the log-sum-exp and softmax functions".
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "engine/error.h"
#include "engine/float_format.h"
#include "engine/trace.h"

namespace attention {

/// What is subtracted from the logits before they are exponentiated.
struct Shift {
  enum class Kind : std::uint8_t { kMax, kNone, kNumber };
  Kind kind = Kind::kMax;
  double number = 0;  ///< read if kind is kNumber: finite; rounded to the format
};

struct SoftmaxOptions {
  FloatFormat format = kFp32;
  Shift shift;
  std::optional<FloatFormat> accumulate;  ///< the format of the sum; default `format`
};

/// The values of one row of n logits, stage by stage; the vectors have length n.
struct SoftmaxValues {
  std::vector<double> stored;
  double shift = 0;  ///< 0 where nothing is subtracted; NaN if the maximum of a row with NaN
  std::vector<double> shifted;
  std::vector<double> exponentials;
  std::vector<double> partialSums;  ///< in the accumulator's format, as are the next two
  double sum = 0;
  double logSum = 0;
  std::vector<double> probabilities;
  std::vector<double> logProbabilities;
};

/// How many of the values that depend on the first failure came to nothing: infinite, NaN, or off
/// by half their true size or more, so that not one leading bit is right.
struct Poisoned {
  std::size_t shifted = 0;
  std::size_t exponentials = 0;
  std::size_t partialSums = 0;
  std::size_t probabilities = 0;
};

struct SoftmaxTrace {
  SoftmaxValues values;
  /// The same in FP64 from the logits as given. Its probabilities are shifted by the maximum, so
  /// that they are right where the trace's own shift breaks even FP64.
  SoftmaxValues shadow;
  /// (value − shadow) in units in the last place, at the shadow, of the format of each stage.
  SoftmaxValues ulpErrors;
  double total = 0;               ///< of the probabilities, added up in FP64
  std::vector<Failure> failures;  ///< in the order of the operations, up to the divisions
  Poisoned poisoned;              ///< by failures[0]
};

/// The values alone, for rows that need no shadow; the failures are appended. Nothing is checked.
SoftmaxValues softmaxValues(std::span<const double> logits, const SoftmaxOptions& options,
                            std::vector<Failure>& failures);

/// Refuses a shift that is not finite (`range`).
Check checkShift(const Shift& shift);

/// Refuses no logits (`shape`) and a shift that is not finite (`range`).
Result<SoftmaxTrace> softmax(std::span<const double> logits, const SoftmaxOptions& options);

/// A closed interval of values of the format.
struct Interval {
  double lowest;
  double highest;
};

/// The shifts c for which the row's softmax comes through; no interval where there is none.
struct SafeShifts {
  std::optional<Interval> safe;      ///< nothing overflows and no division is by 0
  std::optional<Interval> lossless;  ///< nor does an exponential of a finite logit become 0
};

/// Found by bisection over the format's values: every stored, exponential and partial sum falls as
/// c grows, so what overflows stops at one c and what vanishes begins at another. `options.shift`
/// is not read. Refuses no logits (`shape`).
Result<SafeShifts> safeShifts(std::span<const double> logits, const SoftmaxOptions& options);

}  // namespace attention
