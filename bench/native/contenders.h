/// Who is measured: the engine's kernels, and its peers with the kernels' exponential.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/native/cases.h"
#include "bench/native/product.h"

namespace attention::bench {

struct Contender {
  std::string name;
  /// Writes the context [T, d] of an input.
  std::function<void(const Case& what, const Input& input, std::vector<float>& context)> attend;
};

std::vector<Contender> contenders(const std::vector<Library>& libraries);

}  // namespace attention::bench
