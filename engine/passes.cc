#include "engine/passes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attention {
namespace {

using kernels::Fused;
using kernels::In;
using kernels::Out;

/// How many keys query i may attend to, from the first on.
std::size_t present(const Fused& in, std::size_t i) {
  const std::size_t keys = in.k.size() / in.dk;
  return in.causal ? std::min(keys, in.firstQuery + i + 1) : keys;
}

/// −∞ in place of the scores of query i that a mask of booleans hides.
void hide(const Fused& in, std::size_t i, Out row) {
  if (in.allowed.empty()) return;
  const auto allowed = in.allowed.subspan(i * (in.k.size() / in.dk), row.size());
  for (std::size_t j = 0; j < row.size(); ++j) {
    if (!allowed[j]) row[j] = -std::numeric_limits<float>::infinity();
  }
}

}  // namespace

std::size_t scoresMemory(const Fused& in) {
  return in.q.size() / in.dk * (in.k.size() / in.dk);
}

void attentionByLoops(const Fused& in, Out memory, Out context) {
  const std::size_t queries = in.q.size() / in.dk, keys = in.k.size() / in.dk;
  for (std::size_t i = 0; i < queries; ++i) {
    for (std::size_t j = 0; j < present(in, i); ++j) {
      float score = 0.0f;
      for (std::size_t m = 0; m < in.dk; ++m) score += in.q[i * in.dk + m] * in.k[j * in.dk + m];
      memory[i * keys + j] = score * in.scale;
    }
  }
  for (std::size_t i = 0; i < queries; ++i) {
    const Out row = memory.subspan(i * keys, present(in, i));
    hide(in, i, row);
    const float max = *std::max_element(row.begin(), row.end());
    float sum = 0.0f;
    for (float& weight : row) {
      weight = weight == -std::numeric_limits<float>::infinity() ? 0.0f : std::exp(weight - max);
      sum += weight;
    }
    for (float& weight : row) weight = sum == 0.0f ? 0.0f : weight / sum;  // a NaN stays one
  }
  std::fill(context.begin(), context.end(), 0.0f);
  for (std::size_t i = 0; i < queries; ++i) {
    for (std::size_t j = 0; j < present(in, i); ++j) {
      const float weight = memory[i * keys + j];
      for (std::size_t m = 0; m < in.dv; ++m)
        context[i * in.dv + m] += weight * in.v[j * in.dv + m];
    }
  }
}

void attentionByPasses(const Fused& in, Out memory, Out context) {
  const std::size_t queries = in.q.size() / in.dk, keys = in.k.size() / in.dk;
  const auto row = [&](std::size_t i) { return memory.subspan(i * keys, present(in, i)); };
  for (std::size_t i = 0; i < queries; ++i) {
    const In q = in.q.subspan(i * in.dk, in.dk);
    kernels::allDots(q, in.k.first(row(i).size() * in.dk), in.dk, row(i));
  }
  for (std::size_t i = 0; i < queries; ++i) {
    kernels::divide(row(i), 1.0f / in.scale, row(i));
    hide(in, i, row(i));
    kernels::softmax(row(i), row(i));
  }
  std::fill(context.begin(), context.end(), 0.0f);
  for (std::size_t i = 0; i < queries; ++i) {
    kernels::addWeighted(row(i), in.v.first(row(i).size() * in.dv),
                         context.subspan(i * in.dv, in.dv));
  }
}

}  // namespace attention
