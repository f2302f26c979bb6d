#include "engine/kernels/kernels.h"

#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/kernels/kernels.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"

#include "engine/kernels/dot-inl.h"
#include "engine/kernels/exp-inl.h"
#include "engine/kernels/softmax-inl.h"
#include "engine/kernels/tail-inl.h"
#include "engine/kernels/add_weighted-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attention::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

const char* TargetOf() {
  return hwy::TargetName(HWY_TARGET);
}

float DotOf(In x, In y) {
  return Dot(hn::ScalableTag<float>(), x.data(), y.data(), x.size());
}

void AllDotsOf(In a, In b, size_t d, Out out) {
  AllDots(hn::ScalableTag<float>(), a.data(), a.size() / d, b.data(), b.size() / d, d, out.data());
}

void DivideBy(In x, float divisor, Out out) {
  const hn::ScalableTag<float> d;
  const auto by = hn::Set(d, divisor);
  Map(d, x.data(), out.data(), x.size(), [&](auto v) HWY_ATTR { return hn::Div(v, by); });
}

void ExpNonPositiveOf(In x, Out out) {
  const hn::ScalableTag<float> d;
  Map(d, x.data(), out.data(), x.size(), [&](auto v) HWY_ATTR { return ExpNonPositive(d, v); });
}

void SoftmaxOf(In logits, Out weights) {
  Softmax(hn::ScalableTag<float>(), logits.data(), weights.data(), logits.size());
}

void AddWeightedTo(In weights, In v, Out z) {
  AddWeighted(hn::ScalableTag<float>(), weights.data(), weights.size(), v.data(), z.data(),
              z.size());
}

}  // namespace attention::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attention::kernels {

HWY_EXPORT(TargetOf);
HWY_EXPORT(DotOf);
HWY_EXPORT(AllDotsOf);
HWY_EXPORT(DivideBy);
HWY_EXPORT(ExpNonPositiveOf);
HWY_EXPORT(SoftmaxOf);
HWY_EXPORT(AddWeightedTo);

std::string_view target() {
  const std::string_view name = HWY_DYNAMIC_DISPATCH(TargetOf)();
  return name == "WASM" ? "wasm-simd128" : name;
}

float dot(In x, In y) {
  assert(x.size() == y.size());
  return HWY_DYNAMIC_DISPATCH(DotOf)(x, y);
}

void allDots(In a, In b, std::size_t d, Out out) {
  assert(d > 0 && a.size() % d == 0 && b.size() % d == 0);
  assert(out.size() == (a.size() / d) * (b.size() / d));
  HWY_DYNAMIC_DISPATCH(AllDotsOf)(a, b, d, out);
}

void divide(In x, float divisor, Out out) {
  assert(x.size() == out.size());
  HWY_DYNAMIC_DISPATCH(DivideBy)(x, divisor, out);
}

void expNonPositive(In x, Out out) {
  assert(x.size() == out.size());
  HWY_DYNAMIC_DISPATCH(ExpNonPositiveOf)(x, out);
}

void softmax(In logits, Out weights) {
  assert(logits.size() == weights.size());
  HWY_DYNAMIC_DISPATCH(SoftmaxOf)(logits, weights);
}

void addWeighted(In weights, In v, Out z) {
  assert(v.size() == weights.size() * z.size());
  HWY_DYNAMIC_DISPATCH(AddWeightedTo)(weights, v, z);
}

}  // namespace attention::kernels
#endif  // HWY_ONCE
