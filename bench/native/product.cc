#include "bench/native/product.h"

#include <dlfcn.h>

namespace attention::bench {
namespace {

/// CBLAS's names for row-major, as it is, and transposed.
constexpr int rowMajor = 101;
constexpr int asItIs = 111;
constexpr int transposedToo = 112;

using Sgemm = void(int order, int transposeA, int transposeB, int m, int n, int k, float alpha,
                   const float* a, int lda, const float* b, int ldb, float beta, float* c, int ldc);
using EigenProduct = void(int n, int m, int k, float factor, const float* a, const float* b,
                          bool transposed, float* out);

/// A shared library with its names kept to itself. Never unloaded: threads of its own may be about.
void* load(const std::string& path) {
  return path.empty() ? nullptr : dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
}

template <typename Function>
Function* find(void* library, const char* name) {
  return library ? reinterpret_cast<Function*>(dlsym(library, name)) : nullptr;
}

Product productOf(Sgemm* sgemm) {
  return [sgemm](int n, int m, int k, float factor, const float* a, const float* b, bool transposed,
                 float* out) {
    sgemm(rowMajor, asItIs, transposed ? transposedToo : asItIs, n, m, k, factor, a, k, b,
          transposed ? k : m, 0.0f, out, m);
  };
}

/// "OpenBLAS 0.3.21 NO_LAPACKE …" → "0.3.21"
std::string secondWord(const std::string& text) {
  const auto from = text.find(' ') + 1;
  return text.substr(from, text.find(' ', from) - from);
}

/// What a function that tells something says, and a space after it.
std::string said(const char* (*tell)(), std::string (*part)(const std::string&) = nullptr) {
  if (!tell) return "";
  const std::string text = tell();
  return (part ? part(text) : text) + " ";
}

}  // namespace

std::vector<Library> libraries(const std::string& eigen) {
  std::vector<Library> found;

  void* const openblas = load(BENCH_OPENBLAS);
  if (const auto sgemm = find<Sgemm>(openblas, "cblas_sgemm")) {
    if (const auto threads = find<void(int)>(openblas, "openblas_set_num_threads")) threads(1);
    const auto config = find<const char*()>(openblas, "openblas_get_config");
    const auto core = find<const char*()>(openblas, "openblas_get_corename");
    found.push_back({"OpenBLAS", said(config, secondWord) + said(core), productOf(sgemm)});
  }

  void* const blis = load(BENCH_BLIS);
  if (const auto sgemm = find<Sgemm>(blis, "cblas_sgemm")) {
    if (const auto start = find<void()>(blis, "bli_init")) start();
    if (const auto threads = find<void(long)>(blis, "bli_thread_set_num_threads")) threads(1);
    const auto version = find<const char*()>(blis, "bli_info_get_version_str");
    const auto id = find<int()>(blis, "bli_arch_query_id");
    const auto name = find<const char*(int)>(blis, "bli_arch_string");
    found.push_back({"BLIS", said(version) + (id && name ? name(id()) : ""), productOf(sgemm)});
  }

  void* const module = load(std::string(BENCH_FOLDER) + "/libeigen_" + eigen + ".so");
  if (const auto product = find<EigenProduct>(module, "eigen_product")) {
    const auto version = find<const char*()>(module, "eigen_version");
    found.push_back({"Eigen", said(version) + eigen, product});
  }
  return found;
}

}  // namespace attention::bench
