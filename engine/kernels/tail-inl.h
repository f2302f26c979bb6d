// What is left over at the end of a span: fewer values than the vector has lanes.
#if defined(ATTENTION_KERNELS_TAIL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTENTION_KERNELS_TAIL_INL_H_
#undef ATTENTION_KERNELS_TAIL_INL_H_
#else
#define ATTENTION_KERNELS_TAIL_INL_H_
#endif

#include <cstddef>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace attention::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Loads `count` values, fewer than there are lanes; the other lanes hold `fill`. Nothing is read
// past the end, which a masked load promises on some targets only.
template <class D>
HWY_INLINE hn::Vec<D> LoadTail(D d, const float* from, size_t count, float fill) {
  HWY_ALIGN float lanes[HWY_MAX_BYTES / sizeof(float)];
  hn::Store(hn::Set(d, fill), d, lanes);
  for (size_t i = 0; i < count; ++i) lanes[i] = from[i];
  return hn::Load(d, lanes);
}

// Stores the first `count` lanes and touches nothing after them.
template <class D>
HWY_INLINE void StoreTail(D d, hn::Vec<D> v, float* to, size_t count) {
  HWY_ALIGN float lanes[HWY_MAX_BYTES / sizeof(float)];
  hn::Store(v, d, lanes);
  for (size_t i = 0; i < count; ++i) to[i] = lanes[i];
}

// out[i] = f(x[i]) for i < n, whole vectors first, then the tail (its spare lanes hold 0).
template <class D, class F>
HWY_INLINE void Map(D d, const float* x, float* out, size_t n, F f) {
  const size_t N = hn::Lanes(d);
  size_t i = 0;
  for (; i + N <= n; i += N) hn::StoreU(f(hn::LoadU(d, x + i)), d, out + i);
  if (i < n) StoreTail(d, f(LoadTail(d, x + i, n - i, 0.0f)), out + i, n - i);
}

}  // namespace attention::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
