// The border's two directions: copies of JavaScript's values in, plain JavaScript objects out.
#pragma once

#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "engine/error.h"
#include "engine/matrix.h"

namespace attention::js {

using emscripten::val;

template <typename T>
std::vector<T> arrayIn(const val& array) {
  return emscripten::convertJSArrayToNumberVector<T>(array);
}

inline std::size_t sizeIn(const val& size) {
  return size.as<std::size_t>();
}

inline Matrix matrixIn(const val& matrix) {
  return Matrix(sizeIn(matrix["rows"]), sizeIn(matrix["cols"]), arrayIn<float>(matrix["data"]));
}

inline std::optional<Matrix> optionalMatrixIn(const val& matrix) {
  if (matrix.isUndefined()) return std::nullopt;
  return matrixIn(matrix);
}

// A typed array of JavaScript's own: the view into the engine's memory is copied at once, before
// anything can move that memory.
template <typename T>
val arrayOut(const std::vector<T>& values) {
  const val view(emscripten::typed_memory_view(values.size(), values.data()));
  return view.call<val>("slice");
}

// A plain object under construction, one member after another.
class Object {
 public:
  template <typename T>
    requires std::is_arithmetic_v<T>
  Object& with(const char* name, T value) {
    return with(name, val(value));
  }
  Object& with(const char* name, const std::vector<double>& values) {
    return with(name, arrayOut(values));
  }
  Object& with(const char* name, const val& value) {
    object_.set(name, value);
    return *this;
  }
  operator val() const { return object_; }

 private:
  val object_ = val::object();
};

inline val matrixOut(const Matrix& matrix) {
  val out = val::object();
  out.set("rows", matrix.rows);
  out.set("cols", matrix.cols);
  out.set("data", arrayOut(matrix.data));
  return out;
}

inline val errorOut(const EngineError& error) {
  val out = val::object();
  out.set("code", std::string(name(error.code)));
  out.set("message", error.message);
  return out;
}

// What `out` makes of the value, or the error.
template <typename T, typename F>
val answer(const Result<T>& result, F out) {
  return result ? out(*result) : errorOut(result.error());
}

}  // namespace attention::js
