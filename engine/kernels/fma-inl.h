// Multiply and add: fused wherever the target can.
#if defined(ATTENTION_KERNELS_FMA_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTENTION_KERNELS_FMA_INL_H_
#undef ATTENTION_KERNELS_FMA_INL_H_
#else
#define ATTENTION_KERNELS_FMA_INL_H_
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace attention::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// a · b + c, rounded once or twice as the target pleases. Highway knows nothing of WebAssembly's
// relaxed SIMD; the compiler's name for it changed when the instruction became a standard.
template <class V>
HWY_INLINE V Fma(V a, V b, V c) {
#if !defined(__wasm_relaxed_simd__)
  return hn::MulAdd(a, b, c);
#elif __clang_major__ < 16
  return V{__builtin_wasm_fma_f32x4(a.raw, b.raw, c.raw)};
#else
  return V{__builtin_wasm_relaxed_madd_f32x4(a.raw, b.raw, c.raw)};
#endif
}

// Whether Fma is one instruction. Two of them need a register for what is between.
#if HWY_NATIVE_FMA || defined(__wasm_relaxed_simd__)
constexpr bool kFused = true;
#else
constexpr bool kFused = false;
#endif

}  // namespace attention::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
