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
  return Object()
      .with("rows", values.rows)
      .with("cols", values.cols)
      .with("data", arrayOut(values.data));
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
  return Object()
      .with("kinds", arrayOut(kinds))
      .with("stages", arrayOut(stages))
      .with("indices", arrayOut(indices))
      .with("numbers", arrayOut(numbers));
}

val formatValueOut(const FormatValue& described) {
  return Object()
      .with("value", described.value)
      .with("highBits", static_cast<std::uint32_t>(described.bits >> 32))
      .with("lowBits", static_cast<std::uint32_t>(described.bits))
      .with("class", static_cast<int>(described.floatClass))
      .with("significand", described.significand)
      .with("exponent", described.exponent)
      .with("ulp", described.ulp)
      .with("up", described.up)
      .with("down", described.down)
      .with("overflow", described.overflow)
      .with("underflow", described.underflow);
}

Object softmaxValuesOut(const SoftmaxValues& row) {
  return Object()
      .with("stored", row.stored)
      .with("shift", row.shift)
      .with("shifted", row.shifted)
      .with("exponentials", row.exponentials)
      .with("partialSums", row.partialSums)
      .with("sum", row.sum)
      .with("logSum", row.logSum)
      .with("probabilities", row.probabilities)
      .with("logProbabilities", row.logProbabilities);
}

val intervalOut(const std::optional<Interval>& interval) {
  if (!interval) return val::null();
  return arrayOut(std::vector<double>{interval->lowest, interval->highest});
}

val brokenOut(const Broken& broken) {
  return Object().with("nan", broken.nan).with("infinite", broken.infinite);
}

val poisonedOut(const Poisoned& poisoned) {
  return Object()
      .with("shifted", poisoned.shifted)
      .with("exponentials", poisoned.exponentials)
      .with("partialSums", poisoned.partialSums)
      .with("probabilities", poisoned.probabilities);
}

val stateOut(const OnlineState& state) {
  return Object()
      .with("tile", state.tile)
      .with("firstKey", state.firstKey)
      .with("lastKey", state.lastKey)
      .with("maximum", state.maximum)
      .with("rescale", state.rescale)
      .with("sum", state.sum)
      .with("blend", state.blend)
      .with("context", state.context);
}

val layerOut(const FormatLayer& layer) {
  return Object()
      .with("scores", valuesOut(layer.scores))
      .with("weights", valuesOut(layer.weights))
      .with("context", valuesOut(layer.context))
      .with("brokenScores", brokenOut(layer.brokenScores))
      .with("brokenWeights", brokenOut(layer.brokenWeights))
      .with("brokenContext", brokenOut(layer.brokenContext));
}

template <typename T>
val listOut(const std::vector<T>& items, val (*out)(const T&)) {
  val list = val::array();
  for (const T& item : items) list.call<void>("push", out(item));
  return list;
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
    return Object().with("steps",
                         ulpDistance(attention::round(a, in), attention::round(b, in), in));
  });
}

val formatInfo(const val& format) {
  return answer(formatIn(format), [](const FloatFormat& in) {
    const FormatInfo info = infoOf(in);
    return Object()
        .with("exponentBits", in.exponentBits)
        .with("fractionBits", in.fractionBits)
        .with("bias", in.bias())
        .with("hasInfinity", in.hasInfinity())
        .with("largest", info.largest)
        .with("smallestNormal", info.smallestNormal)
        .with("smallestSubnormal", info.smallestSubnormal)
        .with("epsilon", info.epsilon)
        .with("overflowBoundary", info.overflowBoundary)
        .with("onesStallAt", info.onesStallAt)
        .with("logLargest", info.exp.logLargest)
        .with("overflowInput", info.exp.overflowInput)
        .with("underflowInput", info.exp.underflowInput);
  });
}

// ---- one row

val softmax(const val& logits, const val& options) {
  const Result<SoftmaxOptions> in = softmaxOptionsIn(options);
  if (!in) return errorOut(in.error());
  return answer(attention::softmax(arrayIn<double>(logits), *in), [](const SoftmaxTrace& trace) {
    return softmaxValuesOut(trace.values)
        .with("total", trace.total)
        .with("shadow", softmaxValuesOut(trace.shadow))
        .with("ulpErrors", softmaxValuesOut(trace.ulpErrors))
        .with("failures", failuresOut(trace.failures))
        .with("poisoned", poisonedOut(trace.poisoned));
  });
}

val safeShifts(const val& logits, const val& options) {
  const Result<SoftmaxOptions> in = softmaxOptionsIn(options);
  if (!in) return errorOut(in.error());
  return answer(attention::safeShifts(arrayIn<double>(logits), *in), [](const SafeShifts& shifts) {
    return Object()
        .with("safe", intervalOut(shifts.safe))
        .with("lossless", intervalOut(shifts.lossless));
  });
}

