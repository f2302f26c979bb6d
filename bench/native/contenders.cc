#include "bench/native/contenders.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <span>

#include "engine/kernels/kernels.h"
#if __has_include("engine/kernels/fused.h")
#include "engine/kernels/fused.h"
#define BENCH_HAS_FUSED
#endif

namespace attention::bench {
namespace {

float scaleOf(const Case& what) {
  return 1.0f / std::sqrt(static_cast<float>(what.d));
}

/// Every row of logits becomes its weights in place.
void softmaxRows(std::span<float> logits, std::size_t columns) {
  for (std::size_t from = 0; from < logits.size(); from += columns) {
    const auto row = logits.subspan(from, columns);
    kernels::softmax(row, row);
  }
}

/// The engine's plain kernels, one after the other: what attend() does when it shows every number.
Contender threePasses() {
  const auto scores = std::make_shared<std::vector<float>>();
  return {"three passes",
          [scores](const Case& what, const Input& input, std::vector<float>& context) {
            const auto [tokens, d, self, peaky] = what;
            scores->resize(tokens * tokens);
            kernels::allDots(input.q, input.k, d, *scores);
            kernels::divide(*scores, std::sqrt(static_cast<float>(d)), *scores);
            softmaxRows(*scores, tokens);
            std::fill(context.begin(), context.end(), 0.0f);
            for (std::size_t i = 0; i < tokens; ++i) {
              kernels::addWeighted(std::span(*scores).subspan(i * tokens, tokens), input.v,
                                   std::span(context).subspan(i * d, d));
            }
          }};
}

#ifdef BENCH_HAS_FUSED
/// The engine's fused kernel: the one for X alone where there is nothing else, and where that one
/// will not have an input, as attend() does, the one for all.
Contender fused() {
  const auto memory = std::make_shared<std::vector<float>>();
  const auto borrow = [memory](std::size_t floats) -> std::span<float> {
    if (memory->size() < floats) memory->resize(floats);
    return std::span(*memory).first(floats);
  };
  return {
      "ours", [borrow](const Case& what, const Input& input, std::vector<float>& context) {
        const auto [tokens, d, self, peaky] = what;
        const float scale = scaleOf(what);
        if (self && kernels::fusedSelfAttention(
                        input.q, d, scale, borrow(kernels::fusedSelfMemory(tokens, d)), context))
          return;
        const kernels::Fused in{
            .q = input.q, .k = input.k, .v = input.v, .dk = d, .dv = d, .scale = scale};
        if (!kernels::fusedAttention(in, borrow(kernels::fusedMemory(in)), context))
          std::fill(context.begin(), context.end(), NAN);
      }};
}
#endif

/// Two products of a library's and softmax between them, `block` queries at a time; 0: all at once.
Contender twoProducts(const Library& library, std::size_t block) {
  const auto scores = std::make_shared<std::vector<float>>();
  const auto attend = [scores, block, product = library.product](
                          const Case& what, const Input& input, std::vector<float>& context) {
    const auto [tokens, d, self, peaky] = what;
    const std::size_t step = block ? std::min(block, tokens) : tokens;
    scores->resize(step * tokens);
    const auto [columns, depth] = std::pair(static_cast<int>(tokens), static_cast<int>(d));
    for (std::size_t i = 0; i < tokens; i += step) {
      const int rows = static_cast<int>(std::min(step, tokens - i));
      product(rows, columns, depth, scaleOf(what), &input.q[i * d], input.k.data(), true,
              scores->data());
      softmaxRows(std::span(*scores).first(static_cast<std::size_t>(rows) * tokens), tokens);
      product(rows, depth, columns, 1.0f, scores->data(), input.v.data(), false, &context[i * d]);
    }
  };
  return {library.name + (block ? " in blocks" : ""), attend};
}

}  // namespace

std::vector<Contender> contenders(const std::vector<Library>& libraries) {
  std::vector<Contender> all;
#ifdef BENCH_HAS_FUSED
  all.push_back(fused());
#endif
  all.push_back(threePasses());
  for (const Library& library : libraries) {
    all.push_back(twoProducts(library, 0));
    all.push_back(twoProducts(library, 128));
  }
  return all;
}

}  // namespace attention::bench
