/// Sums in a format: where they stall, overflow or cancel.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "engine/error.h"
#include "engine/float_format.h"
#include "engine/trace.h"

namespace attention {

/// term + term + …, each addition rounded.
struct Accumulation {
  double term = 0;                  ///< in the format
  std::vector<double> partialSums;  ///< after 1, 2, … terms
  double exact = 0;                 ///< count · the term as given, in FP64
  /// How many terms the sum took before it stopped growing; the next one left no trace. 2048 ones
  /// in FP16, 256 in BF16: where the terms reach half the last place of the sum.
  std::optional<std::size_t> stalledAfter;
};

/// Refuses no terms or more than kMaxValues (`range`).
Result<Accumulation> accumulate(double term, std::size_t count, const FloatFormat& format);

/// A dot product of vectors of length d, held in one format and summed in another, as matrix units
/// do: the products, too, are in the accumulator's format.
struct DotTrace {
  std::vector<double> x, y;         ///< in the format
  std::vector<double> products;     ///< x_m y_m, in the accumulator's format
  std::vector<double> partialSums;  ///< left to right, in the accumulator's format
  double dot = 0;                   ///< the last partial sum, put back into the format
  double exact = 0;                 ///< in FP64, of the vectors as given
  std::vector<Failure> failures;
};

/// Refuses vectors of no or of different lengths (`shape`).
Result<DotTrace> dotInFormat(std::span<const double> x, std::span<const double> y,
                             const FloatFormat& format, const FloatFormat& accumulator);

/// A mask that is added to the scores: 0 where a key may be attended to, "minus infinity" or what
/// stands for it elsewhere.
struct MaskedScores {
  std::vector<double> scores;  ///< in the format
  std::vector<double> mask;    ///< in the format: −1e9 is −∞ in FP16
  std::vector<double> masked;  ///< scores + mask, rounded
  std::vector<Failure> failures;
};

/// scores, mask: one length. Refuses no scores, or a mask of another length (`shape`).
Result<MaskedScores> addMask(std::span<const double> scores, std::span<const double> mask,
                             const FloatFormat& format);

}  // namespace attention
