#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
//if mask=causal|others
#include <limits>
//end
#include <span>
#include <vector>

/// A dense matrix, row-major; zeros unless data is given.
struct Matrix {
  std::size_t rows, cols;
  std::vector<float> data = std::vector<float>(rows * cols);

  float& operator()(std::size_t i, std::size_t j) { return data[i * cols + j]; }
  float operator()(std::size_t i, std::size_t j) const { return data[i * cols + j]; }
};

/// a: [n, m], b: [m, p] to their product: [n, p].
Matrix product(const Matrix& a, const Matrix& b) {
  Matrix c{a.rows, b.cols};
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t k = 0; k < a.cols; ++k)
      for (std::size_t j = 0; j < b.cols; ++j) c(i, j) += a(i, k) * b(k, j);
  return c;
}

Matrix transposed(const Matrix& a) {
  Matrix b{a.cols, a.rows};
  for (std::size_t i = 0; i < a.rows; ++i)
    for (std::size_t j = 0; j < a.cols; ++j) b(j, i) = a(i, j);
  return b;
}

//if mask=causal|others
constexpr float kInfinity = std::numeric_limits<float>::infinity();

//end
/// The softmax of every row.
Matrix softmax(Matrix logits) {
  for (std::size_t i = 0; i < logits.rows; ++i) {
    const auto row = std::span(logits.data).subspan(i * logits.cols, logits.cols);
    const float peak = *std::max_element(row.begin(), row.end());
//if mask=others
    if (std::all_of(row.begin(), row.end(), [](float logit) { return logit == -kInfinity; })) {
      std::fill(row.begin(), row.end(), 0.0f);  // a row without keys
      continue;
    }
//end
    float sum = 0;
    for (float& value : row) {
      value = std::exp(value - peak);  // in [0, 1]: nothing overflows
      sum += value;
    }
    for (float& value : row) value /= sum;
  }
  return logits;
}

struct Attention {
  Matrix context, weights;
};

//if roles=x
/// Embeddings x: [T, d] to context: [T, d] and weights: [T, T].
Attention attention(const Matrix& x) {
  const Matrix scores = product(x, transposed(x));  // [T, T]: row i is the query, column j the key
//if roles=head|heads
/// Embeddings x: [T, d] to context: [T, d_v] and weights: [T, T].
Attention attention(const Matrix& x, const Matrix& w_q, const Matrix& w_k, const Matrix& w_v) {
  const Matrix q = product(x, w_q);                 // [T, d_k]: what each token looks for
  const Matrix k = product(x, w_k);                 // [T, d_k]: what it can be found by
  const Matrix v = product(x, w_v);                 // [T, d_v]: what it hands over
  const Matrix scores = product(q, transposed(k));  // [T, T]: row i is the query, column j the key
//end
//if scale=sqrt
  Matrix scaled = scores;  // [T, T]
  for (float& score : scaled.data) score /= std::sqrt(static_cast<float>(KEYS.cols));
//end
//if mask=causal
  Matrix logits = MASKED;  // [T, T]: the key is the query itself, or earlier
  for (std::size_t i = 0; i < x.rows; ++i)
    for (std::size_t j = i + 1; j < x.rows; ++j) logits(i, j) = -kInfinity;
//if mask=others
  Matrix logits = MASKED;  // [T, T]: the key is another token
  for (std::size_t i = 0; i < x.rows; ++i) logits(i, i) = -kInfinity;
//end
  const Matrix weights = softmax(LOGITS);  // [T, T]
//if roles=x
  const Matrix context = product(weights, x);  // [T, d]
//if roles=head|heads
  const Matrix context = product(weights, v);  // [T, d_v]
//end
  return {context, weights};
}

//if roles=heads
struct Head {
  Matrix w_q, w_k, w_v;  // [d, d_k], [d, d_k], [d, d_v]
};

/// The contexts of all heads, side by side in `context`: [T, h * d_v]; and each head's weights.
struct ManyHeads {
  Matrix context;
  std::vector<Matrix> weights;
};

ManyHeads attention(const Matrix& x, const std::vector<Head>& heads) {
  const std::size_t width = heads[0].w_v.cols;
  ManyHeads all{Matrix{x.rows, heads.size() * width}, {}};
  for (std::size_t h = 0; h < heads.size(); ++h) {
    const auto [context, weights] = attention(x, heads[h].w_q, heads[h].w_k, heads[h].w_v);
    for (std::size_t i = 0; i < x.rows; ++i)
      for (std::size_t n = 0; n < width; ++n) all.context(i, h * width + n) = context(i, n);
    all.weights.push_back(weights);
  }
  return all;
}

//end
//if parts=yes
/// [d, count]: picks `count` components, the first of them `from`. All of them make the identity.
Matrix part(std::size_t d, std::size_t from, std::size_t count) {
  Matrix w{d, count};
  for (std::size_t n = 0; n < count; ++n) w(from + n, n) = 1;
  return w;
}

//end
void show(const Matrix& matrix, const std::vector<const char*>& tokens) {
  for (std::size_t i = 0; i < matrix.rows; ++i) {
    for (std::size_t j = 0; j < matrix.cols; ++j) std::printf("%12.6g ", matrix(i, j));
    std::printf(" %s\n", tokens[i]);
  }
}

int main() {
  const std::vector<const char*> tokens = {TOKENS};
  const Matrix x = EMBEDDINGS;
//if roles=head
  const Matrix w_q = QUERY_MATRIX;
  const Matrix w_k = KEY_MATRIX;
  const Matrix w_v = VALUE_MATRIX;

  const auto [context, weights] = attention(x, w_q, w_k, w_v);
  std::puts("weights");
  show(weights, tokens);
//if roles=heads
  const std::vector<Head> heads = {
      HEADS
  };

  const auto [context, weights] = attention(x, heads);
  for (std::size_t h = 0; h < heads.size(); ++h) {
    std::printf("weights of head %zu\n", h + 1);
    show(weights[h], tokens);
  }
//if roles=x

  const auto [context, weights] = attention(x);
  std::puts("weights");
  show(weights, tokens);
//end
  std::puts("context");
  show(context, tokens);
}
