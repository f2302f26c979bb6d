/// Arithmetic in a format, one operation at a time, with a record of every operation that went
/// wrong: the first of them is what a learner looks for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/float_format.h"

namespace attention {

/// Which step of a computation an operation belongs to.
enum class Stage : std::uint8_t {
  kStore,    ///< a number put into the format
  kMask,     ///< score + mask
  kProduct,  ///< one product of a dot product, or weight · value
  kShift,    ///< logit − shift
  kExp,      ///< e^shifted
  kRescale,  ///< e^(old maximum − new maximum), and what is multiplied by it
  kSum,      ///< sum so far + next term
  kDivide,   ///< exponential / sum
};

enum class FailureKind : std::uint8_t {
  kOverflow,      ///< finite operands, a result beyond the largest finite value
  kUnderflow,     ///< a result other than 0 became 0
  kNan,           ///< NaN from operands that were none: ∞ − ∞, 0 / 0, ∞ / ∞, 0 · ∞; or a NaN put in
  kDivideByZero,  ///< a finite number other than 0, divided by 0
  kStall,         ///< of two terms other than 0 the smaller left no trace in the sum
};

/// One operation that failed. NaN and infinities that merely pass through are not failures.
struct Failure {
  FailureKind kind;
  Stage stage;
  std::size_t index;  ///< of the value within its stage, from 0
  double a;           ///< the operands; b is NaN where there is one only
  double b;
  double result;
};

/// Where an operation stands.
struct Place {
  Stage stage;
  std::size_t index;
};

/// Does operations in one format, each rounded once, and notes the failures in a list that several
/// formats may share.
class Tape {
 public:
  Tape(const FloatFormat& format, std::vector<Failure>& failures)
      : format_(format), failures_(failures) {}

  double store(Place place, double x);
  double add(Place place, double a, double b);
  double subtract(Place place, double a, double b);
  double multiply(Place place, double a, double b);
  double divide(Place place, double a, double b);
  double exp(Place place, double x);

  const FloatFormat& format() const { return format_; }

 private:
  double unary(Place place, double x, const Rounding& rounding);
  double binary(Place place, double a, double b, double unrounded, bool exactlyZero);
  double note(FailureKind kind, Place place, double a, double b, double result);

  FloatFormat format_;
  std::vector<Failure>& failures_;
};

}  // namespace attention
