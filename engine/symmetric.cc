#include "engine/symmetric.h"

#include <cmath>
#include <numeric>

namespace attention {
namespace {

/// The tangent of the angle that zeroes a_pq: the smaller root of t² + 2τt − 1 = 0.
double tangent(double app, double aqq, double apq) {
  const double tau = (aqq - app) / (2.0 * apq);
  const double root = std::abs(tau) + std::sqrt(1.0 + tau * tau);
  return tau < 0.0 ? -1.0 / root : 1.0 / root;
}

}  // namespace

std::vector<Eigen> eigen(std::vector<double> a, std::size_t n) {
  // Row k of v becomes the k-th eigenvector.
  std::vector<double> v(n * n, 0.0);
  for (std::size_t k = 0; k < n; ++k) v[k * n + k] = 1.0;

  const double norm = std::sqrt(std::inner_product(a.begin(), a.end(), a.begin(), 0.0));
  const double negligible = norm * 1e-17;
  bool rotated = true;
  // Convergence is quadratic after a few sweeps; the limit only guards against a mistake.
  for (int sweep = 0; rotated && sweep < 64; ++sweep) {
    rotated = false;
    for (std::size_t p = 0; p + 1 < n; ++p) {
      for (std::size_t q = p + 1; q < n; ++q) {
        const double apq = a[p * n + q];
        if (std::abs(apq) <= negligible) continue;
        rotated = true;
        const double t = tangent(a[p * n + p], a[q * n + q], apq);
        const double c = 1.0 / std::sqrt(1.0 + t * t);
        const double s = t * c;
        const auto rotate = [c, s](double& x, double& y) {
          const double old = x;
          x = c * old - s * y;
          y = s * old + c * y;
        };
        for (std::size_t m = 0; m < n; ++m) rotate(a[p * n + m], a[q * n + m]);
        for (std::size_t m = 0; m < n; ++m) rotate(a[m * n + p], a[m * n + q]);
        for (std::size_t m = 0; m < n; ++m) rotate(v[p * n + m], v[q * n + m]);
        a[p * n + q] = a[q * n + p] = 0.0;
      }
    }
  }

  std::vector<Eigen> result;
  for (std::size_t k = 0; k < n; ++k) {
    const double* row = &v[k * n];
    result.push_back({a[k * n + k], {row, row + n}});
  }
  return result;
}

}  // namespace attention
