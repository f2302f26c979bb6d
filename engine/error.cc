#include "engine/error.h"

namespace attention {

std::string_view name(ErrorCode code) {
  switch (code) {
    case ErrorCode::kType:
      return "type";
    case ErrorCode::kShape:
      return "shape";
    case ErrorCode::kRange:
      return "range";
    case ErrorCode::kUnsupported:
      return "unsupported";
  }
  return "unsupported";
}

void detail::append(std::string& text, std::size_t number) {
  text += std::to_string(number);
}

}  // namespace attention
