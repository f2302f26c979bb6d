// The engine as JavaScript calls it. Only declarations and copies: typed arrays come in, plain
// objects that JavaScript owns go out, and an error is an object {code, message}. Defaults and
// checks of types are the facade's (src/), checks of values the engine's.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <string>
#include <vector>

#include "engine/attention.h"
#include "engine/kernels/kernels.h"

namespace attention {
namespace {

using emscripten::val;

// ---- in

Matrix matrixIn(const val& matrix) {
  return Matrix(matrix["rows"].as<std::size_t>(), matrix["cols"].as<std::size_t>(),
                emscripten::convertJSArrayToNumberVector<float>(matrix["data"]));
}

std::optional<Matrix> optionalIn(const val& matrix) {
  if (matrix.isUndefined()) return std::nullopt;
  return matrixIn(matrix);
}

Scale scaleIn(const val& scale) {
  if (scale.isNumber()) return {Scale::Kind::kNumber, scale.as<double>()};
  return {scale.as<std::string>() == "sqrt" ? Scale::Kind::kSqrt : Scale::Kind::kNone};
}

std::vector<Mask> masksIn(const val& list) {
  std::vector<Mask> masks;
  for (const val& mask : emscripten::vecFromJSArray<val>(list)) {
    if (mask.isString()) {
      masks.push_back({.causal = true});
    } else {
      masks.push_back(
          {.rows = mask["rows"].as<std::size_t>(),
           .cols = mask["cols"].as<std::size_t>(),
           .data = emscripten::convertJSArrayToNumberVector<std::uint8_t>(mask["data"])});
    }
  }
  return masks;
}

Normalise normaliseIn(const val& normalise) {
  const auto name = normalise.as<std::string>();
  if (name == "column") return Normalise::kColumn;
  return name == "matrix" ? Normalise::kMatrix : Normalise::kRow;
}

// ---- out

// A typed array of JavaScript's own: the view into the engine's memory is copied at once, before
// anything can move that memory.
template <typename T>
val arrayOut(const std::vector<T>& values) {
  return val(emscripten::typed_memory_view(values.size(), values.data()))
      .template call<val>("slice");
}

val matrixOut(const Matrix& matrix) {
  val result = val::object();
  result.set("rows", matrix.rows);
  result.set("cols", matrix.cols);
  result.set("data", arrayOut(matrix.data));
  return result;
}

val errorOut(const EngineError& error) {
  val result = val::object();
  result.set("code", std::string(name(error.code)));
  result.set("message", error.message);
  return result;
}

// ---- the functions

std::string target() {
  return std::string(kernels::target());
}

val attendJs(const val& options) {
  AttendOptions in;
  in.x = optionalIn(options["x"]);
  in.q = optionalIn(options["q"]);
  in.k = optionalIn(options["k"]);
  in.v = optionalIn(options["v"]);
  in.wq = optionalIn(options["wq"]);
  in.wk = optionalIn(options["wk"]);
  in.wv = optionalIn(options["wv"]);
  in.scale = scaleIn(options["scale"]);
  in.temperature = options["temperature"].as<double>();
  in.masks = masksIn(options["masks"]);
  in.normalise = normaliseIn(options["normalise"]);

  const Result<Attention> out = attend(in);
  if (!out) return errorOut(out.error());
  std::vector<std::uint8_t> flags;
  for (const RowFlag flag : out->rowFlags) flags.push_back(static_cast<std::uint8_t>(flag));
  val result = val::object();
  result.set("scores", matrixOut(out->scores));
  result.set("scaled", matrixOut(out->scaled));
  result.set("logits", matrixOut(out->logits));
  result.set("weights", matrixOut(out->weights));
  result.set("context", matrixOut(out->context));
  result.set("rowFlags", arrayOut(flags));
  return result;
}

}  // namespace

EMSCRIPTEN_BINDINGS(engine) {
  emscripten::function("target", &target);
  emscripten::function("attend", &attendJs);
}

}  // namespace attention
