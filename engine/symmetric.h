/// Eigenvectors of small symmetric matrices.
#pragma once

#include <cstddef>
#include <vector>

namespace attention {

/// An eigenvalue and its vector of length 1.
struct Eigen {
  double value;
  std::vector<double> vector;
};

/// Made tridiagonal by reflections, then diagonal by the QR algorithm with implicit shifts.
/// (Golub and Van Loan, Matrix Computations, 8.3.) matrix: [n, n] symmetric, row-major, n ≥ 1.
/// Only + − × ÷ and √ are used, so the result has the same bits on every machine.
/// Returns the n eigenvectors, at right angles to one another, in no order.
std::vector<Eigen> eigen(std::vector<double> matrix, std::size_t n);

}  // namespace attention
