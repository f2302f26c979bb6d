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

/// By Jacobi's rotations: each zeroes one pair of off-diagonal entries, until none is left.
/// (Golub and Van Loan, Matrix Computations, 8.5.) matrix: [n, n] symmetric, row-major.
/// Only + − × ÷ and √ are used, so the result has the same bits on every machine.
/// Returns the n eigenvectors, at right angles to one another, in no order.
std::vector<Eigen> eigen(std::vector<double> matrix, std::size_t n);

}  // namespace attention
