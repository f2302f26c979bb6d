// The fast kernels alone, as plain exports: a module of a few kilobytes for the scale laboratory
// and the benchmarks. All memory is the caller's, who asks for it here; checks are the facade's
// (src/kernels.ts).
#include <emscripten/emscripten.h>

#include <cstdlib>

#include "engine/context.h"
#include "engine/passes.h"

namespace attention {
namespace {

enum class Method { kLoops, kThreePasses, kTiled };

// As JavaScript lays it out: whole numbers and pointers of 32 bits.
struct Task {
  Method method;
  const float* q;
  const float* k;
  const float* v;
  std::size_t queries, keys, dk, dv;
  float scale;
  std::uint32_t causal;
  std::size_t firstQuery;
  const std::uint8_t* allowed;  // or null: all may attend
};

kernels::Fused fusedOf(const Task& task) {
  return {.q = {task.q, task.queries * task.dk},
          .k = {task.k, task.keys * task.dk},
          .v = {task.v, task.keys * task.dv},
          .dk = task.dk,
          .dv = task.dv,
          .scale = task.scale,
          .allowed = {task.allowed, task.allowed ? task.queries * task.keys : 0},
          .causal = task.causal != 0,
          .firstQuery = task.firstQuery};
}

}  // namespace

extern "C" {

// 0 if there is no memory left.
EMSCRIPTEN_KEEPALIVE void* allocate(std::size_t bytes) {
  return std::malloc(bytes);
}

EMSCRIPTEN_KEEPALIVE void release(void* memory) {
  std::free(memory);
}

// Which of the two builds this is.
EMSCRIPTEN_KEEPALIVE std::uint32_t relaxed() {
#ifdef __wasm_relaxed_simd__
  return 1;
#else
  return 0;
#endif
}

// How many floats the task borrows.
EMSCRIPTEN_KEEPALIVE std::size_t borrows(const Task& task) {
  const kernels::Fused in = fusedOf(task);
  return task.method == Method::kTiled ? contextMemory(in) : scoresMemory(in);
}

EMSCRIPTEN_KEEPALIVE void run(const Task& task, float* memory, float* context) {
  const kernels::Fused in = fusedOf(task);
  const kernels::Out borrowed(memory, borrows(task)), out(context, task.queries * task.dv);
  switch (task.method) {
    case Method::kLoops:
      return attentionByLoops(in, borrowed, out);
    case Method::kThreePasses:
      return attentionByPasses(in, borrowed, out);
    case Method::kTiled:
      return contextOf(in, borrowed, out);
  }
}

EMSCRIPTEN_KEEPALIVE std::size_t spin(std::size_t rounds) {
  static float sink = 1.0f;
  return kernels::spin(rounds, sink);
}

}  // extern "C"

}  // namespace attention
