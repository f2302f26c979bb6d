#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

/// The softmax of logits: [n], in three passes: the peak, the exponentials and their sum, the shares.
std::vector<float> softmax(const std::vector<float>& logits) {
  const float peak = *std::max_element(logits.begin(), logits.end());
  std::vector<float> shares(logits.size());
  float sum = 0;
  for (std::size_t i = 0; i < logits.size(); ++i) {
    shares[i] = std::exp(logits[i] - peak);  // in [0, 1]: nothing overflows
    sum += shares[i];                        // in [1, n]: never 0
  }
  for (float& share : shares) share /= sum;
  return shares;
}

int main() {
  [[maybe_unused]] constexpr float inf = std::numeric_limits<float>::infinity();
  [[maybe_unused]] constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> logits = {LOGITS};
  for (float share : softmax(logits)) std::printf("%.9g\n", share);
}
