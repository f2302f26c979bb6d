// The dot product, and all dot products between the rows of two matrices.
#if defined(ATTENTION_KERNELS_DOT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTENTION_KERNELS_DOT_INL_H_
#undef ATTENTION_KERNELS_DOT_INL_H_
#else
#define ATTENTION_KERNELS_DOT_INL_H_
#endif

#include "engine/kernels/tail-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attention::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Four running sums, so that an addition need not wait for the one before it.
template <class D>
HWY_INLINE float Dot(D d, const float* HWY_RESTRICT x, const float* HWY_RESTRICT y, size_t n) {
  const size_t N = hn::Lanes(d);
  auto sum0 = hn::Zero(d), sum1 = hn::Zero(d), sum2 = hn::Zero(d), sum3 = hn::Zero(d);
  size_t i = 0;
  for (; i + 4 * N <= n; i += 4 * N) {
    sum0 = hn::MulAdd(hn::LoadU(d, x + i), hn::LoadU(d, y + i), sum0);
    sum1 = hn::MulAdd(hn::LoadU(d, x + i + N), hn::LoadU(d, y + i + N), sum1);
    sum2 = hn::MulAdd(hn::LoadU(d, x + i + 2 * N), hn::LoadU(d, y + i + 2 * N), sum2);
    sum3 = hn::MulAdd(hn::LoadU(d, x + i + 3 * N), hn::LoadU(d, y + i + 3 * N), sum3);
  }
  for (; i + N <= n; i += N) sum0 = hn::MulAdd(hn::LoadU(d, x + i), hn::LoadU(d, y + i), sum0);
  if (i < n) {
    sum1 = hn::MulAdd(LoadTail(d, x + i, n - i, 0.0f), LoadTail(d, y + i, n - i, 0.0f), sum1);
  }
  return hn::GetLane(hn::SumOfLanes(d, hn::Add(hn::Add(sum0, sum1), hn::Add(sum2, sum3))));
}

template <class D>
HWY_INLINE void AllDots(D d, const float* a, size_t n, const float* b, size_t m, size_t length,
                        float* HWY_RESTRICT out) {
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < m; ++j) out[i * m + j] = Dot(d, a + i * length, b + j * length, length);
  }
}

}  // namespace attention::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
