/// Eigen's matrix product behind the one function that the benchmark loads.
#include <Eigen/Core>

namespace {

#define BENCH_TEXT(x) #x
#define BENCH_TEXT_OF(x) BENCH_TEXT(x)

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

}  // namespace

/// out = factor · a · b, or factor · a · bᵀ. a: [n, k], out: [n, m], b: [k, m] or, transposed, [m,
/// k]; all row-major.
extern "C" __attribute__((visibility("default"))) void eigen_product(int n, int m, int k,
                                                                     float factor, const float* a,
                                                                     const float* b,
                                                                     bool transposed, float* out) {
  const Eigen::Map<const Matrix> left(a, n, k);
  Eigen::Map<Matrix> result(out, n, m);
  if (transposed) {
    result.noalias() = factor * (left * Eigen::Map<const Matrix>(b, m, k).transpose());
  } else {
    result.noalias() = factor * (left * Eigen::Map<const Matrix>(b, k, m));
  }
}

extern "C" __attribute__((visibility("default"))) const char* eigen_version() {
  return BENCH_TEXT_OF(EIGEN_WORLD_VERSION) "." BENCH_TEXT_OF(
      EIGEN_MAJOR_VERSION) "." BENCH_TEXT_OF(EIGEN_MINOR_VERSION);
}
