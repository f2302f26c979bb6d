/// The bits of a number. Written out, because the library of Emscripten 3.1.6 has no <bit>.
#pragma once

#include <cstdint>

namespace attention {

/// The same bits read as another type.
template <typename To, typename From>
constexpr To bitCast(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  return __builtin_bit_cast(To, from);
}

/// How many bits it takes to write x: 0 for 0, else 1 + ⌊log₂ x⌋.
constexpr int bitWidth(std::uint64_t x) {
  return x == 0 ? 0 : 64 - __builtin_clzll(x);
}

}  // namespace attention
