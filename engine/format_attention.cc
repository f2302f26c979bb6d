#include "engine/format_attention.h"

#include <cmath>

namespace attention {
namespace {

Broken brokenIn(const Values& values) {
  Broken broken;
  for (const double value : values.data) {
    broken.nan += std::isnan(value) ? 1 : 0;
    broken.infinite += std::isinf(value) ? 1 : 0;
  }
  return broken;
}

/// a · b, or a · bᵀ: element (i, j) sums a(i, m) · second(m, j) over m.
template <typename Second>
Values productIn(const FloatFormat& format, const FloatFormat& accumulator, const Values& a,
                 std::size_t cols, Second second) {
  Values result = zeros(a.rows, cols);
  for (std::size_t i = 0; i < a.rows; ++i) {
    for (std::size_t j = 0; j < cols; ++j) {
      double sum = 0;
      for (std::size_t m = 0; m < a.cols; ++m) {
        sum = add(sum, multiply(a(i, m), second(m, j), accumulator), accumulator);
      }
      result(i, j) = round(sum, format);
    }
  }
  return result;
}

FormatLayer layerOf(const Values& x, const FormatAttentionOptions& options) {
  const FloatFormat& format = options.softmax.format;
  const FloatFormat& accumulator = options.softmax.accumulate.value_or(format);
  FormatLayer layer;
  layer.scores = productIn(format, accumulator, x, x.rows,
                           [&](std::size_t m, std::size_t j) { return x(j, m); });
  if (options.divideBySqrt) {
    const double root = round(std::sqrt(static_cast<double>(x.cols)), format);
    for (double& score : layer.scores.data) score = divide(score, root, format);
  }
  layer.weights = zeros(x.rows, x.rows);
  std::vector<Failure> unread;
  for (std::size_t i = 0; i < x.rows; ++i) {
    const SoftmaxValues row = softmaxValues(layer.scores.row(i), options.softmax, unread);
    for (std::size_t j = 0; j < x.rows; ++j) layer.weights(i, j) = row.probabilities[j];
    unread.clear();
  }
  layer.context = productIn(format, accumulator, layer.weights, x.cols,
                            [&](std::size_t j, std::size_t m) { return x(j, m); });
  layer.brokenScores = brokenIn(layer.scores);
  layer.brokenWeights = brokenIn(layer.weights);
  layer.brokenContext = brokenIn(layer.context);
  return layer;
}

}  // namespace

Result<std::vector<FormatLayer>> attendInFormat(const Values& x,
                                                const FormatAttentionOptions& options) {
  if (Check check = checkValues("x", x); !check) return check.error();
  if (Check size = checkSize("scores", x.rows, x.rows); !size) return size.error();
  if (Check check = checkShift(options.softmax.shift); !check) return check.error();
  if (options.layers < 1 || options.layers > 64) {
    return error(ErrorCode::kRange, "layers: must be 1 to 64, is ", options.layers);
  }
  Values input = x;
  for (double& value : input.data) value = round(value, options.softmax.format);
  std::vector<FormatLayer> layers;
  for (std::size_t i = 0; i < options.layers; ++i) {
    layers.push_back(layerOf(i == 0 ? input : layers.back().context, options));
  }
  return layers;
}

}  // namespace attention
