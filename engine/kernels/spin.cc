#include "engine/kernels/spin.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/kernels/spin.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"

#include "engine/kernels/fma-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attention::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Twelve chains, so that none waits for itself.
size_t SpinOf(size_t rounds, float& sink) {
  const hn::ScalableTag<float> d;
  const auto a = hn::Set(d, sink * 0.5f), b = hn::Set(d, 1.0f);
  auto c0 = hn::Iota(d, 0.0f), c1 = hn::Iota(d, 0.1f), c2 = hn::Iota(d, 0.2f);
  auto c3 = hn::Iota(d, 0.3f), c4 = hn::Iota(d, 0.4f), c5 = hn::Iota(d, 0.5f);
  auto c6 = hn::Iota(d, 0.6f), c7 = hn::Iota(d, 0.7f), c8 = hn::Iota(d, 0.8f);
  auto c9 = hn::Iota(d, 0.9f), c10 = hn::Iota(d, 1.0f), c11 = hn::Iota(d, 1.1f);
  HWY_UNROLL(1)
  for (size_t round = 0; round < rounds; ++round) {
    c0 = Fma(c0, a, b), c1 = Fma(c1, a, b), c2 = Fma(c2, a, b), c3 = Fma(c3, a, b);
    c4 = Fma(c4, a, b), c5 = Fma(c5, a, b), c6 = Fma(c6, a, b), c7 = Fma(c7, a, b);
    c8 = Fma(c8, a, b), c9 = Fma(c9, a, b), c10 = Fma(c10, a, b), c11 = Fma(c11, a, b);
  }
  const auto sum = hn::Add(
      hn::Add(hn::Add(hn::Add(c0, c1), hn::Add(c2, c3)), hn::Add(hn::Add(c4, c5), hn::Add(c6, c7))),
      hn::Add(hn::Add(c8, c9), hn::Add(c10, c11)));
  sink = hn::GetLane(hn::SumOfLanes(d, sum));
  return 12 * 2 * hn::Lanes(d);
}

}  // namespace attention::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attention::kernels {

HWY_EXPORT(SpinOf);

std::size_t spin(std::size_t rounds, float& sink) {
  return HWY_DYNAMIC_DISPATCH(SpinOf)(rounds, sink);
}

}  // namespace attention::kernels
#endif  // HWY_ONCE
