#include "engine/attention.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "engine/context.h"
#include "engine/kernels/kernels.h"

namespace attention {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// One of q, k, v: given as it is, or x itself, or x projected. Owns what it had to make.
class Role {
 public:
  explicit Role(const Matrix& given) : given_(&given) {}
  explicit Role(Matrix&& made) : made_(std::move(made)) {}
  const Matrix& operator*() const { return given_ ? *given_ : made_; }
  const Matrix* operator->() const { return &**this; }

 private:
  const Matrix* given_ = nullptr;
  Matrix made_;
};

Result<Role> roleOf(std::string_view field, const std::optional<Matrix>& given,
                    const std::optional<Matrix>& projection, const std::optional<Matrix>& x) {
  const std::string w = "w" + std::string(field);
  if (given) {
    if (projection) {
      return error(ErrorCode::kShape, w, ": cannot be given together with ", field,
                   ", which it would replace");
    }
    if (Check check = checkMatrix(field, *given); !check) return check.error();
    return Role(*given);
  }
  if (!x) return error(ErrorCode::kShape, "x: is needed, because ", field, " is not given");
  if (!projection) return Role(*x);
  if (Check check = checkMatrix(w, *projection); !check) return check.error();
  if (projection->rows != x->cols) {
    return error(ErrorCode::kShape, w, ": has ", projection->rows, " rows, but x has ", x->cols,
                 " columns");
  }
  if (Check size = checkSize(field, x->rows, projection->cols); !size) return size.error();
  return Role(product(*x, *projection));
}

/// The scale as the float32 that divides the scores; d_k is the length of a query.
Result<float> divisorOf(const Scale& scale, std::size_t dk) {
  switch (scale.kind) {
    case Scale::Kind::kNone:
      return 1.0f;
    case Scale::Kind::kSqrt:
      return static_cast<float>(std::sqrt(static_cast<double>(dk)));
    case Scale::Kind::kNumber:
      break;
  }
  const auto divisor = static_cast<float>(scale.number);
  if (divisor > 0.0f && divisor < kInfinity) return divisor;
  return error(ErrorCode::kRange, "scale: must be above 0 and within float32");
}

Result<float> temperatureOf(double temperature) {
  const auto rounded = static_cast<float>(temperature);
  if (!(temperature >= 0.0) || !(rounded < kInfinity)) {
    return error(ErrorCode::kRange, "temperature: must be 0 or more, and within float32");
  }
  if (temperature > 0.0 && rounded == 0.0f) {
    return error(ErrorCode::kRange,
                 "temperature: is too small for float32; 0 itself gives the limit");
  }
  return rounded;
}

/// The options, checked; all that is the same however the softmax is done.
struct Prepared {
  Role q, k, v;
  float divisor;
  float temperature;
};

Result<Prepared> prepare(const AttendOptions& options) {
  if (options.x) {
    if (Check check = checkMatrix("x", *options.x); !check) return check.error();
  }
  Result<Role> q = roleOf("q", options.q, options.wq, options.x);
  if (!q) return q.error();
  Result<Role> k = roleOf("k", options.k, options.wk, options.x);
  if (!k) return k.error();
  Result<Role> v = roleOf("v", options.v, options.wv, options.x);
  if (!v) return v.error();
  const Matrix& queries = **q;
  const Matrix& keys = **k;
  const Matrix& values = **v;
  if (keys.cols != queries.cols) {
    return error(ErrorCode::kShape, "k: its rows have ", keys.cols,
                 " values, but the rows of q have ", queries.cols);
  }
  if (values.rows != keys.rows) {
    return error(ErrorCode::kShape, "v: has ", values.rows, " rows, but k has ", keys.rows);
  }
  const Result<float> divisor = divisorOf(options.scale, queries.cols);
  if (!divisor) return divisor.error();
  const Result<float> temperature = temperatureOf(options.temperature);
  if (!temperature) return temperature.error();
  return Prepared{*std::move(q), *std::move(k), *std::move(v), *divisor, *temperature};
}

RowFlag flagOf(std::span<const float> logits, std::span<const float> weights) {
  bool empty = true;
  bool underflow = false;
  for (std::size_t j = 0; j < logits.size(); ++j) {
    if (std::isnan(weights[j])) return RowFlag::kPoisoned;
    empty = empty && logits[j] == -kInfinity;
    underflow = underflow || (weights[j] == 0.0f && logits[j] > -kInfinity);
  }
  if (empty) return RowFlag::kEmpty;
  return underflow ? RowFlag::kUnderflow : RowFlag::kOk;
}

}  // namespace

Result<Attention> attend(const AttendOptions& options) {
  const Result<Prepared> prepared = prepare(options);
  if (!prepared) return prepared.error();
  const auto& [q, k, v, divisor, temperature] = *prepared;
  const Matrix& queries = *q;
  const Matrix& keys = *k;
  const Matrix& values = *v;
  if (Check size = checkSize("scores", queries.rows, keys.rows); !size) return size.error();
  const Result<Allowed> allowed = combine(options.masks, queries.rows, keys.rows);
  if (!allowed) return allowed.error();

  Attention result;
  result.scores = Matrix(queries.rows, keys.rows);
  kernels::allDots(queries.data, keys.data, queries.cols, result.scores.data);
  result.scaled = Matrix(queries.rows, keys.rows);
  kernels::divide(result.scores.data, divisor, result.scaled.data);
  result.logits = logitsOf(result.scaled, temperature, *allowed, options.normalise);
  result.weights = weightsOf(result.logits, options.normalise);
  result.context = Matrix(queries.rows, values.cols);
  for (std::size_t i = 0; i < queries.rows; ++i) {
    aggregate(result.logits.row(i), result.weights.row(i), values.data, result.context.row(i));
    result.rowFlags.push_back(flagOf(result.logits.row(i), result.weights.row(i)));
  }
  return result;
}

Result<Matrix> attendContext(const AttendOptions& options) {
  const Result<Prepared> prepared = prepare(options);
  if (!prepared) return prepared.error();
  const auto& [q, k, v, divisor, temperature] = *prepared;
  const float factor = 1.0f / (divisor * temperature);
  // By column or over the matrix, or where the factor is no normal float, the scores are needed.
  if (options.normalise != Normalise::kRow || !std::isnormal(factor)) {
    Result<Attention> whole = attend(options);
    if (!whole) return whole.error();
    return std::move((*whole).context);
  }

  kernels::Fused in{
      .q = q->data, .k = k->data, .v = v->data, .dk = q->cols, .dv = v->cols, .scale = factor};
  // Causal masks need no table.
  const auto& masks = options.masks;
  in.causal = !masks.empty() && q->rows == k->rows &&
              std::all_of(masks.begin(), masks.end(), [](const Mask& mask) { return mask.causal; });
  const Result<Allowed> allowed = in.causal ? Allowed() : combine(masks, q->rows, k->rows);
  if (!allowed) return allowed.error();
  in.allowed = *allowed;

  const std::size_t borrowed = contextMemory(in);
  const std::unique_ptr<float[]> memory(new float[borrowed]);  // left as it is: it is written first
  Matrix context(q->rows, v->cols);
  contextOf(in, {memory.get(), borrowed}, context.data);
  return context;
}

std::string_view target() {
  return kernels::target();
}

}  // namespace attention
