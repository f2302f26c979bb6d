/// The matrix products of other libraries, loaded while the benchmark runs: two of them define the
/// same names, and either may be absent.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace attention::bench {

/// out = factor · a · b or, transposed, factor · a · bᵀ; all row-major, on one thread.
/// a: [n, k], out: [n, m], b: [k, m] or [m, k].
using Product = std::function<void(int n, int m, int k, float factor, const float* a,
                                   const float* b, bool transposed, float* out)>;

struct Library {
  std::string name;     ///< "OpenBLAS", "BLIS", "Eigen"
  std::string variant;  ///< its version, and what it chose or was told to be: "0.3.21 Haswell"
  Product product;
};

/// Those that can be loaded. Eigen comes as the module for an instruction set: "sse4", "avx2",
/// "avx512".
std::vector<Library> libraries(const std::string& eigen);

}  // namespace attention::bench
