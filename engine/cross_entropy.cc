#include "engine/cross_entropy.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/float_format.h"

namespace attention {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Values transposed(const Values& a) {
  Values result = zeros(a.cols, a.rows);
  for (std::size_t i = 0; i < a.rows; ++i) {
    for (std::size_t j = 0; j < a.cols; ++j) result(j, i) = a(i, j);
  }
  return result;
}

/// a · b; a: [n, k], b: [k, m] → [n, m].
Values product(const Values& a, const Values& b) {
  Values result = zeros(a.rows, b.cols);
  for (std::size_t i = 0; i < a.rows; ++i) {
    for (std::size_t l = 0; l < a.cols; ++l) {
      for (std::size_t j = 0; j < b.cols; ++j) result(i, j) += a(i, l) * b(l, j);
    }
  }
  return result;
}

Values sum(Values a, const Values& b) {
  for (std::size_t p = 0; p < a.data.size(); ++p) a.data[p] += b.data[p];
  return a;
}

Values quotient(Values a, double divisor) {
  for (double& value : a.data) value /= divisor;
  return a;
}

Check checkProjection(std::string_view field, const Values& w, const Values& x) {
  if (Check check = checkValues(field, w); !check) return check;
  if (w.rows == x.cols) return Done{};
  return error(ErrorCode::kShape, field, ": has ", w.rows, " rows, but x has ", x.cols, " columns");
}

Check checkTargets(const Values& targets, const Allowed& allowed, std::size_t tokens) {
  if (targets.rows != tokens || targets.cols != tokens || targets.data.size() != tokens * tokens) {
    return error(ErrorCode::kShape, "targets: are ", targets.rows, " × ", targets.cols,
                 ", but there are ", tokens, " tokens");
  }
  for (std::size_t i = 0; i < tokens; ++i) {
    for (std::size_t j = 0; j < tokens; ++j) {
      const double target = targets(i, j);
      if (!(target >= 0.0) || std::isinf(target)) {
        return error(ErrorCode::kRange, "targets: row ", i + 1, ", column ", j + 1,
                     ": must be 0 or more");
      }
      if (target > 0.0 && !allowed.empty() && !allowed[i * tokens + j]) {
        return error(ErrorCode::kRange, "targets: row ", i + 1, ", column ", j + 1,
                     ": is masked, so its weight is always 0");
      }
    }
  }
  return Done{};
}

/// The loss of one row, and g_i in place of its scores; −∞ marks what is masked.
double rowLoss(std::span<double> scores, std::span<const double> targets) {
  double max = -std::numeric_limits<double>::infinity();
  double wanted = 0.0;
  bool broken = false;
  for (std::size_t j = 0; j < scores.size(); ++j) {
    broken = broken || std::isnan(scores[j]);
    max = std::max(max, scores[j]);
    wanted += targets[j];
  }
  if (wanted == 0.0) {
    std::fill(scores.begin(), scores.end(), 0.0);
    return 0.0;
  }
  if (broken || std::isinf(max)) {
    std::fill(scores.begin(), scores.end(), kNaN);
    return kNaN;
  }
  double total = 0.0;
  for (const double score : scores) total += exp(score - max, kFp64);
  const double logTotal = log(total, kFp64);
  double loss = 0.0;
  for (std::size_t j = 0; j < scores.size(); ++j) {
    const double logWeight = scores[j] - max - logTotal;
    if (targets[j] > 0.0) loss -= targets[j] * logWeight;
    scores[j] = wanted * exp(logWeight, kFp64) - targets[j];
  }
  return loss;
}

}  // namespace

Result<CrossEntropy> crossEntropy(const CrossEntropyOptions& options) {
  const Values& x = options.x;
  if (Check check = checkValues("x", x); !check) return check.error();
  if (options.projections) {
    const auto& [wq, wk] = *options.projections;
    if (Check check = checkProjection("wq", wq, x); !check) return check.error();
    if (Check check = checkProjection("wk", wk, x); !check) return check.error();
    if (wk.cols != wq.cols) {
      return error(ErrorCode::kShape, "wk: has ", wk.cols, " columns, but wq has ", wq.cols);
    }
  }
  if (!(options.divisor > 0.0) || std::isinf(options.divisor)) {
    return error(ErrorCode::kRange, "divisor: must be above 0 and finite");
  }
  if (Check size = checkSize("scores", x.rows, x.rows); !size) return size.error();
  const Result<Allowed> allowed = combine(options.masks, x.rows, x.rows);
  if (!allowed) return allowed.error();
  if (Check check = checkTargets(options.targets, *allowed, x.rows); !check) return check.error();

  const Values q = options.projections ? product(x, options.projections->wq) : x;
  const Values k = options.projections ? product(x, options.projections->wk) : x;
  Values scores = quotient(product(q, transposed(k)), options.divisor);
  for (std::size_t p = 0; p < allowed->size(); ++p) {
    if (!(*allowed)[p]) scores.data[p] = -std::numeric_limits<double>::infinity();
  }

  CrossEntropy result;
  for (std::size_t i = 0; i < x.rows; ++i) {
    result.loss += rowLoss({&scores(i, 0), x.rows}, options.targets.row(i));
  }
  const Values g = quotient(std::move(scores), options.divisor);  // ∂L/∂(Q Kᵀ)
  const Values ofQ = product(g, k);
  const Values ofK = product(transposed(g), q);
  if (!options.projections) {
    result.x = sum(ofQ, ofK);
    return result;
  }
  const auto& [wq, wk] = *options.projections;
  result.x = sum(product(ofQ, transposed(wq)), product(ofK, transposed(wk)));
  const Values xT = transposed(x);
  result.gradients = {product(xT, ofQ), product(xT, ofK)};
  return result;
}

}  // namespace attention
