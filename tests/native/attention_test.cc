// What attend() promises: the lesson's numbers, what it does with what is not a number, and what
// it refuses. Agreement on whole random cases is golden_test.cc's.
#include "engine/attention.h"

#include <algorithm>
#include <cmath>

#include "tests/native/support.h"
#include "tests/native/targets.h"

namespace attention {
namespace {

const Rows kToy{{1, 0}, {0, 1}, {1, 1}};

AttendOptions withX(Rows x) {
  AttendOptions options;
  options.x = matrixOf(x);
  return options;
}

/// One query, whose scores are the given ones: q = [1], k = the scores.
AttendOptions withScores(std::vector<float> scores) {
  AttendOptions options;
  const std::size_t S = scores.size();
  options.q = matrixOf({{1}});
  options.k = Matrix(S, 1, std::move(scores));
  options.v = Matrix(S, 1, std::vector<float>(S, 1.0f));
  return options;
}

Mask booleans(std::size_t rows, std::size_t cols, std::vector<std::uint8_t> data) {
  return {.rows = rows, .cols = cols, .data = std::move(data)};
}

const Mask kCausal{.causal = true};

Attention must(const AttendOptions& options) {
  Result<Attention> result = attend(options);
  REQUIRE(result.ok());
  return *std::move(result);
}

/// Agreement in the digits that the lesson prints: half of the last one, and two steps of float32.
constexpr double kSixDigits = 5e-7 + 1.2e-7;
constexpr double kFiveDigits = 5e-6 + 1.2e-7;

}  // namespace

TEST_CASE("The toy sequence gives the lesson's numbers", "[attention]") {
  onEveryTarget([] {
    const Attention toy = must(withX(kToy));
    checkMatrix(toy.scores, {{1, 0, 1}, {0, 1, 1}, {1, 1, 2}}, 0.0);
    checkMatrix(toy.weights,
                {{0.422319f, 0.155362f, 0.422319f},
                 {0.155362f, 0.422319f, 0.422319f},
                 {0.211942f, 0.211942f, 0.576117f}},
                kSixDigits);
    checkMatrix(toy.context,
                {{0.844638f, 0.577681f}, {0.577681f, 0.844638f}, {0.788058f, 0.788058f}},
                kSixDigits);
    CHECK(toy.rowFlags == std::vector<RowFlag>(3, RowFlag::kOk));
    CHECK(toy.scaled.data == toy.scores.data);
    CHECK(toy.logits.data == toy.scores.data);
  });
}

TEST_CASE("Normalising over the matrix or by column gives other sums", "[attention]") {
  AttendOptions options = withX(kToy);
  options.normalise = Normalise::kMatrix;
  const Attention whole = must(options);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto row = whole.weights.row(i);
    CHECK(close(row[0] + row[1] + row[2], i < 2 ? 0.25046 : 0.49908, kFiveDigits));
  }
  // By column a transposed score matrix would give the columns' sums to the rows: they differ here.
  options.normalise = Normalise::kColumn;
  const Attention columns = must(options);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto row = columns.weights.row(i);
    CHECK(close(row[0] + row[1] + row[2], i < 2 ? 0.789623 : 1.420754, 2 * kSixDigits));
  }
}

TEST_CASE("Rows are queries and columns keys", "[attention]") {
  // Symmetric scores hide a swap; these are not.
  AttendOptions options;
  options.q = matrixOf({{1, 0}, {0, 2}});
  options.k = matrixOf({{3, 5}, {7, 11}, {13, 17}});
  options.v = matrixOf({{1}, {0}, {0}});
  checkMatrix(must(options).scores, {{3, 7, 13}, {10, 22, 34}}, 0.0);
}

