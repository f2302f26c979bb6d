// Attention of a sequence to itself, by tiles that are used twice.
#if defined(ATTENTION_KERNELS_FUSED_SELF_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTENTION_KERNELS_FUSED_SELF_INL_H_
#undef ATTENTION_KERNELS_FUSED_SELF_INL_H_
#else
#define ATTENTION_KERNELS_FUSED_SELF_INL_H_
#endif

#include "engine/kernels/fused-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attention::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

struct SelfMemory {
  float* keys;
  float* values;
  float* powers;
  float* z;
  float* l;
};
// The last tile and the last vector may reach beyond the sequence.
template <class D>
HWY_INLINE size_t TokensReached(D d, size_t T) {
  return T + std::max(kTileRows, hn::Lanes(d)) - 1;
}

template <class D>
HWY_INLINE SelfMemory LayOutSelf(D d, size_t T, size_t dim, Pieces& pieces) {
  const size_t up = RoundUp(dim, TileCols(d));
  const size_t tokens = TokensReached(d, T);
  return {pieces.take(RoundUp(T, TileCols(d)) * dim), pieces.take(T * up),
          pieces.take(BlockRows(d) * kChunk), pieces.take(tokens * up), pieces.take(tokens)};
}

template <class D>
HWY_INLINE bool FusedSelfAttention(D d, In x, size_t dim, float scale, Out memory, Out context) {
  const size_t N = hn::Lanes(d);
  const size_t cols = TileCols(d), up = RoundUp(dim, cols), block = BlockRows(d);
  const size_t T = x.size() / dim;
  const float factor = scale * kLog2E;

  // Powers serve a row and a column only if both are taken relative to the same logit. The largest
  // logit of row i is at least factor · ‖x_i‖², its own, and no logit is above the largest of
  // these. So let the least of them be 2^−below at least, against which T powers of 2^−110 are
  // nothing, and the largest 2^above at most: T of these, times values up to 2^20, are finite.
  const Range lengths = SquaredLengths(d, x, dim);
  if (!(factor * lengths.largest < kLargestSquare)) return false;
  const float range = factor * (lengths.largest - lengths.least);
  const float bits = std::log2(static_cast<float>(T));
  const float below = std::min(0.5f * range, kExp2Floor - 24.0f - bits);
  const float above = range - below;
  const float valueBits = 0.5f * std::log2(std::max(lengths.largest, 1.0f));
  if (!(above + bits + valueBits <= 126.0f)) return false;
  const float reference = factor * lengths.least + below;

  Pieces pieces(memory.data());
  const auto [keys, values, powers, z, l] = LayOutSelf(d, T, dim, pieces);
  PackRows(x.data(), T, dim, cols, factor, keys);
  PackColumns(d, x.data(), T, dim, cols, values);
  const size_t tokens = TokensReached(d, T);
  std::fill_n(z, tokens * up, 0.0f);
  std::fill_n(l, tokens, 0.0f);

  for (size_t i0 = 0; i0 < T; i0 += block) {
    const size_t rows = std::min(block, T - i0);
    // The square on the diagonal, then chunks to the right of it; below it all is known.
    for (size_t j0 = i0; j0 < T; j0 += j0 == i0 ? block : kChunk) {
      const size_t n = std::min(j0 == i0 ? block : kChunk, T - j0);
      for (size_t i = 0; i < rows; i += kTileRows) {
        const size_t count = std::min(kTileRows, rows - i);
        float* tile = powers + i * kChunk;
        LogitRows(d, {x.data() + (i0 + i) * dim, count, dim}, keys + j0 * dim, n, dim, tile);
        for (size_t r = 0; r < count; ++r) {
          const auto sum = TakePowers<Logits::kAny>(d, tile + r * kChunk, n, n, reference);
          l[i0 + i + r] += hn::GetLane(hn::SumOfLanes(d, sum));
        }
        AddValues(d, tile, values + j0 * cols, n, T, z + (i0 + i) * up, up, up);
      }
      if (j0 == i0) continue;
      // The same powers, transposed, for the tokens of the chunk.
      for (size_t j = 0; j < n; j += N) {
        auto sum = hn::LoadU(d, l + j0 + j);
        for (size_t i = 0; i < rows; ++i) sum = hn::Add(sum, hn::LoadU(d, powers + i * kChunk + j));
        hn::StoreU(sum, d, l + j0 + j);
      }
      for (size_t m = 0; m < up; m += cols) {
        for (size_t j = 0; j < n; j += kTileRows) {
          MultiplyTile<Before::kSums, kChunk>(d, {powers + j, kTileRows, 1},
                                              values + m * T + i0 * cols, rows,
                                              z + (j0 + j) * up + m, up);
        }
      }
    }
  }
  for (size_t i = 0; i < T; ++i) {
    WriteContext(d, z + i * up, l[i], context.data() + i * dim, dim);
  }
  return true;
}

}  // namespace attention::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
