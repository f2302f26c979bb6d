/// Softmax and the blend of values in one pass over tiles of keys, never holding a whole row.
///
/// State: the running maximum m, the running sum l, the running z = Σ e^(logit − m) v. A tile's
/// logits may raise m; what was collected before is then rescaled by e^(m_old − m_new).
/// Milakov and Gimelshein 2018, "Online normalizer calculation for softmax"; Dao et al. 2022,
/// "FlashAttention". Plain IEEE arithmetic in a format: m starts at −∞, and a first tile of nothing
/// but −∞ makes NaN of −∞ − (−∞), from which the row does not recover. Two passes do not meet this
/// unless the whole row is −∞; kernels that work in tiles have to guard it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/error.h"
#include "engine/float_format.h"
#include "engine/trace.h"
#include "engine/values.h"

namespace attention {

struct OnlineOptions {
  std::size_t tile = 1;            ///< keys in a tile, ≥ 1; the last tile may be shorter
  FloatFormat format = kFp32;      ///< of every value and operation
  std::vector<std::size_t> order;  ///< the tiles in the order of reading, each once; empty: 0, 1, …
};

/// After one tile.
struct OnlineState {
  std::size_t tile;      ///< which tile was read, from 0
  std::size_t firstKey;  ///< its keys: firstKey … lastKey, inclusive
  std::size_t lastKey;
  double maximum;               ///< m
  double rescale;               ///< e^(m_old − m_new), by which l and z were multiplied
  double sum;                   ///< l
  std::vector<double> blend;    ///< z, not yet divided; length d
  std::vector<double> context;  ///< z / l: the answer if the row ended here; length d
};

struct OnlineSoftmax {
  std::vector<OnlineState> states;  ///< one a tile, in the order of reading
  std::vector<double> context;      ///< of the last state; length d
  std::vector<double> twoPasses;  ///< Σ probability · value with softmax() in this format; length d
  std::vector<double> exact;      ///< the same in FP64
  std::vector<double> ulpDistances;  ///< from context to twoPasses in steps of the format; length d
  std::vector<Failure> failures;     ///< of the tiled pass, in order; indices are those of the keys
};

/// logits: length T; values: [T, d]. Refuses no logits, values of another size, an order that is
/// not one of all tiles (`shape`), a tile of 0 (`range`).
Result<OnlineSoftmax> onlineSoftmax(std::span<const double> logits, const Values& values,
                                    const OnlineOptions& options);

}  // namespace attention
