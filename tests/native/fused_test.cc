// The fused kernels against attention in double, on every target: all sizes around the tiles' own,
// masks, and inputs that are hard on a softmax.
#include "engine/kernels/fused.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include "engine/attention.h"
#include "engine/context.h"
#include "engine/passes.h"
#include "tests/native/allocations.h"
#include "tests/native/support.h"
#include "tests/native/targets.h"

namespace attention {
namespace {

using kernels::Fused;

/// Inputs of one attention, and a mask if there is one.
struct Case {
  std::size_t T, S, dk, dv;
  std::vector<float> q, k, v;
  float scale = 1.0f;
  std::vector<std::uint8_t> allowed = {};
  bool causal = false;
  std::size_t firstQuery = 0;

  Fused fused() const {
    return {.q = q,
            .k = k,
            .v = v,
            .dk = dk,
            .dv = dv,
            .scale = scale,
            .allowed = allowed,
            .causal = causal,
            .firstQuery = firstQuery};
  }
  bool open(std::size_t i, std::size_t j) const {
    return (!causal || j <= firstQuery + i) && (allowed.empty() || allowed[i * S + j]);
  }
};

Case randomCase(std::size_t T, std::size_t S, std::size_t dk, std::size_t dv, float spread = 1.0f) {
  Case made{T,
            S,
            dk,
            dv,
            randomVector(T * dk, 1, spread),
            randomVector(S * dk, 2, spread),
            randomVector(S * dv, 3)};
  made.scale = 1.0f / std::sqrt(static_cast<float>(dk));
  return made;
}

double length(std::span<const float> x) {
  double squares = 0.0;
  for (const float value : x) squares += double{value} * double{value};
  return std::sqrt(squares);
}

/// A context may differ from the one in double by the bound that fused.h gives; `lost` of it, at
/// most, to underflow.
void checkContext(const Case& in, std::span<const float> context, double lost = 0x1p-120) {
  const std::span<const float> q(in.q), k(in.k);
  double longest = 0.0, largest = 0.0;
  for (std::size_t j = 0; j < in.S; ++j)
    longest = std::max(longest, length(k.subspan(j * in.dk, in.dk)));
  for (const float value : in.v) largest = std::max(largest, std::abs(double{value}));

  for (std::size_t i = 0; i < in.T; ++i) {
    std::vector<double> logits(in.S, -kInf);
    double max = -kInf, sum = 0.0;
    for (std::size_t j = 0; j < in.S; ++j) {
      if (!in.open(i, j)) continue;
      double score = 0.0;
      for (std::size_t m = 0; m < in.dk; ++m) {
        score += double{in.q[i * in.dk + m]} * double{in.k[j * in.dk + m]};
      }
      logits[j] = score * double{in.scale};
      max = std::max(max, logits[j]);
    }
    for (double& logit : logits) sum += logit = logit == -kInf ? 0.0 : std::exp(logit - max);
    const double delta = (gamma(in.dk) + 3.0 * kEpsilon) * double{in.scale} *
                         length(q.subspan(i * in.dk, in.dk)) * longest;
    const double relative = 2.0 * delta + gamma(in.S) + 8.0 * kEpsilon;
    const double tolerance = 2.0 * std::expm1(relative) * largest + lost;
    for (std::size_t m = 0; m < in.dv; ++m) {
      double z = 0.0;
      for (std::size_t j = 0; j < in.S; ++j) z += logits[j] * double{in.v[j * in.dv + m]};
      const double expected = sum > 0.0 ? z / sum : 0.0;
      const float actual = context[i * in.dv + m];
      INFO("T " << in.T << ", S " << in.S << ", d_k " << in.dk << ", d_v " << in.dv << ": query "
                << i << ", component " << m << ": " << actual << " for " << expected);
      if (!close(actual, expected, tolerance)) FAIL_CHECK("off by more than " << tolerance);
    }
  }
}

void checkFused(const Case& in) {
  const Fused fused = in.fused();
  // Lent memory full of NaN, beginning anywhere: what is read before it is written shows.
  std::vector<float> memory(kernels::fusedMemory(fused) + 3, kNaN);
  std::vector<float> context(in.T * in.dv, kNaN);
  REQUIRE(kernels::fusedAttention(fused, std::span(memory).subspan(3), context));
  checkContext(in, context);
}

/// X attends to itself.
Case selfCase(std::size_t T, std::size_t d, const std::vector<float>& x) {
  return {T, T, d, d, x, x, x, 1.0f / std::sqrt(static_cast<float>(d))};
}

void checkSelf(const Case& in, bool expected = true) {
  std::vector<float> memory(kernels::fusedSelfMemory(in.T, in.dk) + 1, kNaN);
  std::vector<float> context(in.T * in.dv, kNaN);
  const bool done =
      kernels::fusedSelfAttention(in.q, in.dk, in.scale, std::span(memory).subspan(1), context);
  REQUIRE(done == expected);
  if (done) checkContext(in, context);
}

constexpr std::size_t kSizes[] = {1, 2, 5, 6, 7, 8, 9, 17, 31, 39, 41, 47, 49, 97, 193, 201, 250};

}  // namespace

TEST_CASE("Fused attention is attention, whatever the sizes", "[fused]") {
  const auto ran = onEveryTarget([] {
    for (const std::size_t T : kSizes) {
      for (const std::size_t S : kSizes) checkFused(randomCase(T, S, 5, 3));
    }
    for (std::size_t d = 1; d <= 2 * 2 * 16 + 1; ++d) {
      checkFused(randomCase(7, 19, d, 66 - d));
      checkSelf(selfCase(13, d, randomVector(13 * d, d)));
    }
    for (const std::size_t T : kSizes) checkSelf(selfCase(T, 19, randomVector(T * 19, T)));
  });
  CHECK(ran.size() >= 1);
}

TEST_CASE("Fused attention sees no key that a mask hides", "[fused]") {
  onEveryTarget([] {
    for (const std::size_t T : {1, 6, 49, 201, 250}) {
      Case in = randomCase(T, T, 5, 9);
      in.causal = true;
      checkFused(in);
      // A part of the queries, as a thread is given it.
      Case part = randomCase(T, T + 210, 5, 9);
      part.causal = true;
      part.firstQuery = 150;
      checkFused(part);
      // At random, with whole rows and blocks hidden, and together with the causal one.
      in.causal = false;
      in.allowed.resize(T * T);
      const std::vector<float> dice = randomVector(T * T, 7);
      for (std::size_t p = 0; p < T * T; ++p) {
        const std::size_t i = p / T, j = p % T;
        in.allowed[p] = i % 5 != 3 && !(i > 40 && j < 200) && dice[p] > 0.0f;
      }
      checkFused(in);
      in.causal = true;
      checkFused(in);
      in.q.assign(in.q.size(), 20.0f);  // and with the running maximum
      checkFused(in);
    }
  });
}

TEST_CASE("Fused attention is exact where softmax is hard", "[fused]") {
  onEveryTarget([] {
    for (const float spread : {1e-20f, 0.01f, 3.0f, 10.0f, 100.0f, 1e6f}) {
      INFO("values times " << spread);
      checkFused(randomCase(70, 430, 16, 8, spread));
    }
    // Large scores that are all equal; one huge one, in each place of a tile.
    Case equal = randomCase(7, 300, 4, 5);
    equal.q.assign(equal.q.size(), 300.0f);
    equal.k.assign(equal.k.size(), 300.0f);
    checkFused(equal);
    for (const std::size_t huge : {0, 7, 8, 191, 192, 199, 200, 299}) {
      Case one = equal;
      for (std::size_t m = 0; m < 4; ++m) one.k[huge * 4 + m] = 301.0f;
      checkFused(one);
    }
    // Rising scores: the maximum changes with every chunk. And only tiny values.
    Case rising = randomCase(5, 700, 1, 3);
    rising.q.assign(5, 1.0f);
    for (std::size_t j = 0; j < 700; ++j) rising.k[j] = static_cast<float>(j);
    checkFused(rising);
    // Queries whose squares are too small for a float, and a scale that makes them large.
    Case faint = randomCase(7, 300, 4, 5);
    for (float& value : faint.q) value *= 1e-24f;
    for (float& value : faint.k) value *= 1e10f;
    faint.scale = 1e18f;
    checkFused(faint);
    for (float& value : rising.v) value *= 1e-30f;
    checkFused(rising);
    std::reverse(rising.k.begin(), rising.k.end());
    checkFused(rising);
    // Small weights, taken relative to 0, of tiny values.
    checkFused({1, 1, 1, 4, {1.0f}, {-20.0f}, {1e-30f, 1e-36f, 1e-38f, 0.0f}});
  });
}

TEST_CASE("Symmetric attention is exact as long as one reference serves all", "[fused]") {
  onEveryTarget([] {
    for (const float spread : {1e-20f, 1.0f, 2.0f, 3.0f}) {
      checkSelf(selfCase(300, 32, randomVector(300 * 32, 5, spread)));
    }
    // Rows of very unequal length would lose their small weights: refused.
    std::vector<float> unequal = randomVector(60 * 8, 6);
    for (std::size_t m = 0; m < 8; ++m) unequal[17 * 8 + m] = 40.0f;
    checkSelf(selfCase(60, 8, unequal), false);
    checkFused(selfCase(60, 8, unequal));
  });
}

TEST_CASE("Where one reference serves all, underflow takes up to 2^-64, and it does", "[fused]") {
  // In logits of base 2, relative to the reference, the short first row has −76 with itself and −90
  // with each of the long ones; its weight of these is 2^−14. But a power of 2^−90 times a value
  // just below 2^−60 is nothing, in floats, and T of these are lost.
  constexpr std::size_t T = 1024;
  constexpr float value = 0x1.fp-61f, factor = 181.0f / (value * value);
  const float own = std::sqrt(28.0f / factor);
  std::vector<float> x;
  for (std::size_t i = 0; i < T; ++i) {
    x.push_back(i == 0 ? own : 0.5f * own);
    x.push_back(i == 0 ? 0.0f : value);
  }
  Case in = selfCase(T, 2, x);
  in.scale = factor * std::numbers::ln2_v<float>;
  onEveryTarget([&] {
    std::vector<float> memory(kernels::fusedSelfMemory(T, 2)), context(2 * T, kNaN);
    REQUIRE(kernels::fusedSelfAttention(in.q, 2, in.scale, memory, context));
    checkContext(in, context, 0x1p-64);
    const double weight = (T - 1) * 0x1p-14 / (1.0 + (T - 1) * 0x1p-14);
    CHECK(weight * double{value} > 0.9 * 0x1p-64);
    CHECK(context[1] == 0.0f);
  });
}

TEST_CASE("What may not be finite is refused, and done row by row", "[fused]") {
  onEveryTarget([] {
    for (const float broken : {kNaN, kInf, -kInf, 1e30f}) {
      for (const int role : {0, 1, 2}) {
        Case in = randomCase(9, 20, 4, 3);
        (role == 0 ? in.q : role == 1 ? in.k : in.v)[6] = broken;
        std::vector<float> memory(kernels::fusedMemory(in.fused()));
        std::vector<float> context(9 * 3, 7.0f);
        CHECK_FALSE(kernels::fusedAttention(in.fused(), memory, context));
        CHECK(context == std::vector<float>(9 * 3, 7.0f));
      }
    }
    // Finite by itself, but not as it is packed: times the scale.
    const Case keys{1, 2, 1, 1, {0.0f}, {1e10f, 0.0f}, {3.0f, 1.0f}, 1e29f};
    std::vector<float> memory(kernels::fusedMemory(keys.fused()));
    std::vector<float> context(1, 7.0f);
    CHECK_FALSE(kernels::fusedAttention(keys.fused(), memory, context));
    checkSelf({2, 2, 1, 1, {1e14f, 1e14f}, {}, {}, 1e25f}, false);
    // attend() decides what becomes of it, and attendContext() agrees.
    for (const float broken : {kNaN, kInf, -kInf, 1e30f, 1e38f}) {
      AttendOptions options;
      options.x = Matrix(9, 4, randomVector(36, 8));
      options.x->data[13] = broken;
      options.masks = {{.causal = true}};
      const Result<Attention> whole = attend(options);
      const Result<Matrix> context = attendContext(options);
      REQUIRE((whole.ok() && context.ok()));
      for (std::size_t p = 0; p < 36; ++p) {
        INFO(broken << ", place " << p);
        CHECK(close(context->data[p], double{whole->context.data[p]},
                    std::abs(whole->context.data[p]) * 1e-6));
      }
    }
  });
}

TEST_CASE("attendContext() is attend() without the weights", "[fused]") {
  const auto agree = [](const AttendOptions& options) {
    const Result<Attention> whole = attend(options);
    const Result<Matrix> context = attendContext(options);
    REQUIRE((whole.ok() && context.ok()));
    REQUIRE(context->rows == whole->context.rows);
    REQUIRE(context->cols == whole->context.cols);
    for (std::size_t p = 0; p < context->data.size(); ++p) {
      CHECK(close(context->data[p], double{whole->context.data[p]}, 1e-5));
    }
  };
  AttendOptions options;
  options.x = Matrix(21, 6, randomVector(21 * 6, 1));
  agree(options);
  options.scale = {Scale::Kind::kSqrt};
  for (const double temperature : {0.0, 1e-30, 0.01, 0.7, 30.0}) {
    options.temperature = temperature;
    agree(options);
  }
  options.temperature = 0.5;
  for (const Normalise normalise : {Normalise::kColumn, Normalise::kMatrix}) {
    options.normalise = normalise;
    agree(options);
  }
  options.normalise = Normalise::kRow;
  options.masks = {{.causal = true}};
  agree(options);
  options.masks.push_back({.rows = 21, .cols = 21, .data = std::vector<std::uint8_t>(441, 1)});
  options.masks[1].data[0] = 0;  // a row without keys
  agree(options);
  options.wq = Matrix(6, 4, randomVector(24, 2));
  options.wk = Matrix(6, 4, randomVector(24, 3));
  options.wv = Matrix(6, 9, randomVector(54, 4));
  agree(options);
  options.masks = {{.rows = 2, .cols = 2, .data = {1, 1, 1, 1}}};
  checkRefused(attendContext(options), ErrorCode::kShape,
               "mask: is 2 × 2, but there are 21 queries and 21 keys");
}

TEST_CASE("The context of T tokens takes memory of O(T d)", "[fused]") {
  // All that is asked for on the way, even if it is given back meanwhile.
  const auto bytes = [](std::size_t T) {
    AttendOptions options;
    options.x = Matrix(T, 8, randomVector(T * 8, 1));
    const std::size_t before = bytesAsked();
    REQUIRE(attendContext(options).ok());
    return bytesAsked() - before;
  };
  const std::size_t small = bytes(1000), large = bytes(4000);
  INFO(small << " bytes for 1000 tokens, " << large << " for 4000");
  CHECK(small > 0);
  CHECK(large < 4 * small + small / 2);
  CHECK(large < 4000 * 4000 * sizeof(float) / 20);
  CHECK(bytes(5000) > 0);  // and more tokens than attend() takes
}

TEST_CASE("Loops and passes give what the fused kernels give", "[fused]") {
  for (const int masks : {0, 1, 2, 3}) {
    Case in = randomCase(37, 37, 12, 7);
    in.causal = masks & 1;
    if (masks & 2) {
      for (std::size_t p = 0; p < 37 * 37; ++p) in.allowed.push_back(p / 37 != 5 && p % 3 != 0);
    }
    std::vector<float> memory(scoresMemory(in.fused())), context(37 * 7, kNaN);
    attentionByLoops(in.fused(), memory, context);
    checkContext(in, context);
    onEveryTarget([&] {
      std::fill(context.begin(), context.end(), kNaN);
      attentionByPasses(in.fused(), memory, context);
      checkContext(in, context);
    });
  }
}

}  // namespace attention
