// The exponential that softmax needs: e^x for x ≤ 0.
#if defined(ATTENTION_KERNELS_EXP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTENTION_KERNELS_EXP_INL_H_
#undef ATTENTION_KERNELS_EXP_INL_H_
#else
#define ATTENTION_KERNELS_EXP_INL_H_
#endif

#include <cstdint>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace attention::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// 2^n for whole n in [−126, 127], by writing n into the exponent's bits.
template <class D, class VI>
HWY_INLINE hn::Vec<D> PowerOfTwo(D d, VI n) {
  const hn::RebindToSigned<D> di;
  return hn::BitCast(d, hn::ShiftLeft<23>(hn::Add(n, hn::Set(di, 127))));
}

// x = n ln 2 + r with whole n and |r| ≤ ln 2 / 2, so e^x = 2^n e^r. NaN passes through; what lies
// below the smallest float, −∞ included, gives 0.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V ExpNonPositive(D d, V x) {
  const hn::RebindToSigned<D> di;
  // Half of the smallest subnormal is e^−103.97. NaN is not below and stays.
  const V lowest = hn::Set(d, -104.0f);
  x = hn::IfThenElse(hn::Lt(x, lowest), lowest, x);

  // Adding 1.5 · 2^23 leaves no bits for a fraction: the sum is rounded to a whole number, which
  // then stands in the low bits. Unlike a conversion to integers, this is defined for NaN.
  const V magic = hn::Set(d, 12582912.0f);
  const V shifted = hn::MulAdd(x, hn::Set(d, 1.44269504f), magic);
  const V whole = hn::Sub(shifted, magic);
  const auto n = hn::Sub(hn::BitCast(di, shifted), hn::BitCast(di, magic));

  // ln 2 in two parts, the first short enough for its product with n to be exact.
  V r = hn::NegMulAdd(whole, hn::Set(d, 0.693359375f), x);
  r = hn::NegMulAdd(whole, hn::Set(d, -2.12194440e-4f), r);

  // e^r = 1 + r + r² q(r); q is the minimax polynomial, off by 0.06 ulp at most.
  V q = hn::Set(d, 0x1.6a23d0p-10f);
  q = hn::MulAdd(q, r, hn::Set(d, 0x1.123a20p-7f));
  q = hn::MulAdd(q, r, hn::Set(d, 0x1.5558f2p-5f));
  q = hn::MulAdd(q, r, hn::Set(d, 0x1.555492p-3f));
  q = hn::MulAdd(q, r, hn::Set(d, 0x1.fffffcp-2f));
  const V power = hn::Add(hn::MulAdd(hn::Mul(r, r), q, r), hn::Set(d, 1.0f));

  // 2^n alone may be below the normal range: two halves of it are not, and only the second
  // product can round, once.
  const auto half = hn::ShiftRight<1>(n);
  return hn::Mul(hn::Mul(power, PowerOfTwo(d, half)), PowerOfTwo(d, hn::Sub(n, half)));
}

}  // namespace attention::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
