// The gradients against central differences of the loss, and the loss against attend()'s weights.
#include "engine/cross_entropy.h"

#include <algorithm>
#include <cmath>

#include "engine/attention.h"
#include "tests/native/support.h"

namespace attention {
namespace {

constexpr std::size_t kTokens = 5, kWidth = 4, kKey = 3;

Values valuesOf(const Matrix& matrix) {
  return {matrix.rows, matrix.cols, {matrix.data.begin(), matrix.data.end()}};
}

Matrix floatsOf(const Values& values) {
  return {values.rows, values.cols, {values.data.begin(), values.data.end()}};
}

/// Rows of every kind: one key wanted, two unequally, none, a sum other than 1.
CrossEntropyOptions plain() {
  CrossEntropyOptions options;
  options.x = valuesOf(*normal(kTokens, kWidth, 1));
  options.targets = valuesOf(matrixOf({{1, 0, 0, 0, 0},
                                       {0.25f, 0.75f, 0, 0, 0},
                                       {0, 0, 0, 0, 0},
                                       {0, 0, 2, 0.5f, 0},
                                       {0, 0, 0, 0, 1}}));
  options.divisor = 1.7;
  return options;
}

CrossEntropyOptions projected() {
  CrossEntropyOptions options = plain();
  options.projections = {valuesOf(*normal(kWidth, kKey, 2)), valuesOf(*normal(kWidth, kKey, 3))};
  return options;
}

/// Central differences with step h are off by h²/6 times the third derivative, and by the rounding
/// of the loss over h. Derivatives and losses are below 100 here: with h = 10⁻⁵ that is 2·10⁻⁹ and
/// at most 10⁻⁹. A wrong sign, factor or transpose is off by as much as the gradient itself.
template <typename Select>
void checkGradient(CrossEntropyOptions options, const Values& gradient, Select parametersOf) {
  constexpr double kStep = 1e-5;
  const std::size_t count = parametersOf(options).data.size();
  REQUIRE(gradient.data.size() == count);
  double largest = 0.0;
  for (std::size_t p = 0; p < count; ++p) {
    double& parameter = parametersOf(options).data[p];
    const double here = parameter;
    parameter = here + kStep;
    const double above = crossEntropy(options)->loss;
    parameter = here - kStep;
    const double below = crossEntropy(options)->loss;
    parameter = here;
    INFO("parameter " << p);
    CHECK(close(gradient.data[p], (above - below) / (2.0 * kStep), 1e-8));
    largest = std::max(largest, std::abs(gradient.data[p]));
  }
  CHECK(largest > 0.1);
}

void checkGradients(const CrossEntropyOptions& options) {
  const CrossEntropy found = *crossEntropy(options);
  checkGradient(options, found.x, [](auto& o) -> Values& { return o.x; });
  REQUIRE(found.gradients.has_value() == options.projections.has_value());
  if (!found.gradients) return;
  checkGradient(options, found.gradients->wq, [](auto& o) -> Values& { return o.projections->wq; });
  checkGradient(options, found.gradients->wk, [](auto& o) -> Values& { return o.projections->wk; });
}

}  // namespace

TEST_CASE("The gradients are the slopes of the loss", "[cross-entropy]") {
  checkGradients(plain());
  checkGradients(projected());
}

TEST_CASE("So they are behind masks", "[cross-entropy]") {
  CrossEntropyOptions options = projected();
  options.masks = {{.causal = true}};
  options.targets = valuesOf(matrixOf(
      {{0, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, {0, 1, 0, 0, 0}, {0.5f, 0, 0.5f, 0, 0}, {0, 0, 0, 1, 0}}));
  checkGradients(options);
}

TEST_CASE("The loss is that of attend's weights", "[cross-entropy]") {
  const CrossEntropyOptions options = projected();
  AttendOptions attention;
  attention.x = floatsOf(options.x);
  attention.wq = floatsOf(options.projections->wq);
  attention.wk = floatsOf(options.projections->wk);
  attention.scale = {Scale::Kind::kNumber, options.divisor};
  const Matrix weights = attend(attention)->weights;
  double expected = 0.0;
  for (std::size_t p = 0; p < weights.data.size(); ++p) {
    const double target = options.targets.data[p];
    if (target > 0.0) expected -= target * std::log(double{weights.data[p]});
  }
  // The targets sum to 5.5; float32 scores of about 10 put the logarithms off by some 10⁻⁶ each.
  CHECK(expected > 1.0);
  CHECK(close(crossEntropy(options)->loss, expected, 2e-5));
}

TEST_CASE("At weights that are the targets the slope is 0", "[cross-entropy]") {
  CrossEntropyOptions options;
  options.x = zeros(2, 3);
  options.targets = {2, 2, {0.5, 0.5, 0.5, 0.5}};
  const CrossEntropy found = *crossEntropy(options);
  CHECK(close(found.loss, 2.0 * std::log(2.0), 1e-15));
  CHECK(found.x.data == std::vector<double>(6, 0.0));
}

TEST_CASE("A weight too small for a double still has a loss and a slope", "[cross-entropy]") {
  CrossEntropyOptions options;
  options.x = {2, 1, {1.0, 2000.0}};
  options.targets = {2, 2, {0, 0, 1, 0}};  // row 2: scores 2000 and 4,000,000
  const CrossEntropy found = *crossEntropy(options);
  CHECK(found.loss == 3998000.0);
  // g = [−1, 1]: ∂L/∂x₁ = −x₂ and ∂L/∂x₂ = (x₂ − x₁) + x₂.
  CHECK(found.x.data == std::vector<double>{-2000.0, 3999.0});
}

TEST_CASE("NaN is not lost, and rows that want nothing do not count", "[cross-entropy]") {
  CrossEntropyOptions options;
  options.x = {2, 1, {1.0, double{kNaN}}};
  options.targets = {2, 2, {1, 0, 0, 0}};
  CHECK(std::isnan(crossEntropy(options)->loss));
  options.targets = {2, 2, {0, 0, 0, 0}};
  CHECK(crossEntropy(options)->loss == 0.0);
}

TEST_CASE("crossEntropy says what does not fit", "[cross-entropy]") {
  const auto refuses = [](auto change, ErrorCode code, std::string_view message) {
    CrossEntropyOptions options = projected();
    change(options);
    checkRefused(crossEntropy(options), code, message);
  };
  refuses([](auto& o) { o.x = {}; }, ErrorCode::kShape, "x: has no rows");
  refuses([](auto& o) { o.projections->wq = zeros(3, 3); }, ErrorCode::kShape,
          "wq: has 3 rows, but x has 4 columns");
  refuses([](auto& o) { o.projections->wk = zeros(4, 2); }, ErrorCode::kShape,
          "wk: has 2 columns, but wq has 3");
  refuses([](auto& o) { o.targets = zeros(5, 4); }, ErrorCode::kShape,
          "targets: are 5 × 4, but there are 5 tokens");
  refuses([](auto& o) { o.targets(1, 2) = -1; }, ErrorCode::kRange,
          "targets: row 2, column 3: must be 0 or more");
  refuses(
      [](auto& o) {
        o.masks = {{.causal = true}};
        o.targets(1, 2) = 1;
      },
      ErrorCode::kRange, "targets: row 2, column 3: is masked, so its weight is always 0");
  refuses([](auto& o) { o.divisor = 0; }, ErrorCode::kRange, "divisor: must be above 0 and finite");
}

}  // namespace attention
