/// Errors as values: the engine throws nothing, so that it runs where exceptions are switched off.
#pragma once

#include <cassert>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace attention {

enum class ErrorCode {
  kType,         ///< not what the field takes
  kShape,        ///< sizes that do not fit
  kRange,        ///< a number outside its range
  kUnsupported,  ///< this machine cannot do it
};

/// The code's name as the facade shows it: "type", "shape", "range", "unsupported".
std::string_view name(ErrorCode code);

/// Bad input, in a sentence that names the field and, counted from 1, the place:
/// "x: row 3 has 2 values, the others have 4".
struct EngineError {
  ErrorCode code;
  std::string message;
};

/// A value, or the reason why there is none.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}            // NOLINT: converts on purpose
  Result(EngineError error) : state_(std::move(error)) {}  // NOLINT

  bool ok() const { return std::holds_alternative<T>(state_); }
  explicit operator bool() const { return ok(); }

  T& operator*() {
    assert(ok());
    return *std::get_if<T>(&state_);
  }
  const T& operator*() const {
    assert(ok());
    return *std::get_if<T>(&state_);
  }
  T* operator->() { return &**this; }
  const T* operator->() const { return &**this; }

  const EngineError& error() const {
    assert(!ok());
    return *std::get_if<EngineError>(&state_);
  }

 private:
  std::variant<T, EngineError> state_;
};

/// Nothing to return but whether it went well.
struct Done {};
using Check = Result<Done>;

namespace detail {
inline void append(std::string& text, std::string_view part) {
  text += part;
}
void append(std::string& text, std::size_t number);
void append(std::string& text, int number);
}  // namespace detail

/// An error whose message is its parts in a row: strings and whole numbers.
template <typename... Parts>
EngineError error(ErrorCode code, const Parts&... parts) {
  EngineError result{code, {}};
  (detail::append(result.message, parts), ...);
  return result;
}

}  // namespace attention
