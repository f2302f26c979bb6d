#include "engine/summary.h"

#include <cmath>

namespace attention {

Result<WeightSummary> summarise(const Matrix& weights) {
  if (Check check = checkMatrix("weights", weights); !check) return check.error();
  WeightSummary result{};
  std::vector<double> columnSums(weights.cols, 0.0);
  for (std::size_t i = 0; i < weights.rows; ++i) {
    double sum = 0.0;
    double entropy = 0.0;
    bool zeros = true;
    for (std::size_t j = 0; j < weights.cols; ++j) {
      const double weight = weights.row(i)[j];
      sum += weight;
      columnSums[j] += weight;
      if (weight == 0.0) continue;
      zeros = false;
      entropy -= weight * std::log2(weight);
    }
    result.rowSums.push_back(static_cast<float>(sum));
    result.entropy.push_back(static_cast<float>(entropy));
    result.perplexity.push_back(zeros ? 0.0f : static_cast<float>(std::exp2(entropy)));
    result.total += sum;
  }
  result.columnSums.assign(columnSums.begin(), columnSums.end());
  return result;
}

}  // namespace attention
