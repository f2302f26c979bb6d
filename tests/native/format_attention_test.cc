// Attention in a format: against attend()'s figures where the format is wide, and how NaN spreads
// where it is not.
#include "engine/format_attention.h"

#include <cmath>
#include <vector>

#include <catch2/catch_test_macros.hpp>

namespace attention {
namespace {

const Values kToyValues{3, 2, {1, 0, 0, 1, 1, 1}};

std::vector<FormatLayer> layersOf(const Values& x, const FloatFormat& format, Shift::Kind shift,
                                  std::size_t layers = 1, bool divideBySqrt = false) {
  return *attendInFormat(x, {{format, {shift}, {}}, divideBySqrt, layers});
}

}  // namespace

TEST_CASE("the toy sequence in FP64", "[format-attention]") {
  const FormatLayer layer = layersOf(kToyValues, kFp64, Shift::Kind::kMax)[0];
  CHECK(layer.scores.data == std::vector<double>{1, 0, 1, 0, 1, 1, 1, 1, 2});
  const std::vector<double> weights{0.42232, 0.15536, 0.42232, 0.15536, 0.42232,
                                    0.42232, 0.21194, 0.21194, 0.57612};
  const std::vector<double> context{0.84464, 0.57768, 0.57768, 0.84464, 0.78806, 0.78806};
  for (std::size_t i = 0; i < 9; ++i) CHECK(std::fabs(layer.weights.data[i] - weights[i]) < 5e-6);
  for (std::size_t i = 0; i < 6; ++i) CHECK(std::fabs(layer.context.data[i] - context[i]) < 5e-6);
  CHECK(layer.brokenContext.nan + layer.brokenScores.infinite == 0);
}

TEST_CASE("every value is one of the format", "[format-attention]") {
  for (const FloatFormat& format : {kFp16, kFp8E4M3}) {
    for (const FormatLayer& layer : layersOf(kToyValues, format, Shift::Kind::kMax, 3, true)) {
      for (const Values* values : {&layer.scores, &layer.weights, &layer.context}) {
        for (double value : values->data) CHECK(round(value, format) == value);
      }
    }
  }
}

TEST_CASE("√d divides the scores", "[format-attention]") {
  const FormatLayer layer =
      layersOf({2, 4, {2, 0, 0, 0, 1, 0, 0, 1}}, kFp32, Shift::Kind::kMax, 1, true)[0];
  CHECK(layer.scores.data == std::vector<double>{2, 1, 1, 1});
}

TEST_CASE("one overflow spreads to a row, then to everything", "[format-attention]") {
  const Values x{3, 2, {4, 0, 0, 1, 1, 1}};  // 4 · 4 = 16, and e^16 is beyond FP16
  const auto naive = layersOf(x, kFp16, Shift::Kind::kNone, 3);
  CHECK(naive[0].brokenScores.nan == 0);
  CHECK(naive[0].brokenWeights.nan == 1);  // ∞ / ∞; the others of its row are x / ∞ = 0
  CHECK(naive[0].brokenContext.nan == 2);  // its row of Z
  CHECK(naive[1].brokenScores.nan == 5);   // its row and its column
  CHECK(naive[1].brokenWeights.nan == 9);  // each row has one
  CHECK(naive[2].brokenContext.nan == 6);
  for (const FormatLayer& layer : layersOf(x, kFp16, Shift::Kind::kMax, 3)) {
    CHECK(layer.brokenContext.nan + layer.brokenContext.infinite == 0);
  }
}

TEST_CASE("an overflowing score is counted as infinite", "[format-attention]") {
  const FormatLayer layer = layersOf({1, 1, {300}}, kFp16, Shift::Kind::kMax)[0];
  CHECK(layer.brokenScores.infinite == 1);
  CHECK(layer.brokenWeights.nan == 1);  // ∞ − ∞
}

TEST_CASE("bad input of attention in a format is refused by field", "[format-attention]") {
  const auto messageOf = [](const Values& x, std::size_t layers) {
    return attendInFormat(x, {{kFp16, {}, {}}, false, layers}).error().message;
  };
  CHECK(messageOf({}, 1) == "x: has no rows");
  CHECK(messageOf({2, 0, {}}, 1) == "x: its rows have no values");
  CHECK(messageOf(kToyValues, 0) == "layers: must be 1 to 64, is 0");
  CHECK(messageOf(kToyValues, 65) == "layers: must be 1 to 64, is 65");
}

}  // namespace attention