TEST_CASE("Large scores stay finite: the row's maximum is subtracted", "[attention]") {
  onEveryTarget([] {
    checkMatrix(must(withScores({200, 0})).weights, {{1, 0}}, 0.0);
    checkMatrix(must(withScores({1000, 0})).weights, {{1, 0}}, 0.0);
    checkMatrix(must(withScores({88.5f, 88.5f})).weights, {{0.5f, 0.5f}}, 0.0);
    checkMatrix(must(withScores({88.8f})).weights, {{1}}, 0.0);
    checkMatrix(must(withScores({3e38f, -3e38f})).weights, {{1, 0}}, 0.0);
    checkMatrix(must(withScores({100, 102, 105})).weights, {{0.0063775f, 0.0471234f, 0.9464992f}},
                kSixDigits);
    checkMatrix(must(withScores({10, -3, 25})).weights, {{3.06e-7f, 6.9e-13f, 0.9999997f}}, 1e-7);
  });
}

TEST_CASE("Softmax of weights flattens them", "[attention]") {
  checkMatrix(must(withScores({0.422319f, 0.155362f, 0.422319f})).weights,
              {{0.361571f, 0.276857f, 0.361571f}}, kSixDigits);
}

TEST_CASE("A row never abstains, and need not attend most to itself", "[attention]") {
  checkMatrix(must(withX({{2, 1}, {4, 2}, {0, 0}})).weights,
              {{0.006693f, 0.993262f, 0.000045f},
               {4.5e-5f, 0.999955f, 2e-9f},
               {1.0f / 3, 1.0f / 3, 1.0f / 3}},
              kSixDigits);
}

TEST_CASE("NaN poisons its row wherever it stands, and only that row", "[attention]") {
  onEveryTarget([] {
    for (std::size_t S = 1; S <= 9; ++S) {
      for (std::size_t at = 0; at < S; ++at) {
        AttendOptions options;
        options.q = matrixOf({{1, 0}, {0, 1}});
        options.k = Matrix(S, 2, std::vector<float>(2 * S, 1.0f));
        options.k->row(at)[0] = kNaN;  // reaches query 1; 0 · NaN reaches query 2
        options.v = Matrix(S, 3, std::vector<float>(3 * S, 1.0f));
        Attention poisoned = must(options);
        CHECK(poisoned.rowFlags == std::vector<RowFlag>(2, RowFlag::kPoisoned));
        CHECK(std::ranges::all_of(poisoned.context.data, [](float z) { return std::isnan(z); }));

        options.k->row(at)[0] = 1.0f;
        options.q->row(1)[1] = kNaN;
        poisoned = must(options);
        CHECK(poisoned.rowFlags == std::vector{RowFlag::kOk, RowFlag::kPoisoned});
        CHECK(std::ranges::all_of(poisoned.weights.row(0), [](float w) { return w > 0.0f; }));
        CHECK(std::ranges::all_of(poisoned.weights.row(1), [](float w) { return std::isnan(w); }));
      }
    }
  });
}

TEST_CASE("Infinity among the scores poisons the row, except as a limit", "[attention]") {
  for (const auto& scores : {std::vector{kInf, 0.0f}, {kInf, kInf, 0.0f}}) {
    AttendOptions options = withScores(scores);
    const Attention poisoned = must(options);
    CHECK(poisoned.rowFlags[0] == RowFlag::kPoisoned);
    CHECK(std::ranges::all_of(poisoned.weights.data, [](float w) { return std::isnan(w); }));
    options.temperature = 0.0;
    CHECK(must(options).weights.data ==
          (scores.size() == 2 ? std::vector{1.0f, 0.0f} : std::vector{0.5f, 0.5f, 0.0f}));
  }
  // Minus infinity is a score that gets nothing; the weight is not an underflow.
  const Attention minus = must(withScores({0, -kInf}));
  checkMatrix(minus.weights, {{1, 0}}, 0.0);
  CHECK(minus.rowFlags[0] == RowFlag::kOk);
}

