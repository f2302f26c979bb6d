/// Attention as it is first written down, with all T S scores in memory: what the scale laboratory
/// holds the fused kernels against. Finite input without masks of booleans; causal or not.
#pragma once

#include <cstddef>

#include "engine/kernels/fused.h"
#include "engine/kernels/spin.h"

namespace attention {

/// How many floats either borrows: the scores, [T, S].
std::size_t scoresMemory(const kernels::Fused& in);

/// Three plain loops after another, a number at a time.
void attentionByLoops(const kernels::Fused& in, kernels::Out memory, kernels::Out context);

/// Three passes with vectors: all scores, softmax row by row, context.
void attentionByPasses(const kernels::Fused& in, kernels::Out memory, kernels::Out context);

}  // namespace attention
