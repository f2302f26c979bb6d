// The exponential of the fused kernels: 2^x, made for speed.
#if defined(ATTENTION_KERNELS_EXP2_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTENTION_KERNELS_EXP2_INL_H_
#undef ATTENTION_KERNELS_EXP2_INL_H_
#else
#define ATTENTION_KERNELS_EXP2_INL_H_
#endif

#include <cstdint>

#include "engine/kernels/fma-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attention::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// 2^x for −126 ≤ x < 128: at most 1.2 ulp from the true value.
//
// x = n + r with whole n and |r| ≤ 1/2; 2^r by the polynomial of degree 6 that is 1 at 0 and whose
// relative error is the least (0.07 · 2^−24, by Remez' algorithm); n goes into the exponent's bits.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V Exp2InRange(D d, V x) {
  const hn::RebindToSigned<D> di;
  // 1.5 · 2^23 leaves no bits for a fraction, and n stands in the low bits.
  const V magic = hn::Set(d, 12582912.0f);
  const V shifted = hn::Add(x, magic);
  const V r = hn::Sub(x, hn::Sub(shifted, magic));
  V p = hn::Set(d, 0x1.446c7ep-13f);
  p = Fma(p, r, hn::Set(d, 0x1.5f88fep-10f));
  p = Fma(p, r, hn::Set(d, 0x1.3b29e4p-7f));
  p = Fma(p, r, hn::Set(d, 0x1.c6ae2cp-5f));
  p = Fma(p, r, hn::Set(d, 0x1.ebfbe0p-3f));
  p = Fma(p, r, hn::Set(d, 0x1.62e432p-1f));
  p = Fma(p, r, hn::Set(d, 1.0f));
  return hn::BitCast(d, hn::Add(hn::BitCast(di, p), hn::ShiftLeft<23>(hn::BitCast(di, shifted))));
}

constexpr float kExp2Floor = 110.0f;

// The same for every x < 128; for x ≤ −110, −∞ included, 2^−110: so little beside 1 that nobody
// sees it, and large enough for its products to be normal numbers. Where multiply and add are two
// instructions, products that are not make a softmax with one sharp peak half as slow again. Not
// for NaN.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V Exp2(D d, V x) {
  return Exp2InRange(d, hn::Max(x, hn::Set(d, -kExp2Floor)));
}

}  // namespace attention::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