TEST_CASE("Infinities that cancel in a score poison the row", "[attention]") {
  AttendOptions options;
  options.q = matrixOf({{1, 1}});
  options.k = matrixOf({{kInf, -kInf}, {0, 0}});
  options.v = matrixOf({{1}, {1}});
  CHECK(must(options).rowFlags[0] == RowFlag::kPoisoned);
}

TEST_CASE("A row with nothing to attend to is empty", "[attention]") {
  AttendOptions options = withScores({0.3f, 0.1f, -0.2f});
  options.masks = {booleans(1, 3, {0, 0, 0})};
  Attention empty = must(options);
  checkMatrix(empty.weights, {{0, 0, 0}}, 0.0);
  checkMatrix(empty.context, {{0}}, 0.0);
  checkMatrix(empty.logits, {{-kInf, -kInf, -kInf}}, 0.0);
  CHECK(empty.rowFlags[0] == RowFlag::kEmpty);
  options.temperature = 0.0;
  CHECK(must(options).rowFlags[0] == RowFlag::kEmpty);
  // The same without a mask: every score is −∞.
  empty = must(withScores({-kInf, -kInf}));
  checkMatrix(empty.weights, {{0, 0}}, 0.0);
  CHECK(empty.rowFlags[0] == RowFlag::kEmpty);
}

TEST_CASE("Adding −1e9 is no mask: in float32 it swallows the scores", "[attention]") {
  checkMatrix(must(withScores({-1e9f + 0.3f, -1e9f + 0.1f, -1e9f - 0.2f})).weights,
              {{1.0f / 3, 1.0f / 3, 1.0f / 3}}, kSixDigits);
}

TEST_CASE("What is masked is skipped, not multiplied", "[attention]") {
  for (const float hidden : {kNaN, kInf, -kInf, 3e38f}) {
    AttendOptions options = withScores({1, 5});
    options.v = matrixOf({{1}, {hidden}});
    options.k->row(1)[0] = hidden;  // behind the mask, a broken score does no harm either
    options.masks = {booleans(1, 2, {1, 0})};
    const Attention masked = must(options);
    checkMatrix(masked.weights, {{1, 0}}, 0.0);
    checkMatrix(masked.context, {{1}}, 0.0);
    CHECK(masked.rowFlags[0] == RowFlag::kOk);
  }
}

TEST_CASE("A weight that underflowed is flagged, and hides no NaN", "[attention]") {
  AttendOptions options = withScores({200, 0});
  options.v = matrixOf({{3}, {5}});
  const Attention out = must(options);
  checkMatrix(out.context, {{3}}, 0.0);
  CHECK(out.rowFlags[0] == RowFlag::kUnderflow);
  options.v = matrixOf({{3}, {kInf}});
  checkMatrix(must(options).context, {{kNaN}}, 0.0);
  // A score of −∞ is out of the running: nothing was lost on the way to its weight.
  options = withScores({200, -kInf});
  options.v = matrixOf({{3}, {kNaN}});
  checkMatrix(must(options).context, {{3}}, 0.0);
}

TEST_CASE("A mask takes the score away before softmax", "[attention]") {
  AttendOptions options = withScores({0.5f, -0.5f, 1, 0.2f});
  options.masks = {booleans(1, 4, {1, 1, 1, 0})};
  checkMatrix(must(options).weights, {{0.331499f, 0.121952f, 0.546549f, 0}}, kSixDigits);
  options = withScores({2, 1});
  options.masks = {booleans(1, 2, {1, 0})};
  checkMatrix(must(options).weights, {{1, 0}}, 0.0);
}

TEST_CASE("True means: may attend", "[attention]") {
  AttendOptions options = withX({{1, 0}, {0, 1}});
  options.masks = {booleans(2, 2, {1, 0, 1, 1})};
  const Attention kept = must(options);
  CHECK(kept.weights.row(0)[0] == 1.0f);
  CHECK(kept.weights.row(1)[0] > 0.0f);
  CHECK(kept.rowFlags == std::vector<RowFlag>(2, RowFlag::kOk));
}

