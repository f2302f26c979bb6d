// Softmax of one row, shifted by its largest logit.
#if defined(ATTENTION_KERNELS_SOFTMAX_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTENTION_KERNELS_SOFTMAX_INL_H_
#undef ATTENTION_KERNELS_SOFTMAX_INL_H_
#else
#define ATTENTION_KERNELS_SOFTMAX_INL_H_
#endif

#include <limits>

#include "engine/kernels/exp-inl.h"
#include "engine/kernels/tail-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attention::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The largest of n values, or NaN if there is one among them. Max alone keeps or drops a NaN by
// the lane and the order it comes in, so NaN is watched for beside it.
template <class D>
HWY_INLINE float MaxOrNaN(D d, const float* x, size_t n) {
  constexpr float kLowest = -std::numeric_limits<float>::infinity();
  const size_t N = hn::Lanes(d);
  auto max = hn::Set(d, kLowest);
  auto unordered = hn::Zero(d);  // NaN in each lane that has seen one, 0 elsewhere
  const auto see = [&](auto v) HWY_ATTR {
    max = hn::Max(max, v);
    unordered = hn::IfThenElse(hn::Eq(v, v), unordered, v);
  };
  size_t i = 0;
  for (; i + N <= n; i += N) see(hn::LoadU(d, x + i));
  if (i < n) see(LoadTail(d, x + i, n - i, kLowest));
  const float nan = hn::GetLane(hn::SumOfLanes(d, unordered));
  return nan == nan ? hn::GetLane(hn::MaxOfLanes(d, max)) : nan;
}

template <class D>
HWY_INLINE void Fill(D d, float value, float* out, size_t n) {
  Map(d, out, out, n, [&](auto) HWY_ATTR { return hn::Set(d, value); });
}

template <class D>
HWY_INLINE void Softmax(D d, const float* logits, float* weights, size_t n) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const float max = MaxOrNaN(d, logits, n);
  // Nothing to attend to: no weight.
  if (max == -kInfinity) return Fill(d, 0.0f, weights, n);
  // NaN poisons the whole row, and so does ∞ − ∞.
  if (!(max < kInfinity)) {
    return Fill(d, std::numeric_limits<float>::quiet_NaN(), weights, n);
  }
  const auto shift = hn::Set(d, max);
  Map(d, logits, weights, n, [&](auto v) HWY_ATTR { return ExpNonPositive(d, hn::Sub(v, shift)); });

  const size_t N = hn::Lanes(d);
  auto sums = hn::Zero(d);
  size_t i = 0;
  for (; i + N <= n; i += N) sums = hn::Add(sums, hn::LoadU(d, weights + i));
  if (i < n) sums = hn::Add(sums, LoadTail(d, weights + i, n - i, 0.0f));
  const auto sum = hn::SumOfLanes(d, sums);
  Map(d, weights, weights, n, [&](auto v) HWY_ATTR { return hn::Div(v, sum); });
}

}  // namespace attention::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
