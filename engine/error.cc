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

// Digit by digit: std::to_string would bring all of printf into the page.
void detail::append(std::string& text, std::size_t number) {
  if (number >= 10) append(text, number / 10);
  text += static_cast<char>('0' + number % 10);
}

void detail::append(std::string& text, int number) {
  if (number < 0) text += '-';
  append(text, static_cast<std::size_t>(number < 0 ? -static_cast<long long>(number) : number));
}

}  // namespace attention