TEST_CASE("Masks combine: a key must be allowed by all of them", "[attention]") {
  AttendOptions options = withX(kToy);
  options.masks = {kCausal, booleans(3, 3, {1, 1, 1, 0, 1, 1, 1, 0, 1})};
  const Attention both = must(options);
  const std::vector<bool> allowed{true, false, false, false, true, false, true, false, true};
  for (std::size_t p = 0; p < 9; ++p) CHECK((both.weights.data[p] > 0.0f) == allowed[p]);
}

TEST_CASE("The causal mask lets nobody look ahead", "[attention]") {
  AttendOptions options = withX(kToy);
  options.masks = {kCausal};
  const Attention causal = must(options);
  checkMatrix(causal.weights,
              {{1, 0, 0}, {0.268941f, 0.731059f, 0}, {0.211942f, 0.211942f, 0.576117f}},
              kSixDigits);
}

TEST_CASE("A causal mask for unequal numbers is refused, with the way out", "[attention]") {
  AttendOptions options;
  options.q = Matrix(2, 1);
  options.k = options.v = Matrix(4, 1);
  options.masks = {kCausal};
  checkRefused(attend(options), ErrorCode::kShape,
               "mask: causal needs as many queries as keys, but there are 2 queries and 4 keys; "
               "give a matrix of booleans to say which keys each query may see");
}

TEST_CASE("The root of d_k, once, and of no other dimension", "[attention]") {
  AttendOptions options;
  options.q = matrixOf({{4, 0, 0, 0}});
  options.k = matrixOf({{1, 0, 0, 0}, {0, 0, 0, 0}});
  options.v = Matrix(2, 9);
  options.scale.kind = Scale::Kind::kSqrt;
  checkMatrix(must(options).scaled, {{2, 0}}, 0.0);
  checkMatrix(must(options).weights, {{0.880797f, 0.119203f}}, kSixDigits);
  options.scale.kind = Scale::Kind::kNone;
  checkMatrix(must(options).weights, {{0.982014f, 0.017986f}}, kSixDigits);
  options.scale = {Scale::Kind::kNumber, 4.0};
  checkMatrix(must(options).weights, {{0.731059f, 0.268941f}}, kSixDigits);
}

TEST_CASE("Temperature sharpens down to the limit, where ties share", "[attention]") {
  AttendOptions options = withScores({2, 1, 2});
  options.temperature = 0.5;
  checkMatrix(must(options).weights, {{0.468311f, 0.063379f, 0.468311f}}, kSixDigits);
  options.temperature = 0.0;
  const Attention limit = must(options);
  checkMatrix(limit.weights, {{0.5f, 0, 0.5f}}, 0.0);
  checkMatrix(limit.logits, {{0, -kInf, 0}}, 0.0);
  CHECK(limit.rowFlags[0] == RowFlag::kOk);
  // The largest of what the mask leaves.
  options.masks = {booleans(1, 3, {0, 1, 0})};
  checkMatrix(must(options).weights, {{0, 1, 0}}, 0.0);
  options = withScores({2, kNaN, 2});
  options.temperature = 0.0;
  CHECK(must(options).rowFlags[0] == RowFlag::kPoisoned);
}

TEST_CASE("A weight may underflow, and is then flagged", "[attention]") {
  onEveryTarget([] {
    const Attention lost = must(withScores({0, -110}));
    checkMatrix(lost.weights, {{1, 0}}, 0.0);
    CHECK(lost.rowFlags[0] == RowFlag::kUnderflow);
    const Attention kept = must(withScores({0, -103}));
    CHECK(kept.weights.row(0)[1] == 0x1p-149f);
    CHECK(kept.rowFlags[0] == RowFlag::kOk);
  });
}

