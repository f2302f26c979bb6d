#include "engine/mask.h"

#include "engine/matrix.h"

namespace attention {
namespace {

Check checkFits(const Mask& mask, std::size_t queries, std::size_t keys) {
  if (mask.causal) {
    if (queries == keys) return Done{};
    return error(ErrorCode::kShape, "mask: causal needs as many queries as keys, but there are ",
                 queries, " queries and ", keys,
                 " keys; give a matrix of booleans to say which keys each query may see");
  }
  if (mask.rows == queries && mask.cols == keys && mask.data.size() == queries * keys)
    return Done{};
  return error(ErrorCode::kShape, "mask: is ", mask.rows, " × ", mask.cols, ", but there are ",
               queries, " queries and ", keys, " keys");
}

}  // namespace

Result<Allowed> combine(const std::vector<Mask>& masks, std::size_t queries, std::size_t keys) {
  for (const Mask& mask : masks) {
    if (Check fits = checkFits(mask, queries, keys); !fits) return fits.error();
  }
  if (masks.empty()) return Allowed{};
  if (Check size = checkSize("mask", queries, keys); !size) return size.error();
  Allowed allowed(queries * keys, 1);
  for (const Mask& mask : masks) {
    if (mask.causal) {
      for (std::size_t i = 0; i < queries; ++i) {
        for (std::size_t j = i + 1; j < keys; ++j) allowed[i * keys + j] = 0;
      }
      continue;
    }
    for (std::size_t p = 0; p < allowed.size(); ++p) allowed[p] &= mask.data[p] != 0;
  }
  return allowed;
}

}  // namespace attention
