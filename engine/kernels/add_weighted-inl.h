// Weighted rows added up: the step that aggregates.
#if defined(ATTENTION_KERNELS_ADD_WEIGHTED_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTENTION_KERNELS_ADD_WEIGHTED_INL_H_
#undef ATTENTION_KERNELS_ADD_WEIGHTED_INL_H_
#else
#define ATTENTION_KERNELS_ADD_WEIGHTED_INL_H_
#endif

#include "engine/kernels/tail-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attention::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// z += weight · v
template <class D>
HWY_INLINE void AddScaled(D d, float weight, const float* HWY_RESTRICT v, float* HWY_RESTRICT z,
                          size_t n) {
  const size_t N = hn::Lanes(d);
  const auto w = hn::Set(d, weight);
  size_t m = 0;
  for (; m + N <= n; m += N) {
    hn::StoreU(hn::MulAdd(w, hn::LoadU(d, v + m), hn::LoadU(d, z + m)), d, z + m);
  }
  if (m < n) {
    const auto sum =
        hn::MulAdd(w, LoadTail(d, v + m, n - m, 0.0f), LoadTail(d, z + m, n - m, 0.0f));
    StoreTail(d, sum, z + m, n - m);
  }
}

template <class D>
HWY_INLINE void AddWeighted(D d, const float* weights, size_t count, const float* v, float* z,
                            size_t n) {
  for (size_t j = 0; j < count; ++j) {
    AddScaled(d, weights[j], v + j * n, z, n);
  }
}

}  // namespace attention::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
