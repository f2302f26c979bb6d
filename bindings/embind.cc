// The engine as JavaScript calls it. Only declarations and copies: defaults and checks of types
// are the facade's (src/), checks of values the engine's. Errors are values, {code, message}.
#include "bindings/values.h"

#include "engine/attention.h"
#include "engine/blend.h"
#include "engine/dequantise.h"
#include "engine/geometry.h"
#include "engine/graph.h"
#include "engine/hull.h"
#include "engine/plane.h"
#include "engine/random.h"
#include "engine/stack.h"
#include "engine/summary.h"

namespace attention::js {
namespace {

Scale scaleIn(const val& scale) {
  if (scale.isNumber()) return {Scale::Kind::kNumber, scale.as<double>()};
  return {scale.as<std::string>() == "sqrt" ? Scale::Kind::kSqrt : Scale::Kind::kNone};
}

Mask maskIn(const val& mask) {
  return {.rows = sizeIn(mask["rows"]),
          .cols = sizeIn(mask["cols"]),
          .data = arrayIn<std::uint8_t>(mask["data"])};
}

std::vector<Mask> masksIn(const val& list) {
  std::vector<Mask> masks;
  for (const val& mask : emscripten::vecFromJSArray<val>(list)) {
    if (mask.isString()) {
      masks.push_back({.causal = true});
    } else {
      masks.push_back(maskIn(mask));
    }
  }
  return masks;
}

Normalise normaliseIn(const val& normalise) {
  const auto name = normalise.as<std::string>();
  if (name == "column") return Normalise::kColumn;
  return name == "matrix" ? Normalise::kMatrix : Normalise::kRow;
}

val targetOut() {
  return val(std::string(target()));
}

AttendOptions optionsIn(const val& options) {
  AttendOptions in;
  in.x = optionalMatrixIn(options["x"]);
  in.q = optionalMatrixIn(options["q"]);
  in.k = optionalMatrixIn(options["k"]);
  in.v = optionalMatrixIn(options["v"]);
  in.wq = optionalMatrixIn(options["wq"]);
  in.wk = optionalMatrixIn(options["wk"]);
  in.wv = optionalMatrixIn(options["wv"]);
  in.scale = scaleIn(options["scale"]);
  in.temperature = options["temperature"].as<double>();
  in.masks = masksIn(options["masks"]);
  in.normalise = normaliseIn(options["normalise"]);
  return in;
}

val attendContext(const val& options) {
  return answer(attention::attendContext(optionsIn(options)), matrixOut);
}

val attend(const val& options) {
  return answer(attention::attend(optionsIn(options)), [](const Attention& attention) {
    std::vector<std::uint8_t> flags;
    for (const RowFlag flag : attention.rowFlags) flags.push_back(static_cast<std::uint8_t>(flag));
    val out = val::object();
    out.set("scores", matrixOut(attention.scores));
    out.set("scaled", matrixOut(attention.scaled));
    out.set("logits", matrixOut(attention.logits));
    out.set("weights", matrixOut(attention.weights));
    out.set("context", matrixOut(attention.context));
    out.set("rowFlags", arrayOut(flags));
    return out;
  });
}

val stack(const val& x, std::size_t layers, const val& options) {
  AttendOptions in;
  in.scale = scaleIn(options["scale"]);
  in.temperature = options["temperature"].as<double>();
  in.masks = masksIn(options["masks"]);
  return answer(attention::stack(matrixIn(x), layers, in), [](const Layers& layers) {
    val outputs = val::array();
    for (const Matrix& output : layers.outputs) outputs.call<void>("push", matrixOut(output));
    val out = val::object();
    out.set("outputs", outputs);
    out.set("spreads", arrayOut(layers.spreads));
    out.set("longest", arrayOut(layers.longest));
    return out;
  });
}

val similarity(const val& x, const val& y) {
  return answer(attention::similarity(arrayIn<float>(x), arrayIn<float>(y)),
                [](const Similarity& similarity) {
                  val out = val::object();
                  out.set("products", arrayOut(similarity.products));
                  out.set("dot", similarity.dot);
                  out.set("lengthX", similarity.lengthX);
                  out.set("lengthY", similarity.lengthY);
                  out.set("cosine", similarity.cosine);
                  out.set("degrees", similarity.degrees);
                  out.set("shadow", arrayOut(similarity.shadow));
                  out.set("shadowLength", similarity.shadowLength);
                  return out;
                });
}

val lengths(const val& x) {
  return answer(attention::lengths(matrixIn(x)), arrayOut<float>);
}

val plane(const val& x) {
  return answer(attention::plane(matrixIn(x)), [](const Plane& plane) {
    val out = val::object();
    out.set("axes", matrixOut(plane.axes));
    out.set("centre", arrayOut(plane.centre));
    out.set("shares", arrayOut(plane.shares));
    return out;
  });
}

val project(const val& rows, const val& plane) {
  const Plane in{matrixIn(plane["axes"]), arrayIn<float>(plane["centre"]), {}};
  return answer(attention::project(matrixIn(rows), in), matrixOut);
}

val positionsOut(const std::vector<std::size_t>& positions) {
  return arrayOut(std::vector<std::uint32_t>(positions.begin(), positions.end()));
}

val hull(const val& points) {
  return answer(attention::hull(matrixIn(points)), positionsOut);
}

val examine(const val& adjacency) {
  return answer(attention::examine(maskIn(adjacency)), [](const GraphFacts& facts) {
    val out = val::object();
    out.set("edges", facts.edges);
    out.set("loops", facts.loops);
    out.set("hops", matrixOut(facts.hops));
    out.set("reached", matrixOut(facts.reached));
    out.set("order", positionsOut(facts.order));
    out.set("cycle", positionsOut(facts.cycle));
    return out;
  });
}

val blend(const val& weights, const val& v) {
  return answer(attention::blend(arrayIn<float>(weights), matrixIn(v)), [](const Blend& blend) {
    val out = val::object();
    out.set("pulls", matrixOut(blend.pulls));
    out.set("partialSums", matrixOut(blend.partialSums));
    return out;
  });
}

val summarise(const val& weights) {
  return answer(attention::summarise(matrixIn(weights)), [](const WeightSummary& summary) {
    val out = val::object();
    out.set("rowSums", arrayOut(summary.rowSums));
    out.set("columnSums", arrayOut(summary.columnSums));
    out.set("total", summary.total);
    out.set("entropy", arrayOut(summary.entropy));
    out.set("perplexity", arrayOut(summary.perplexity));
    return out;
  });
}

val multiply(const val& a, const val& b) {
  return answer(attention::multiply(matrixIn(a), matrixIn(b)), matrixOut);
}

// The seed is a whole number up to 2⁵³, which a double holds exactly.
val normal(std::size_t rows, std::size_t cols, double seed) {
  return answer(attention::normal(rows, cols, static_cast<std::uint64_t>(seed)), matrixOut);
}

val dequantise(std::size_t rows, std::size_t cols, const val& codes, const val& scales) {
  return answer(
      attention::dequantise(rows, cols, arrayIn<std::int8_t>(codes), arrayIn<float>(scales)),
      matrixOut);
}

}  // namespace

EMSCRIPTEN_BINDINGS(engine) {
  emscripten::function("target", &targetOut);
  emscripten::function("attend", &attend);
  emscripten::function("attendContext", &attendContext);
  emscripten::function("stack", &stack);
  emscripten::function("similarity", &similarity);
  emscripten::function("lengths", &lengths);
  emscripten::function("plane", &plane);
  emscripten::function("project", &project);
  emscripten::function("hull", &hull);
  emscripten::function("examine", &examine);
  emscripten::function("blend", &blend);
  emscripten::function("summarise", &summarise);
  emscripten::function("multiply", &multiply);
  emscripten::function("normal", &normal);
  emscripten::function("dequantise", &dequantise);
}

}  // namespace attention::js

// Embind writes the number of a type that nobody has bound with this printf of whole numbers, which
// would bring all of printf into the page. All types here are bound; so it may say less.
extern "C" int siprintf(char* text, const char*, ...) {
  *text = '\0';
  return 0;
}
