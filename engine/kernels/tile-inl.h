// A tile of a matrix product that stays in registers.
#if defined(ATTENTION_KERNELS_TILE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTENTION_KERNELS_TILE_INL_H_
#undef ATTENTION_KERNELS_TILE_INL_H_
#else
#define ATTENTION_KERNELS_TILE_INL_H_
#endif

#include <algorithm>
#include <cstddef>

#include "engine/kernels/fma-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attention::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// A tile is six rows by two vectors: twelve sums, two vectors of B and one value of A are the
// fifteen registers that browsers' compilers give out. Where multiply and add are two instructions,
// the product between them needs one as well, and a row has to go: with six, sums are spilled and
// the loop takes half as long again.
constexpr size_t kTileRows = kFused ? 6 : 5;
template <class D>
HWY_INLINE size_t TileCols(D d) {
  return 2 * hn::Lanes(d);
}

// Left factors, as the tile reads them: rows and steps may lie any distance apart. A tile that
// reaches beyond the last row reads that row again.
struct Left {
  const float* data;
  size_t rows;
  size_t rowStride;
  const float* row(size_t r) const { return data + std::min(r, rows - 1) * rowStride; }
};

// What the tile's place holds before: sums to be added to, or nothing.
enum class Before { kSums, kNothing };

// C (+)= A[·, steps] · B[steps, 2N]. The next step of A lies kStep values further, that of B behind
// this one; c has `cStride` values a row, and room for a whole tile.
template <Before kBefore, size_t kStep, class D>
HWY_NOINLINE void MultiplyTile(D d, const Left& a, const float* HWY_RESTRICT b, size_t steps,
                               float* HWY_RESTRICT c, size_t cStride) {
  const size_t N = hn::Lanes(d);
  const auto before = [&](size_t row, size_t lane) HWY_ATTR {
    return kBefore == Before::kSums ? hn::LoadU(d, c + row * cStride + lane) : hn::Zero(d);
  };
  const float *a0 = a.row(0), *a1 = a.row(1), *a2 = a.row(2), *a3 = a.row(3), *a4 = a.row(4);
  const float* a5 = a.row(5);
  auto c00 = before(0, 0), c01 = before(0, N);
  auto c10 = before(1, 0), c11 = before(1, N);
  auto c20 = before(2, 0), c21 = before(2, N);
  auto c30 = before(3, 0), c31 = before(3, N);
  auto c40 = before(4, 0), c41 = before(4, N);
  auto c50 = hn::Zero(d), c51 = hn::Zero(d);
  if constexpr (kTileRows == 6) c50 = before(5, 0), c51 = before(5, N);
  // Unrolled, the loop would want more registers than there are.
  HWY_UNROLL(1)
  for (size_t k = 0; k < steps; ++k) {
    const auto b0 = hn::LoadU(d, b), b1 = hn::LoadU(d, b + N);
    b += 2 * N;
    auto v = hn::Set(d, a0[k * kStep]);
    c00 = Fma(v, b0, c00), c01 = Fma(v, b1, c01);
    v = hn::Set(d, a1[k * kStep]);
    c10 = Fma(v, b0, c10), c11 = Fma(v, b1, c11);
    v = hn::Set(d, a2[k * kStep]);
    c20 = Fma(v, b0, c20), c21 = Fma(v, b1, c21);
    v = hn::Set(d, a3[k * kStep]);
    c30 = Fma(v, b0, c30), c31 = Fma(v, b1, c31);
    v = hn::Set(d, a4[k * kStep]);
    c40 = Fma(v, b0, c40), c41 = Fma(v, b1, c41);
    if constexpr (kTileRows == 6) {
      v = hn::Set(d, a5[k * kStep]);
      c50 = Fma(v, b0, c50), c51 = Fma(v, b1, c51);
    }
  }
  const auto after = [&](auto sum0, auto sum1, size_t row) HWY_ATTR {
    hn::StoreU(sum0, d, c + row * cStride);
    hn::StoreU(sum1, d, c + row * cStride + N);
  };
  after(c00, c01, 0);
  after(c10, c11, 1);
  after(c20, c21, 2);
  after(c30, c31, 3);
  after(c40, c41, 4);
  if constexpr (kTileRows == 6) after(c50, c51, 5);
}

}  // namespace attention::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