val onlineSoftmax(const val& logits, const val& values, const val& options) {
  const Result<FloatFormat> format = formatIn(options["format"]);
  if (!format) return errorOut(format.error());
  const std::vector<std::uint32_t> order = arrayIn<std::uint32_t>(options["order"]);
  const OnlineOptions in{sizeIn(options["tile"]), *format, {order.begin(), order.end()}};
  return answer(attention::onlineSoftmax(arrayIn<double>(logits), valuesIn(values), in),
                [](const OnlineSoftmax& pass) {
                  return Object()
                      .with("states", listOut(pass.states, &stateOut))
                      .with("context", pass.context)
                      .with("twoPasses", pass.twoPasses)
                      .with("exact", pass.exact)
                      .with("ulpDistances", pass.ulpDistances)
                      .with("failures", failuresOut(pass.failures));
                });
}

// ---- sums and matrices

val accumulate(double term, std::size_t count, const val& format) {
  const Result<FloatFormat> in = formatIn(format);
  if (!in) return errorOut(in.error());
  return answer(attention::accumulate(term, count, *in), [](const Accumulation& sum) {
    return Object()
        .with("term", sum.term)
        .with("partialSums", sum.partialSums)
        .with("exact", sum.exact)
        .with("stalledAfter", sum.stalledAfter ? val(*sum.stalledAfter) : val::null());
  });
}

val dotInFormat(const val& x, const val& y, const val& format, const val& accumulator) {
  const Result<FloatFormat> in = formatIn(format);
  if (!in) return errorOut(in.error());
  const Result<FloatFormat> sums = formatIn(accumulator);
  if (!sums) return errorOut(sums.error());
  return answer(attention::dotInFormat(arrayIn<double>(x), arrayIn<double>(y), *in, *sums),
                [](const DotTrace& trace) {
                  return Object()
                      .with("x", trace.x)
                      .with("y", trace.y)
                      .with("products", trace.products)
                      .with("partialSums", trace.partialSums)
                      .with("dot", trace.dot)
                      .with("exact", trace.exact)
                      .with("failures", failuresOut(trace.failures));
                });
}

val addMask(const val& scores, const val& mask, const val& format) {
  const Result<FloatFormat> in = formatIn(format);
  if (!in) return errorOut(in.error());
  return answer(attention::addMask(arrayIn<double>(scores), arrayIn<double>(mask), *in),
                [](const MaskedScores& masked) {
                  return Object()
                      .with("scores", masked.scores)
                      .with("mask", masked.mask)
                      .with("masked", masked.masked)
                      .with("failures", failuresOut(masked.failures));
                });
}

val attendInFormat(const val& x, const val& options) {
  const Result<SoftmaxOptions> softmaxOptions = softmaxOptionsIn(options);
  if (!softmaxOptions) return errorOut(softmaxOptions.error());
  const FormatAttentionOptions in{*softmaxOptions, options["divideBySqrt"].as<bool>(),
                                  sizeIn(options["layers"])};
  return answer(attention::attendInFormat(valuesIn(x), in),
                [](const std::vector<FormatLayer>& layers) { return listOut(layers, &layerOut); });
}

// ---- scaling

val softmaxJacobian(const val& weights) {
  return answer(
      attention::softmaxJacobian(arrayIn<double>(weights)), [](const SoftmaxJacobian& result) {
        return Object().with("jacobian", valuesOut(result.jacobian)).with("norm", result.norm);
      });
}

val sampleDots(const val& options) {
  const DotSampleOptions in{sizeIn(options["dimension"]), sizeIn(options["samples"]),
                            seedIn(options["seed"]),      options["divideBySqrt"].as<bool>(),
                            sizeIn(options["bins"]),      options["limit"].as<double>()};
  return answer(attention::sampleDots(in), [](const DotSample& sample) {
    return Object()
        .with("mean", sample.mean)
        .with("variance", sample.variance)
        .with("deviation", sample.deviation)
        .with("edges", sample.edges)
        .with("counts",
              arrayOut(std::vector<std::uint32_t>(sample.counts.begin(), sample.counts.end())))
        .with("below", sample.below)
        .with("above", sample.above);
  });
}

val saturation(const val& options) {
  const SaturationOptions in{sizeIn(options["dimension"]), sizeIn(options["keys"]),
                             sizeIn(options["samples"]), seedIn(options["seed"]),
                             options["divideBySqrt"].as<bool>()};
  return answer(attention::saturation(in), [](const Saturation& mean) {
    return Object()
        .with("largestWeight", mean.largestWeight)
        .with("entropy", mean.entropy)
        .with("jacobianNorm", mean.jacobianNorm);
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
