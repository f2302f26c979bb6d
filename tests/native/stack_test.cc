#include "engine/stack.h"

#include "tests/native/support.h"

namespace attention {

TEST_CASE("stack applies attention to its own output", "[stack]") {
  const Matrix x = matrixOf({{1, 0}, {0, 1}, {1, 1}});
  const Layers layers = *stack(x, 2, {});
  REQUIRE(layers.outputs.size() == 3);
  CHECK(layers.outputs[0].data == x.data);
  for (std::size_t layer = 0; layer < 2; ++layer) {
    AttendOptions options;
    options.x = layers.outputs[layer];
    CHECK(layers.outputs[layer + 1].data == (*attendContext(options)).data);
  }
  // Distances from the mean [2/3, 2/3]: squares 5/9, 5/9, 2/9; their mean's root is 2/3.
  CHECK(close(layers.spreads[0], 2.0 / 3, kEpsilon));
  CHECK(close(layers.longest[0], std::sqrt(2.0), 2 * kEpsilon));
}

TEST_CASE("Stacked layers draw the rows together and lengthen none", "[stack]") {
  const Layers layers = *stack(*normal(10, 6, 21), 12, {.scale = {Scale::Kind::kSqrt}});
  for (std::size_t layer = 1; layer <= 12; ++layer) {
    CHECK(layers.longest[layer] <= layers.longest[layer - 1] * (1 + 1e-6f));
  }
  CHECK(layers.spreads[12] < layers.spreads[0] / 2);
}

TEST_CASE("stack passes on its options", "[stack]") {
  const Matrix x = *normal(4, 3, 2);
  AttendOptions options{.scale = {Scale::Kind::kNumber, 3.0}, .temperature = 0.5};
  options.masks = {{.causal = true}};
  const Layers layers = *stack(x, 1, options);
  options.x = x;
  CHECK(layers.outputs[1].data == (*attendContext(options)).data);
}

TEST_CASE("What is broken stays broken through the layers", "[stack]") {
  const Layers layers = *stack(matrixOf({{1, 0}, {kNaN, 1}, {1, 1}}), 2, {});
  CHECK(std::isnan(layers.spreads[0]));
  CHECK(std::isnan(layers.longest[0]));
  CHECK(std::isnan(layers.spreads[2]));
  CHECK(std::isnan(layers.longest[2]));
}

TEST_CASE("stack takes none to a thousand layers", "[stack]") {
  CHECK((*stack(Matrix(2, 2), 0, {})).outputs.size() == 1);
  CHECK(stack(Matrix(2, 2), 1000, {}).ok());
  checkRefused(stack(Matrix(2, 2), 1001, {}), ErrorCode::kRange,
               "layers: at most 1000 are stacked");
  checkRefused(stack(Matrix(), 1, {}), ErrorCode::kShape, "x: has no rows");
  checkRefused(stack(Matrix(2, 2), 1, {.temperature = -1}), ErrorCode::kRange,
               "temperature: must be 0 or more, and within float32");
}

}  // namespace attention
