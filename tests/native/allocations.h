/// How much memory a piece of work asks for.
#pragma once

#include <cstddef>

namespace attention {

/// The bytes that this program has asked for by `new` so far, whether it gave them back or not.
std::size_t bytesAsked();

}  // namespace attention
