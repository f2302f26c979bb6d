#include "engine/kernels/fused.h"

#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/kernels/fused.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"

#include "engine/kernels/fused-inl.h"
#include "engine/kernels/fused_self-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attention::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

size_t FusedMemoryOf(const Fused& in) {
  Pieces pieces(nullptr);
  LayOut(hn::ScalableTag<float>(), in.k.size() / in.dk, in.dk, in.dv, pieces);
  return pieces.needed();
}

bool FusedAttentionOf(const Fused& in, Out memory, Out context) {
  return FusedAttention(hn::ScalableTag<float>(), in, memory, context);
}

size_t FusedSelfMemoryOf(size_t tokens, size_t d) {
  Pieces pieces(nullptr);
  LayOutSelf(hn::ScalableTag<float>(), tokens, d, pieces);
  return pieces.needed();
}

bool FusedSelfAttentionOf(In x, size_t d, float scale, Out memory, Out context) {
  return FusedSelfAttention(hn::ScalableTag<float>(), x, d, scale, memory, context);
}

}  // namespace attention::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attention::kernels {

HWY_EXPORT(FusedMemoryOf);
HWY_EXPORT(FusedAttentionOf);
HWY_EXPORT(FusedSelfMemoryOf);
HWY_EXPORT(FusedSelfAttentionOf);

std::size_t fusedMemory(const Fused& in) {
  return HWY_DYNAMIC_DISPATCH(FusedMemoryOf)(in);
}

bool fusedAttention(const Fused& in, Out memory, Out context) {
  assert(in.dk > 0 && in.dv > 0 && in.scale > 0.0f);
  assert(in.q.size() % in.dk == 0 && in.k.size() % in.dk == 0 && in.v.size() % in.dv == 0);
  assert(in.v.size() / in.dv == in.k.size() / in.dk);
  assert(context.size() == in.q.size() / in.dk * in.dv);
  assert(in.allowed.empty() || in.allowed.size() == in.q.size() / in.dk * (in.k.size() / in.dk));
  assert(memory.size() >= fusedMemory(in));
  return HWY_DYNAMIC_DISPATCH(FusedAttentionOf)(in, memory, context);
}

std::size_t fusedSelfMemory(std::size_t tokens, std::size_t d) {
  return HWY_DYNAMIC_DISPATCH(FusedSelfMemoryOf)(tokens, d);
}

bool fusedSelfAttention(In x, std::size_t d, float scale, Out memory, Out context) {
  assert(d > 0 && x.size() % d == 0 && context.size() == x.size() && scale > 0.0f);
  assert(memory.size() >= fusedSelfMemory(x.size() / d, d));
  return HWY_DYNAMIC_DISPATCH(FusedSelfAttentionOf)(x, d, scale, memory, context);
}

}  // namespace attention::kernels
#endif  // HWY_ONCE
