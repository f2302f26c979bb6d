// Attention by tiles, whose scores never leave the cache.
#if defined(ATTENTION_KERNELS_FUSED_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTENTION_KERNELS_FUSED_INL_H_
#undef ATTENTION_KERNELS_FUSED_INL_H_
#else
#define ATTENTION_KERNELS_FUSED_INL_H_
#endif

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "engine/kernels/dot-inl.h"
#include "engine/kernels/fused.h"
#include "engine/kernels/pack-inl.h"
#include "engine/kernels/powers-inl.h"
#include "engine/kernels/tail-inl.h"
#include "engine/kernels/tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace attention::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr float kLog2E = 1.44269504f;

// A block of queries shares each chunk of keys and values, which then comes from the second cache.
// Both are whole numbers of tiles, in rows and in columns.
constexpr size_t kChunk = kTileRows == 6 ? 192 : 200;
constexpr size_t kMaxBlock = 96;
template <class D>
HWY_INLINE size_t BlockRows(D d) {
  return kTileRows == 5 ? 40 : TileCols(d) <= 16 ? 48 : kMaxBlock;
}

// The least and the largest ‖x_i‖², for x: [n, cols]. Something that is not finite is kept. Squares
// below the normal numbers may be lost, so the largest is never said to be below them.
struct Range {
  float least = -kNone;
  float largest = std::numeric_limits<float>::min();
};
template <class D>
HWY_INLINE Range SquaredLengths(D d, In x, size_t cols) {
  Range range;
  for (size_t i = 0; i < x.size(); i += cols) {
    const float squared = Dot(d, x.data() + i, x.data() + i, cols);
    if (!(squared < -kNone)) return {squared, squared};
    range = {std::min(range.least, squared), std::max(range.largest, squared)};
  }
  return range;
}

// Squares up to here leave room: for the sum of any number of terms that memory can hold.
constexpr float kLargestSquare = 1e30f;

// Logits, [6, kChunk], of a tile's rows of queries with n packed keys.
template <class D>
HWY_INLINE void LogitRows(D d, const Left& queries, const float* keys, size_t n, size_t dk,
                          float* logits) {
  for (size_t j = 0; j < n; j += TileCols(d)) {
    MultiplyTile<Before::kNothing, 1>(d, queries, keys + j * dk, dk, logits + j, kChunk);
  }
}

// z: [6, dvUp of stride] += weights · values, for n rows of packed values, of which a panel has S.
template <class D>
HWY_INLINE void AddValues(D d, const float* weights, const float* values, size_t n, size_t S,
                          float* z, size_t dvUp, size_t stride) {
  for (size_t m = 0; m < dvUp; m += TileCols(d)) {
    MultiplyTile<Before::kSums, 1>(d, {weights, kTileRows, kChunk}, values + m * S, n, z + m,
                                   stride);
  }
}

// context = z / l, for one query; 0 if it had nothing to attend to.
template <class D>
HWY_INLINE void WriteContext(D d, const float* z, float l, float* context, size_t dv) {
  const auto by = hn::Set(d, l > 0.0f ? 1.0f / l : 0.0f);
  Map(d, z, context, dv, [&](auto v) HWY_ATTR { return hn::Mul(v, by); });
}

struct FusedMemory {
  float* keys;
  float* values;
  float* logits;
  float* sums;
};
template <class D>
HWY_INLINE FusedMemory LayOut(D d, size_t S, size_t dk, size_t dv, Pieces& pieces) {
  const size_t cols = TileCols(d);
  const size_t dvUp = RoundUp(dv, cols);
  return {pieces.take(RoundUp(S, cols) * dk), pieces.take(S * dvUp),
          pieces.take(kTileRows * kChunk), pieces.take(BlockRows(d) * (dvUp + hn::Lanes(d)))};
}

