// Matrices laid out as tiles read them, and the memory for it.
#if defined(ATTENTION_KERNELS_PACK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTENTION_KERNELS_PACK_INL_H_
#undef ATTENTION_KERNELS_PACK_INL_H_
#else
#define ATTENTION_KERNELS_PACK_INL_H_
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace attention::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

HWY_INLINE size_t RoundUp(size_t n, size_t to) {
  return (n + to - 1) / to * to;
}

// Hands out the borrowed memory piece by piece, each at a cache line's beginning. Given no memory
// it only counts.
class Pieces {
 public:
  static constexpr size_t kLine = 16;
  explicit Pieces(float* memory) : memory_(memory) {
    if (memory) next_ = (kLine - reinterpret_cast<std::uintptr_t>(memory) / sizeof(float)) % kLine;
  }
  float* take(size_t n) {
    float* piece = memory_ ? memory_ + next_ : nullptr;
    next_ += RoundUp(n, kLine);
    return piece;
  }
  // Enough wherever the memory may begin.
  size_t needed() const { return next_ + kLine - 1; }

 private:
  float* memory_;
  size_t next_ = 0;
};

#if HWY_TARGET != HWY_SCALAR
// panel: [cols, 4 of width] = factor · x transposed, for x: [4, cols]; squares of four by four.
HWY_INLINE void PackFourRows(const float* HWY_RESTRICT x, size_t cols, size_t width, float factor,
                             float* HWY_RESTRICT panel) {
  const hn::FixedTag<float, 4> d;
  const auto by = hn::Set(d, factor);
  size_t k = 0;
  for (; k + 4 <= cols; k += 4) {
    const auto row = [&](size_t r) HWY_ATTR { return hn::Mul(by, hn::LoadU(d, x + r * cols + k)); };
    const auto row0 = row(0), row1 = row(1), row2 = row(2), row3 = row(3);
    const auto low01 = hn::InterleaveLower(d, row0, row1);
    const auto low23 = hn::InterleaveLower(d, row2, row3);
    const auto high01 = hn::InterleaveUpper(d, row0, row1);
    const auto high23 = hn::InterleaveUpper(d, row2, row3);
    float* HWY_RESTRICT to = panel + k * width;
    hn::StoreU(hn::ConcatLowerLower(d, low23, low01), d, to);
    hn::StoreU(hn::ConcatUpperUpper(d, low23, low01), d, to + width);
    hn::StoreU(hn::ConcatLowerLower(d, high23, high01), d, to + 2 * width);
    hn::StoreU(hn::ConcatUpperUpper(d, high23, high01), d, to + 3 * width);
  }
  for (; k < cols; ++k) {
    for (size_t r = 0; r < 4; ++r) panel[k * width + r] = factor * x[r * cols + k];
  }
}
#endif

// Packing stays out of line: whoever packs has better use for the registers.

// x: [n, cols], times `factor`, as panels of `width` rows, [cols, width] each. The panel that
// begins with row j lies at j · cols; rows that are missing in the last one are 0.
static HWY_NOINLINE void PackRows(const float* HWY_RESTRICT x, size_t n, size_t cols, size_t width,
                                  float factor, float* HWY_RESTRICT panels) {
  for (size_t j = 0; j < n; j += width) {
    const size_t count = std::min(width, n - j);
    const float* rows = x + j * cols;
    float* HWY_RESTRICT panel = panels + j * cols;
    if (count < width) std::fill_n(panel, cols * width, 0.0f);
    size_t r = 0;
#if HWY_TARGET != HWY_SCALAR
    for (; r + 4 <= count; r += 4) PackFourRows(rows + r * cols, cols, width, factor, panel + r);
#endif
    for (; r < count; ++r) {
      for (size_t k = 0; k < cols; ++k) panel[k * width + r] = factor * rows[r * cols + k];
    }
  }
}

// x: [n, cols] as panels of `width` columns, [n, width] each. The panel that begins with column m
// lies at m · n; columns that are missing in the last one are 0.
template <class D>
HWY_NOINLINE void PackColumns(D d, const float* HWY_RESTRICT x, size_t n, size_t cols, size_t width,
                              float* HWY_RESTRICT panels) {
  for (size_t m = 0; m < cols; m += width) {
    const size_t count = std::min(width, cols - m);
    float* HWY_RESTRICT panel = panels + m * n;
    if (count == width) {
      for (size_t j = 0; j < n; ++j) {
        for (size_t c = 0; c < width; c += hn::Lanes(d)) {
          hn::StoreU(hn::LoadU(d, x + j * cols + m + c), d, panel + j * width + c);
        }
      }
    } else {
      std::fill_n(panel, n * width, 0.0f);
      for (size_t j = 0; j < n; ++j) std::copy_n(x + j * cols + m, count, panel + j * width);
    }
  }
}

}  // namespace attention::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
