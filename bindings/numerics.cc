// The numerics laboratory as JavaScript calls it: formats, traces in them, and the simulations.
// Everything that has doubles' precision crosses as Float64Array; words cross as positions in the
// lists that the facade has (src/numerics.ts), in the order of the engine's enums.
#include "bindings/values.h"

#include "engine/accumulate.h"
#include "engine/format_attention.h"
#include "engine/format_value.h"
#include "engine/online_softmax.h"
#include "engine/saturation.h"
#include "engine/softmax.h"

namespace attention::js {
namespace {

// ---- in

Values valuesIn(const val& values) {
  return {sizeIn(values["rows"]), sizeIn(values["cols"]), arrayIn<double>(values["data"])};
}

// A name, or {exponentBits, fractionBits}.
Result<FloatFormat> formatIn(const val& format) {
  if (format.isString()) return formatNamed(format.as<std::string>());
  return customFormat(format["exponentBits"].as<int>(), format["fractionBits"].as<int>());
}

Result<SoftmaxOptions> softmaxOptionsIn(const val& options) {
  const Result<FloatFormat> format = formatIn(options["format"]);
  if (!format) return format.error();
  const Result<FloatFormat> accumulator = formatIn(options["accumulate"]);
  if (!accumulator) return accumulator.error();
  const val shift = options["shift"];
  Shift in;
  if (shift.isNumber()) {
    in = {Shift::Kind::kNumber, shift.as<double>()};
  } else if (shift.as<std::string>() == "none") {
    in.kind = Shift::Kind::kNone;
  }
  return SoftmaxOptions{*format, in, *accumulator};
}

std::uint64_t seedIn(const val& seed) {
  return static_cast<std::uint64_t>(seed.as<double>());
}

// ---- out

val valuesOut(const Values& values) {
  val out = val::object();
  out.set("rows", values.rows);
  out.set("cols", values.cols);
  out.set("data", arrayOut(values.data));
  return out;
}

// As arrays, one for each member: a long row can have thousands.
val failuresOut(const std::vector<Failure>& failures) {
  std::vector<std::uint8_t> kinds, stages;
  std::vector<std::uint32_t> indices;
  std::vector<double> numbers;  // a, b, result of each
  for (const Failure& failure : failures) {
    kinds.push_back(static_cast<std::uint8_t>(failure.kind));
    stages.push_back(static_cast<std::uint8_t>(failure.stage));
    indices.push_back(static_cast<std::uint32_t>(failure.index));
    numbers.insert(numbers.end(), {failure.a, failure.b, failure.result});
  }
  val out = val::object();
  out.set("kinds", arrayOut(kinds));
  out.set("stages", arrayOut(stages));
  out.set("indices", arrayOut(indices));
  out.set("numbers", arrayOut(numbers));
  return out;
}

val formatValueOut(const FormatValue& described) {
  val out = val::object();
  out.set("value", described.value);
  out.set("highBits", static_cast<std::uint32_t>(described.bits >> 32));
  out.set("lowBits", static_cast<std::uint32_t>(described.bits));
  out.set("class", static_cast<int>(described.floatClass));
  out.set("significand", described.significand);
  out.set("exponent", described.exponent);
  out.set("ulp", described.ulp);
  out.set("up", described.up);
  out.set("down", described.down);
  out.set("overflow", described.overflow);
  out.set("underflow", described.underflow);
  return out;
}

val softmaxValuesOut(const SoftmaxValues& row) {
  val out = val::object();
  out.set("stored", arrayOut(row.stored));
  out.set("shift", row.shift);
  out.set("shifted", arrayOut(row.shifted));
  out.set("exponentials", arrayOut(row.exponentials));
  out.set("partialSums", arrayOut(row.partialSums));
  out.set("sum", row.sum);
  out.set("logSum", row.logSum);
  out.set("probabilities", arrayOut(row.probabilities));
  out.set("logProbabilities", arrayOut(row.logProbabilities));
  return out;
}

val intervalOut(const std::optional<Interval>& interval) {
  if (!interval) return val::null();
  return arrayOut(std::vector<double>{interval->lowest, interval->highest});
}

val brokenOut(const Broken& broken) {
  val out = val::object();
  out.set("nan", broken.nan);
  out.set("infinite", broken.infinite);
  return out;
}

// ---- one number

val round(double x, const val& format) {
  return answer(formatIn(format), [x](const FloatFormat& in) {
    return formatValueOut(describe(roundFlagged(x, in), in));
  });
}

val fromBits(std::uint32_t high, std::uint32_t low, const val& format) {
  return answer(formatIn(format), [high, low](const FloatFormat& in) {
    return formatValueOut(describeBits(std::uint64_t{high} << 32 | low, in));
  });
}

val calculate(const std::string& operation, double a, double b, const val& format) {
  const Result<FloatFormat> in = formatIn(format);
  if (!in) return errorOut(in.error());
  return answer(attention::calculate(operation, a, b, *in), formatValueOut);
}

val distance(double a, double b, const val& format) {
  return answer(formatIn(format), [a, b](const FloatFormat& in) {
    val out = val::object();
    out.set("steps", ulpDistance(attention::round(a, in), attention::round(b, in), in));
    return out;
  });
}

val formatInfo(const val& format) {
  return answer(formatIn(format), [](const FloatFormat& in) {
    const FormatInfo info = infoOf(in);
    val out = val::object();
    out.set("exponentBits", in.exponentBits);
    out.set("fractionBits", in.fractionBits);
    out.set("bias", in.bias());
    out.set("hasInfinity", in.hasInfinity());
    out.set("largest", info.largest);
    out.set("smallestNormal", info.smallestNormal);
    out.set("smallestSubnormal", info.smallestSubnormal);
    out.set("epsilon", info.epsilon);
    out.set("overflowBoundary", info.overflowBoundary);
    out.set("onesStallAt", info.onesStallAt);
    out.set("logLargest", info.exp.logLargest);
    out.set("overflowInput", info.exp.overflowInput);
    out.set("underflowInput", info.exp.underflowInput);
    return out;
  });
}

// ---- one row

val softmax(const val& logits, const val& options) {
  const Result<SoftmaxOptions> in = softmaxOptionsIn(options);
  if (!in) return errorOut(in.error());
  return answer(attention::softmax(arrayIn<double>(logits), *in), [](const SoftmaxTrace& trace) {
    val poisoned = val::object();
    poisoned.set("shifted", trace.poisoned.shifted);
    poisoned.set("exponentials", trace.poisoned.exponentials);
    poisoned.set("partialSums", trace.poisoned.partialSums);
    poisoned.set("probabilities", trace.poisoned.probabilities);
    val out = softmaxValuesOut(trace.values);
    out.set("total", trace.total);
    out.set("shadow", softmaxValuesOut(trace.shadow));
    out.set("ulpErrors", softmaxValuesOut(trace.ulpErrors));
    out.set("failures", failuresOut(trace.failures));
    out.set("poisoned", poisoned);
    return out;
  });
}

val safeShifts(const val& logits, const val& options) {
  const Result<SoftmaxOptions> in = softmaxOptionsIn(options);
  if (!in) return errorOut(in.error());
  return answer(attention::safeShifts(arrayIn<double>(logits), *in), [](const SafeShifts& shifts) {
    val out = val::object();
    out.set("safe", intervalOut(shifts.safe));
    out.set("lossless", intervalOut(shifts.lossless));
    return out;
  });
}

val onlineSoftmax(const val& logits, const val& values, const val& options) {
  const Result<FloatFormat> format = formatIn(options["format"]);
  if (!format) return errorOut(format.error());
  const std::vector<std::uint32_t> order = arrayIn<std::uint32_t>(options["order"]);
  const OnlineOptions in{sizeIn(options["tile"]), *format, {order.begin(), order.end()}};
  return answer(attention::onlineSoftmax(arrayIn<double>(logits), valuesIn(values), in),
                [](const OnlineSoftmax& pass) {
                  val states = val::array();
                  for (const OnlineState& state : pass.states) {
                    val out = val::object();
                    out.set("tile", state.tile);
                    out.set("firstKey", state.firstKey);
                    out.set("lastKey", state.lastKey);
                    out.set("maximum", state.maximum);
                    out.set("rescale", state.rescale);
                    out.set("sum", state.sum);
                    out.set("blend", arrayOut(state.blend));
                    out.set("context", arrayOut(state.context));
                    states.call<void>("push", out);
                  }
                  val out = val::object();
                  out.set("states", states);
                  out.set("context", arrayOut(pass.context));
                  out.set("twoPasses", arrayOut(pass.twoPasses));
                  out.set("exact", arrayOut(pass.exact));
                  out.set("ulpDistances", arrayOut(pass.ulpDistances));
                  out.set("failures", failuresOut(pass.failures));
                  return out;
                });
}

// ---- sums and matrices

val accumulate(double term, std::size_t count, const val& format) {
  const Result<FloatFormat> in = formatIn(format);
  if (!in) return errorOut(in.error());
  return answer(attention::accumulate(term, count, *in), [](const Accumulation& sum) {
    val out = val::object();
    out.set("term", sum.term);
    out.set("partialSums", arrayOut(sum.partialSums));
    out.set("exact", sum.exact);
    out.set("stalledAfter", sum.stalledAfter ? val(*sum.stalledAfter) : val::null());
    return out;
  });
}

val dotInFormat(const val& x, const val& y, const val& format, const val& accumulator) {
  const Result<FloatFormat> in = formatIn(format);
  if (!in) return errorOut(in.error());
  const Result<FloatFormat> sums = formatIn(accumulator);
  if (!sums) return errorOut(sums.error());
  return answer(attention::dotInFormat(arrayIn<double>(x), arrayIn<double>(y), *in, *sums),
                [](const DotTrace& trace) {
                  val out = val::object();
                  out.set("x", arrayOut(trace.x));
                  out.set("y", arrayOut(trace.y));
                  out.set("products", arrayOut(trace.products));
                  out.set("partialSums", arrayOut(trace.partialSums));
                  out.set("dot", trace.dot);
                  out.set("exact", trace.exact);
                  out.set("failures", failuresOut(trace.failures));
                  return out;
                });
}

val addMask(const val& scores, const val& mask, const val& format) {
  const Result<FloatFormat> in = formatIn(format);
  if (!in) return errorOut(in.error());
  return answer(attention::addMask(arrayIn<double>(scores), arrayIn<double>(mask), *in),
                [](const MaskedScores& masked) {
                  val out = val::object();
                  out.set("scores", arrayOut(masked.scores));
                  out.set("mask", arrayOut(masked.mask));
                  out.set("masked", arrayOut(masked.masked));
                  out.set("failures", failuresOut(masked.failures));
                  return out;
                });
}

val attendInFormat(const val& x, const val& options) {
  const Result<SoftmaxOptions> softmaxOptions = softmaxOptionsIn(options);
  if (!softmaxOptions) return errorOut(softmaxOptions.error());
  const FormatAttentionOptions in{*softmaxOptions, options["divideBySqrt"].as<bool>(),
                                  sizeIn(options["layers"])};
  return answer(attention::attendInFormat(valuesIn(x), in),
                [](const std::vector<FormatLayer>& layers) {
                  val out = val::array();
                  for (const FormatLayer& layer : layers) {
                    val one = val::object();
                    one.set("scores", valuesOut(layer.scores));
                    one.set("weights", valuesOut(layer.weights));
                    one.set("context", valuesOut(layer.context));
                    one.set("brokenScores", brokenOut(layer.brokenScores));
                    one.set("brokenWeights", brokenOut(layer.brokenWeights));
                    one.set("brokenContext", brokenOut(layer.brokenContext));
                    out.call<void>("push", one);
                  }
                  return out;
                });
}

// ---- scaling

val softmaxJacobian(const val& weights) {
  return answer(attention::softmaxJacobian(arrayIn<double>(weights)),
                [](const SoftmaxJacobian& result) {
                  val out = val::object();
                  out.set("jacobian", valuesOut(result.jacobian));
                  out.set("norm", result.norm);
                  return out;
                });
}

val sampleDots(const val& options) {
  const DotSampleOptions in{sizeIn(options["dimension"]), sizeIn(options["samples"]),
                            seedIn(options["seed"]),      options["divideBySqrt"].as<bool>(),
                            sizeIn(options["bins"]),      options["limit"].as<double>()};
  return answer(attention::sampleDots(in), [](const DotSample& sample) {
    val out = val::object();
    out.set("mean", sample.mean);
    out.set("variance", sample.variance);
    out.set("deviation", sample.deviation);
    out.set("edges", arrayOut(sample.edges));
    out.set("counts",
            arrayOut(std::vector<std::uint32_t>(sample.counts.begin(), sample.counts.end())));
    out.set("below", sample.below);
    out.set("above", sample.above);
    return out;
  });
}

val saturation(const val& options) {
  const SaturationOptions in{sizeIn(options["dimension"]), sizeIn(options["keys"]),
                             sizeIn(options["samples"]), seedIn(options["seed"]),
                             options["divideBySqrt"].as<bool>()};
  return answer(attention::saturation(in), [](const Saturation& mean) {
    val out = val::object();
    out.set("largestWeight", mean.largestWeight);
    out.set("entropy", mean.entropy);
    out.set("jacobianNorm", mean.jacobianNorm);
    return out;
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(numerics) {
  emscripten::function("round", &round);
  emscripten::function("fromBits", &fromBits);
  emscripten::function("calculate", &calculate);
  emscripten::function("ulpDistance", &distance);
  emscripten::function("formatInfo", &formatInfo);
  emscripten::function("softmax", &softmax);
  emscripten::function("safeShifts", &safeShifts);
  emscripten::function("onlineSoftmax", &onlineSoftmax);
  emscripten::function("accumulate", &accumulate);
  emscripten::function("dotInFormat", &dotInFormat);
  emscripten::function("addMask", &addMask);
  emscripten::function("attendInFormat", &attendInFormat);
  emscripten::function("softmaxJacobian", &softmaxJacobian);
  emscripten::function("sampleDots", &sampleDots);
  emscripten::function("saturation", &saturation);
}

}  // namespace attention::js
