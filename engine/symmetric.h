/// Eigenvectors of small symmetric matrices.
#pragma once

#include <cstddef>
#include <vector>

namespace attention {

struct Eigen {
  std::vector<double> values;                ///< descending, length n
  std::vector<std::vector<double>> vectors;  ///< vectors[k] belongs to values[k]; orthonormal
};

/// By Jacobi's rotations: each zeroes one pair of off-diagonal entries, until none is left.
/// (Golub and Van Loan, Matrix Computations, 8.5.) matrix: [n, n] symmetric, row-major.
/// Only + − × ÷ and √ are used, so the result has the same bits on every machine.
Eigen eigen(std::vector<double> matrix, std::size_t n);

}  // namespace attention
