#include "engine/online_softmax.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/matrix.h"
#include "engine/softmax.h"

namespace attention {
namespace {

/// Logits and values as the format holds them.
struct Stored {
  std::vector<double> logits;
  Values values;
};

Stored storedIn(const FloatFormat& format, std::span<const double> logits, const Values& values) {
  Stored stored{{logits.begin(), logits.end()}, values};
  for (double& logit : stored.logits) logit = round(logit, format);
  for (double& value : stored.values.data) value = round(value, format);
  return stored;
}

/// What has been collected from the tiles read so far.
class Running {
 public:
  Running(const Stored& stored, Tape tape)
      : stored_(stored), tape_(tape), blend_(stored.values.cols) {}

  OnlineState read(std::size_t tile, std::size_t firstKey, std::size_t lastKey) {
    double maximum = maximum_;
    for (std::size_t key = firstKey; key <= lastKey; ++key) {
      maximum = larger(maximum, stored_.logits[key]);
    }
    const double rescale = rescaleTo(maximum, firstKey);
    maximum_ = maximum;
    sum_ = tape_.multiply({Stage::kRescale, firstKey}, sum_, rescale);
    for (double& z : blend_) z = tape_.multiply({Stage::kRescale, firstKey}, z, rescale);
    for (std::size_t key = firstKey; key <= lastKey; ++key) collect(key);

    OnlineState state{tile, firstKey, lastKey, maximum_, rescale, sum_, blend_, blend_};
    for (double& z : state.context) z = tape_.divide({Stage::kDivide, lastKey}, z, sum_);
    return state;
  }

 private:
  /// The larger of the two, NaN if one of them is (IEEE 754-2019 maximum).
  static double larger(double a, double b) { return std::isnan(a) || a > b ? a : b; }

  /// e^(m_old − m_new). Before the first tile m is −∞ also where the format could not store that.
  double rescaleTo(double maximum, std::size_t key) {
    if (maximum_ == kStart && !tape_.format().hasInfinity()) return 0;
    const double difference = tape_.subtract({Stage::kRescale, key}, maximum_, maximum);
    return tape_.exp({Stage::kRescale, key}, difference);
  }

  void collect(std::size_t key) {
    const double shifted = tape_.subtract({Stage::kShift, key}, stored_.logits[key], maximum_);
    const double weight = tape_.exp({Stage::kExp, key}, shifted);
    sum_ = tape_.add({Stage::kSum, key}, sum_, weight);
    const std::size_t d = blend_.size();
    for (std::size_t m = 0; m < d; ++m) {
      const double value = stored_.values(key, m);
      const double pull = tape_.multiply({Stage::kProduct, key}, weight, value);
      blend_[m] = tape_.add({Stage::kSum, key}, blend_[m], pull);
    }
  }

  static constexpr double kStart = -std::numeric_limits<double>::infinity();

  const Stored& stored_;
  Tape tape_;
  double maximum_ = kStart;
  double sum_ = 0;
  std::vector<double> blend_;
};

std::vector<double> blendOf(const std::vector<double>& weights, const Values& values,
                            const FloatFormat& format) {
  std::vector<double> z(values.cols);
  for (std::size_t key = 0; key < values.rows; ++key) {
    for (std::size_t m = 0; m < values.cols; ++m) {
      const double pull = multiply(weights[key], values(key, m), format);
      z[m] = add(z[m], pull, format);
    }
  }
  return z;
}

/// The tiles in the order of reading; refuses what is not a permutation of them.
Result<std::vector<std::size_t>> orderOf(const OnlineOptions& options, std::size_t tiles) {
  std::vector<std::size_t> all(tiles);
  std::iota(all.begin(), all.end(), std::size_t{0});
  if (options.order.empty()) return all;
  if (options.order.size() != tiles) {
    return error(ErrorCode::kShape, "order: names ", options.order.size(), " tiles, there are ",
                 tiles);
  }
  if (!std::is_permutation(all.begin(), all.end(), options.order.begin())) {
    return error(ErrorCode::kShape, "order: must name each of the ", tiles, " tiles once");
  }
  return options.order;
}

}  // namespace

Result<OnlineSoftmax> onlineSoftmax(std::span<const double> logits, const Values& values,
                                    const OnlineOptions& options) {
  const FloatFormat& format = options.format;
  const Result<SoftmaxTrace> whole = softmax(logits, {format, Shift{}, std::nullopt});
  if (!whole) return whole.error();
  if (Check check = checkValues("values", values); !check) return check.error();
  if (values.rows != logits.size()) {
    return error(ErrorCode::kShape, "values: has ", values.rows, " rows, but there are ",
                 logits.size(), " logits");
  }
  if (options.tile == 0) return error(ErrorCode::kRange, "tile: must be at least 1");
  const std::size_t tiles = (logits.size() + options.tile - 1) / options.tile;
  const auto order = orderOf(options, tiles);
  if (!order) return order.error();

  const Stored stored = storedIn(format, logits, values);
  OnlineSoftmax result;
  Running running(stored, Tape(format, result.failures));
  for (const std::size_t tile : *order) {
    const std::size_t firstKey = tile * options.tile;
    const std::size_t lastKey = std::min(firstKey + options.tile, logits.size()) - 1;
    result.states.push_back(running.read(tile, firstKey, lastKey));
  }
  result.context = result.states.back().context;
  result.twoPasses = blendOf(whole->values.probabilities, stored.values, format);
  result.exact = blendOf(whole->shadow.probabilities, values, kFp64);
  for (std::size_t m = 0; m < values.cols; ++m) {
    result.ulpDistances.push_back(ulpDistance(result.context[m], result.twoPasses[m], format));
  }
  return result;
}

}  // namespace attention
