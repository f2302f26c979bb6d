#include "engine/context.h"

#include <algorithm>
#include <limits>

namespace attention {
namespace {

using kernels::Fused;
using kernels::In;
using kernels::Out;

constexpr float kOut = -std::numeric_limits<float>::infinity();

/// Whether a sequence attends to itself, all of it to all of it.
bool isSelf(const Fused& in) {
  const bool same = in.q.data() == in.k.data() && in.q.data() == in.v.data();
  return same && in.q.size() == in.k.size() && in.q.size() == in.v.size() && !in.causal &&
         in.allowed.empty();
}

void byRows(const Fused& in, Out memory, Out context) {
  const std::size_t keys = in.k.size() / in.dk;
  const Out logits = memory.first(keys), weights = memory.subspan(keys, keys);
  std::fill(context.begin(), context.end(), 0.0f);
  for (std::size_t i = 0; i < in.q.size() / in.dk; ++i) {
    kernels::allDots(in.q.subspan(i * in.dk, in.dk), in.k, in.dk, logits);
    kernels::divide(logits, 1.0f / in.scale, logits);
    for (std::size_t j = 0; j < keys; ++j) {
      const bool masked = !in.allowed.empty() && !in.allowed[i * keys + j];
      if (masked || (in.causal && j > in.firstQuery + i)) logits[j] = kOut;
    }
    kernels::softmax(logits, weights);
    aggregate(logits, weights, in.v, context.subspan(i * in.dv, in.dv));
  }
}

}  // namespace

void aggregate(In logits, In weights, In v, Out z) {
  const auto out = [&](std::size_t j) { return logits[j] == kOut; };
  for (std::size_t first = 0; first < logits.size();) {
    std::size_t end = first;
    while (end < logits.size() && out(end) == out(first)) ++end;
    if (!out(first)) {
      const In rows = v.subspan(first * z.size(), (end - first) * z.size());
      kernels::addWeighted(weights.subspan(first, end - first), rows, z);
    }
    first = end;
  }
}

std::size_t contextMemory(const Fused& in) {
  const std::size_t general = kernels::fusedMemory(in);  // enough for two rows as well
  return isSelf(in) ? std::max(general, kernels::fusedSelfMemory(in.q.size() / in.dk, in.dk))
                    : general;
}

void contextOf(const Fused& in, Out memory, Out context) {
  if (isSelf(in) && kernels::fusedSelfAttention(in.q, in.dk, in.scale, memory, context)) return;
  if (kernels::fusedAttention(in, memory, context)) return;
  byRows(in, memory, context);
}

}  // namespace attention
