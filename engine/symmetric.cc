#include "engine/symmetric.h"

#include <cmath>
#include <numeric>
#include <span>
#include <utility>

namespace attention {
namespace {

using Doubles = std::vector<double>;
using Row = std::span<double>;

double dot(std::span<const double> x, std::span<const double> y) {
  return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
}

/// y ← y + factor · x
void add(Row y, double factor, std::span<const double> x) {
  for (std::size_t m = 0; m < y.size(); ++m) y[m] += factor * x[m];
}

/// A tridiagonal matrix, and the rows whose combinations its eigenvectors stand for.
struct Tridiagonal {
  Doubles diagonal;  ///< n
  Doubles beside;    ///< n - 1
  Doubles rows;      ///< [n, n], orthonormal

  Row row(std::size_t k) {
    const std::size_t n = diagonal.size();
    return {&rows[k * n], n};
  }
};

/// Reflects each column in turn so that nothing is left below the entry beside the diagonal
/// (Golub and Van Loan, Matrix Computations, 8.3.1).
Tridiagonal tridiagonal(Doubles a, std::size_t n) {
  Tridiagonal result{Doubles(n), Doubles(n - 1), Doubles(n * n, 0.0)};
  for (std::size_t k = 0; k < n; ++k) result.row(k)[k] = 1.0;
  for (std::size_t k = 0; k < n; ++k) {
    result.diagonal[k] = a[k * n + k];
    if (k + 1 == n) break;
    // The matrix is symmetric: the column below the diagonal is the row beside it.
    const std::size_t first = k + 1;
    Doubles u(&a[k * n] + first, &a[k * n] + n);
    const double length = std::sqrt(dot(u, u));
    result.beside[k] = u[0] < 0.0 ? length : -length;
    u[0] -= result.beside[k];  // of the two mirrors the one that cancels nothing
    const double square = dot(u, u);
    if (square == 0.0) continue;
    const double factor = 2.0 / square;

    Doubles w;
    for (std::size_t i = first; i < n; ++i)
      w.push_back(factor * dot({&a[i * n] + first, u.size()}, u));
    add(w, -0.5 * factor * dot(w, u), u);
    for (std::size_t i = first; i < n; ++i) {
      const Row rest(&a[i * n] + first, u.size());
      add(rest, -u[i - first], w);
      add(rest, -w[i - first], u);
    }

    Doubles mirrored(n, 0.0);
    for (std::size_t i = first; i < n; ++i) add(mirrored, u[i - first], result.row(i));
    for (std::size_t i = first; i < n; ++i) add(result.row(i), -factor * u[i - first], mirrored);
  }
  return result;
}

/// Turns the plane of two rows by the angle whose cosine and sine are c and s.
void rotate(Row x, Row y, double c, double s) {
  for (std::size_t m = 0; m < x.size(); ++m) {
    const double old = x[m];
    x[m] = c * old + s * y[m];
    y[m] = c * y[m] - s * old;
  }
}

/// The eigenvalue of the last two rows' block that is nearer to its last entry: the shift with
/// which the steps converge.
double wilkinson(double before, double beside, double last) {
  const double half = (before - last) / 2.0;
  const double root = std::sqrt(half * half + beside * beside);
  return last - beside * beside / (half + (half < 0.0 ? -root : root));
}

/// One step of the implicit QR algorithm on rows p to q, which hang together (8.3.2).
void step(Tridiagonal& t, std::size_t p, std::size_t q) {
  Doubles& d = t.diagonal;
  Doubles& e = t.beside;
  double x = d[p] - wilkinson(d[q - 1], e[q - 1], d[q]);
  double z = e[p];
  for (std::size_t k = p; k < q; ++k) {
    const double length = std::sqrt(x * x + z * z);
    const double c = x / length, s = z / length;
    if (k > p) e[k - 1] = length;
    const double above = d[k], beside = e[k], below = d[k + 1];
    d[k] = c * c * above + 2.0 * c * s * beside + s * s * below;
    d[k + 1] = s * s * above - 2.0 * c * s * beside + c * c * below;
    e[k] = c * s * (below - above) + (c * c - s * s) * beside;
    rotate(t.row(k), t.row(k + 1), c, s);
    if (k + 1 == q) break;
    x = e[k];
    z = s * e[k + 1];
    e[k + 1] *= c;
  }
}

}  // namespace

std::vector<Eigen> eigen(std::vector<double> matrix, std::size_t n) {
  const double negligible = std::sqrt(dot(matrix, matrix)) * 1e-16;
  Tridiagonal t = tridiagonal(std::move(matrix), n);
  // Convergence is cubic; the limit, thirty for each value, only guards against a mistake.
  std::size_t q = n - 1;
  for (std::size_t steps = 0; q > 0 && steps < 30 * n; ++steps) {
    const auto apart = [&](std::size_t k) { return std::abs(t.beside[k]) <= negligible; };
    while (q > 0 && apart(q - 1)) --q;
    std::size_t p = q;
    while (p > 0 && !apart(p - 1)) --p;
    if (p < q) step(t, p, q);
  }

  std::vector<Eigen> result;
  for (std::size_t k = 0; k < n; ++k) {
    const Row row = t.row(k);
    result.push_back({t.diagonal[k], {row.begin(), row.end()}});
  }
  return result;
}

}  // namespace attention
