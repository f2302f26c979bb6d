// Rows of base-2 logits become rows of powers.
#if defined(ATTENTION_KERNELS_POWERS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTENTION_KERNELS_POWERS_INL_H_
#undef ATTENTION_KERNELS_POWERS_INL_H_
#else
#define ATTENTION_KERNELS_POWERS_INL_H_
#endif

#include <cstddef>
#include <limits>

#include "engine/kernels/exp2-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attention::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The logit of what is masked, and the maximum of nothing.
constexpr float kNone = -std::numeric_limits<float>::infinity();

// Powers of logits no farther from 0 than this need neither a reference nor a floor: they and their
// sums stay far from the ends of a float's range. That spares two of the dozen or so instructions
// of an exponential.
constexpr float kNearZero = 30.0f;

// What the logits of a row may be: near zero, with reference 0; any number; −∞ among others.
enum class Logits { kNearZero, kAny, kMasked };

// The first `end` logits of a row become 2^(logit − reference), or 0 if they are masked, those
// after them up to `n` zeros; the row has room for whole vectors. Returns their sum, in lanes.
template <Logits kLogits, class D>
HWY_INLINE hn::Vec<D> TakePowers(D d, float* HWY_RESTRICT row, size_t end, size_t n,
                                 float reference) {
  const size_t N = hn::Lanes(d);
  const auto shift = hn::Set(d, reference);
  const auto powers = [&](size_t j) HWY_ATTR {
    const auto logits = hn::LoadU(d, row + j);
    if constexpr (kLogits == Logits::kNearZero) return Exp2InRange(d, logits);
    const auto power = Exp2(d, hn::Sub(logits, shift));
    if constexpr (kLogits == Logits::kAny) return power;
    return hn::IfThenElseZero(hn::Gt(logits, hn::Set(d, kNone)), power);
  };
  auto sum = hn::Zero(d);
  size_t j = 0;
  for (; j + N <= end; j += N) {
    const auto power = powers(j);
    sum = hn::Add(sum, power);
    hn::StoreU(power, d, row + j);
  }
  if (j < end) {
    const auto power = hn::IfThenElseZero(hn::FirstN(d, end - j), powers(j));
    sum = hn::Add(sum, power);
    hn::StoreU(power, d, row + j);
    j += N;
  }
  for (; j < n; j += N) hn::StoreU(hn::Zero(d), d, row + j);
  return sum;
}

// The largest of the first `end` logits of a row; none is NaN.
template <class D>
HWY_INLINE float Largest(D d, const float* HWY_RESTRICT row, size_t end) {
  const size_t N = hn::Lanes(d);
  auto max = hn::Set(d, kNone);
  size_t j = 0;
  for (; j + N <= end; j += N) max = hn::Max(max, hn::LoadU(d, row + j));
  if (j < end) {
    max = hn::IfThenElse(hn::FirstN(d, end - j), hn::Max(max, hn::LoadU(d, row + j)), max);
  }
  return hn::GetLane(hn::MaxOfLanes(d, max));
}

// Lets the reference m follow the largest logit of a row; the sums so far, whole vectors, shrink
// with it.
template <class D>
HWY_INLINE void Follow(D d, float largest, float& m, float* HWY_RESTRICT sums, size_t n) {
  if (!(largest > m)) return;
  const auto shrink = Exp2(d, hn::Set(d, m - largest));
  for (size_t p = 0; p < n; p += hn::Lanes(d)) {
    hn::StoreU(hn::Mul(hn::LoadU(d, sums + p), shrink), d, sums + p);
  }
  m = largest;
}

}  // namespace attention::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