TEST_CASE("Context lies within the rows, so no row is longer than the longest", "[attention]") {
  AttendOptions options;
  options.x = *normal(12, 5, 3);
  options.scale.kind = Scale::Kind::kSqrt;
  const Attention out = must(options);
  for (std::size_t m = 0; m < 5; ++m) {
    float low = kInf, high = -kInf;
    for (std::size_t j = 0; j < 12; ++j) {
      low = std::min(low, options.x->row(j)[m]);
      high = std::max(high, options.x->row(j)[m]);
    }
    for (std::size_t i = 0; i < 12; ++i) {
      CHECK(out.context.row(i)[m] >= low - 1e-5f);
      CHECK(out.context.row(i)[m] <= high + 1e-5f);
    }
  }
}

TEST_CASE("Identity projections change nothing", "[attention]") {
  AttendOptions options = withX(kToy);
  const Attention plain = must(options);
  options.wq = options.wk = options.wv = matrixOf({{1, 0}, {0, 1}});
  CHECK(must(options).weights.data == plain.weights.data);
  CHECK(must(options).context.data == plain.context.data);
}

TEST_CASE("What does not fit is refused, by name and place", "[attention]") {
  AttendOptions options;
  checkRefused(attend(options), ErrorCode::kShape, "x: is needed, because q is not given");
  options.x = Matrix();
  checkRefused(attend(options), ErrorCode::kShape, "x: has no rows");
  options.x = Matrix(2, 0);
  checkRefused(attend(options), ErrorCode::kShape, "x: its rows have no values");
  options.x = Matrix(2, 3, {1, 2, 3});
  checkRefused(attend(options), ErrorCode::kShape, "x: 2 rows of 3 need 6 values, but there are 3");
  options = withX(kToy);
  options.wq = Matrix(3, 2);
  checkRefused(attend(options), ErrorCode::kShape, "wq: has 3 rows, but x has 2 columns");
  options.wq = Matrix(2, 5);
  checkRefused(attend(options), ErrorCode::kShape,
               "k: its rows have 2 values, but the rows of q have 5");
  options = withX(kToy);
  options.v = Matrix(2, 2);
  checkRefused(attend(options), ErrorCode::kShape, "v: has 2 rows, but k has 3");
  options = withX(kToy);
  options.k = Matrix(3, 2);
  options.wk = Matrix(2, 2);
  checkRefused(attend(options), ErrorCode::kShape,
               "wk: cannot be given together with k, which it would replace");
  options = withX(kToy);
  options.masks = {kCausal, booleans(2, 3, {1, 1, 1, 1, 1, 1})};
  checkRefused(attend(options), ErrorCode::kShape,
               "mask: is 2 × 3, but there are 3 queries and 3 keys");
  options.masks = {booleans(3, 3, {1, 1, 1})};
  CHECK_FALSE(attend(options).ok());
}

TEST_CASE("Numbers outside their range are refused", "[attention]") {
  AttendOptions options = withX(kToy);
  for (const double temperature : {-1.0, -1e-30, std::nan(""), HUGE_VAL, 1e39}) {
    options.temperature = temperature;
    checkRefused(attend(options), ErrorCode::kRange,
                 "temperature: must be 0 or more, and within float32");
  }
  options.temperature = 1e-60;
  checkRefused(attend(options), ErrorCode::kRange,
               "temperature: is too small for float32; 0 itself gives the limit");
  options.temperature = -0.0;
  CHECK(must(options).weights.row(0)[0] == 0.5f);
  options.temperature = 1.0;
  for (const double scale : {0.0, -1.0, std::nan(""), HUGE_VAL, 1e39, 1e-60}) {
    options.scale = {Scale::Kind::kNumber, scale};
    checkRefused(attend(options), ErrorCode::kRange, "scale: must be above 0 and within float32");
  }
  options = {};
  options.x = Matrix(5000, 1);
  checkRefused(attend(options), ErrorCode::kRange,
               "scores: 5000 × 5000 is more than the 16777216 values that one matrix may hold");
}

}  // namespace attention
