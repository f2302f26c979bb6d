#include "engine/matrix.h"

#include "engine/dequantise.h"
#include "engine/summary.h"
#include "tests/native/support.h"

namespace attention {

TEST_CASE("multiply is the matrix product", "[matrix]") {
  const Result<Matrix> product =
      multiply(matrixOf({{1, 2, 3}, {4, 5, 6}}), matrixOf({{1, 0}, {0, 2}, {-1, 1}}));
  checkMatrix(*product, {{-2, 7}, {-2, 16}}, 0.0);
  // A plain product: nothing is skipped.
  CHECK(std::isnan((*multiply(matrixOf({{0}}), matrixOf({{kInf}}))).data[0]));
}

TEST_CASE("multiply refuses what does not fit", "[matrix]") {
  checkRefused(multiply(Matrix(2, 3), Matrix(2, 3)), ErrorCode::kShape,
               "b: has 2 rows, but a has 3 columns");
  checkRefused(multiply(Matrix(), Matrix(2, 3)), ErrorCode::kShape, "a: has no rows");
  checkRefused(multiply(Matrix(4097, 1), Matrix(1, 4097)), ErrorCode::kRange,
               "a · b: 4097 × 4097 is more than the 16777216 values that one matrix may hold");
}

TEST_CASE("transposed swaps rows and columns", "[matrix]") {
  checkMatrix(transposed(matrixOf({{1, 2, 3}, {4, 5, 6}})), {{1, 4}, {2, 5}, {3, 6}}, 0.0);
}

TEST_CASE("dequantise multiplies each row by its scale", "[matrix]") {
  checkMatrix(*dequantise(2, 3, {1, -2, 127, -128, 0, 3}, {0.5f, 2.0f}),
              {{0.5f, -1, 63.5f}, {-256, 0, 6}}, 0.0);
  checkRefused(dequantise(2, 3, {1, 2}, {1, 1}), ErrorCode::kShape,
               "codes: 2 rows of 3 need 6 codes, but there are 2");
  checkRefused(dequantise(1, 2, {1, 2}, {1, 1}), ErrorCode::kShape,
               "scales: there are 2, but 1 rows");
  checkRefused(dequantise(0, 2, {}, {}), ErrorCode::kShape, "rows: must be at least 1");
}

TEST_CASE("summarise adds up and measures the spread of weights", "[summary]") {
  const WeightSummary summary =
      *summarise(matrixOf({{0.5f, 0.5f, 0, 0}, {0.25f, 0.25f, 0.25f, 0.25f}, {0, 1, 0, 0}}));
  CHECK(summary.rowSums == Vector{1, 1, 1});
  CHECK(summary.columnSums == Vector{0.75f, 1.75f, 0.25f, 0.25f});
  CHECK(summary.total == 3.0);
  CHECK(summary.entropy == Vector{1, 2, 0});
  CHECK(summary.perplexity == Vector{2, 4, 1});
}

TEST_CASE("summarise keeps empty and poisoned rows apart", "[summary]") {
  const WeightSummary summary = *summarise(matrixOf({{0, 0}, {kNaN, kNaN}, {1, 0}}));
  CHECK(summary.rowSums[0] == 0.0f);
  CHECK(summary.entropy[0] == 0.0f);
  CHECK(summary.perplexity[0] == 0.0f);
  CHECK(std::isnan(summary.entropy[1]));
  CHECK(std::isnan(summary.perplexity[1]));
  CHECK(std::isnan(summary.total));
  CHECK(summary.perplexity[2] == 1.0f);
}

TEST_CASE("An error's code has the facade's name", "[error]") {
  CHECK(name(ErrorCode::kType) == "type");
  CHECK(name(ErrorCode::kShape) == "shape");
  CHECK(name(ErrorCode::kRange) == "range");
  CHECK(name(ErrorCode::kUnsupported) == "unsupported");
  CHECK(error(ErrorCode::kShape, "x: ", std::size_t{0}, " and ", std::size_t{1234567890}).message ==
        "x: 0 and 1234567890");
  CHECK(error(ErrorCode::kRange, -12, " and ", 7).message == "-12 and 7");
}

}  // namespace attention