template <class D>
HWY_INLINE bool FusedAttention(D d, const Fused& in, Out memory, Out context) {
  const size_t cols = TileCols(d);
  const size_t dk = in.dk, dv = in.dv, dvUp = RoundUp(dv, cols);
  const size_t stride = dvUp + hn::Lanes(d);
  const size_t T = in.q.size() / dk, S = in.k.size() / dk;
  const float factor = in.scale * kLog2E;

  // No logit, and no partial sum of one, is farther from 0 than this (Cauchy and Schwarz).
  const float q2 = SquaredLengths(d, in.q, dk).largest;
  const float k2 = SquaredLengths(d, in.k, dk).largest;
  const float bound = std::sqrt(q2) * std::sqrt(k2) * factor;
  const float v2 = Dot(d, in.v.data(), in.v.data(), in.v.size());
  if (!(bound < kLargestSquare) || !(v2 < kLargestSquare)) return false;
  if (!(std::sqrt(k2) * factor < kLargestSquare)) return false;  // as the keys are packed
  const bool online = bound > kNearZero;

  Pieces pieces(memory.data());
  const auto [keys, values, logits, sums] = LayOut(d, S, dk, dv, pieces);
  PackRows(in.k.data(), S, dk, cols, factor, keys);
  PackColumns(d, in.v.data(), S, dv, cols, values);
  // Of each query in a block: what its powers are taken relative to, and their sums so far, the
  // numerator z: [dvUp] and behind it the lanes that make up the denominator.
  float reference[kMaxBlock];

  // How many of the keys from j0 on query i may attend to, as far as the future goes.
  const auto present = [&](size_t i, size_t j0, size_t n) {
    if (!in.causal) return n;
    const size_t past = in.firstQuery + i + 1;
    return past <= j0 ? 0 : std::min(n, past - j0);
  };

  const size_t block = BlockRows(d);
  for (size_t i0 = 0; i0 < T; i0 += block) {
    const size_t rows = std::min(block, T - i0);
    std::fill_n(sums, RoundUp(rows, kTileRows) * stride, 0.0f);
    std::fill_n(reference, rows, online ? kNone : 0.0f);
    const size_t end = present(i0 + rows - 1, 0, S);
    for (size_t j0 = 0; j0 < end; j0 += kChunk) {
      const size_t n = std::min(kChunk, end - j0);
      for (size_t i = 0; i < rows; i += kTileRows) {
        const size_t count = std::min(kTileRows, rows - i);
        LogitRows(d, {in.q.data() + (i0 + i) * dk, count, dk}, keys + j0 * dk, n, dk, logits);
        // Row after row has to wait for its own maximum; so all of these come first.
        for (size_t r = 0; r < count; ++r) {
          float* row = logits + r * kChunk;
          const size_t open = present(i0 + i + r, j0, n);
          if (!in.allowed.empty()) {
            const std::uint8_t* allowed = in.allowed.data() + (i0 + i + r) * S + j0;
            for (size_t j = 0; j < open; ++j) {
              if (!allowed[j]) row[j] = kNone;
            }
          }
          if (online) {
            Follow(d, Largest(d, row, open), reference[i + r], sums + (i + r) * stride, stride);
          }
        }
        for (size_t r = 0; r < count; ++r) {
          float* row = logits + r * kChunk;
          const size_t open = present(i0 + i + r, j0, n);
          const float m = reference[i + r] == kNone ? 0.0f : reference[i + r];
          const auto l = !in.allowed.empty() ? TakePowers<Logits::kMasked>(d, row, open, n, m)
                         : online            ? TakePowers<Logits::kAny>(d, row, open, n, m)
                                             : TakePowers<Logits::kNearZero>(d, row, open, n, m);
          float* lanes = sums + (i + r) * stride + dvUp;
          hn::StoreU(hn::Add(hn::LoadU(d, lanes), l), d, lanes);
        }
        AddValues(d, logits, values + j0 * cols, n, S, sums + i * stride, dvUp, stride);
      }
    }
    for (size_t i = 0; i < rows; ++i) {
      const float* z = sums + i * stride;
      const float l = hn::GetLane(hn::SumOfLanes(d, hn::LoadU(d, z + dvUp)));
      WriteContext(d, z, l, context.data() + (i0 + i) * dv, dv);
    }
  }
  return true;
}

}  // namespace attention::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
