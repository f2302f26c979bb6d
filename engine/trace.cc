#include "engine/trace.h"

#include <cmath>
#include <limits>

namespace attention {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

}  // namespace

double Tape::store(Place place, double x) {
  const double stored = unary(place, x, roundFlagged(x, format_));
  if (std::isnan(x)) note(FailureKind::kNan, place, x, kNone, stored);
  return stored;
}

double Tape::exp(Place place, double x) {
  return unary(place, x, expFlagged(x, format_));
}

double Tape::add(Place place, double a, double b) {
  const std::size_t failuresBefore = failures_.size();
  const double sum = binary(place, a, b, a + b, a + b == 0);
  const bool bothCount = a != 0 && b != 0 && std::isfinite(a) && std::isfinite(b);
  if (bothCount && (sum == a || sum == b) && failures_.size() == failuresBefore) {
    note(FailureKind::kStall, place, a, b, sum);
  }
  return sum;
}

double Tape::subtract(Place place, double a, double b) {
  return binary(place, a, b, a - b, a - b == 0);
}

double Tape::multiply(Place place, double a, double b) {
  return binary(place, a, b, a * b, a == 0 || b == 0);
}

double Tape::divide(Place place, double a, double b) {
  return binary(place, a, b, a / b, a == 0 || std::isinf(b));
}

double Tape::unary(Place place, double x, const Rounding& rounding) {
  if (rounding.overflow) return note(FailureKind::kOverflow, place, x, kNone, rounding.value);
  if (rounding.underflow) return note(FailureKind::kUnderflow, place, x, kNone, rounding.value);
  if (std::isnan(rounding.value) && !std::isnan(x)) {  // an infinity, where the format has none
    return note(FailureKind::kNan, place, x, kNone, rounding.value);
  }
  return rounding.value;
}

double Tape::binary(Place place, double a, double b, double unrounded, bool exactlyZero) {
  const Rounding rounding = roundFlagged(unrounded, format_);
  const double result = rounding.value;
  if (std::isnan(a) || std::isnan(b)) return result;
  if (std::isnan(unrounded)) return note(FailureKind::kNan, place, a, b, result);
  const bool finite = std::isfinite(a) && std::isfinite(b);
  if (rounding.overflow || (finite && std::isinf(unrounded))) {
    const bool byZero = place.stage == Stage::kDivide && b == 0;
    return note(byZero ? FailureKind::kDivideByZero : FailureKind::kOverflow, place, a, b, result);
  }
  if (result == 0 && !exactlyZero) return note(FailureKind::kUnderflow, place, a, b, result);
  return result;
}

double Tape::note(FailureKind kind, Place place, double a, double b, double result) {
  failures_.push_back({kind, place.stage, place.index, a, b, result});
  return result;
}

}  // namespace attention
