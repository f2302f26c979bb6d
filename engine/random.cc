#include "engine/random.h"

#include <cmath>
#include <numbers>

namespace attention {
namespace {

class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  /// Uniform in [−1, 1), all 2⁵³ steps equally likely.
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-52 - 1.0; }

 private:
  std::uint64_t state_;
};

/// ln x for positive normal x, within a few ulp: x = 2^e m, and ln m = 2 artanh((m − 1)/(m + 1))
/// = 2 (t + t³/3 + t⁵/5 + …), where |t| < 0.172 makes twelve terms enough.
double logarithm(double x) {
  int e = 0;
  double m = std::frexp(x, &e);
  if (m < 0.5 * std::numbers::sqrt2) {
    m *= 2.0;
    --e;
  }
  const double t = (m - 1.0) / (m + 1.0);
  const double tt = t * t;
  double series = 0.0;
  for (int k = 23; k >= 1; k -= 2) series = series * tt + 1.0 / k;
  return 2.0 * t * series + e * std::numbers::ln2;
}

}  // namespace

Result<Matrix> normal(std::size_t rows, std::size_t cols, std::uint64_t seed) {
  if (rows == 0) return error(ErrorCode::kShape, "rows: must be at least 1");
  if (cols == 0) return error(ErrorCode::kShape, "cols: must be at least 1");
  if (Check size = checkSize("rows", rows, cols); !size) return size.error();
  if (seed > kMaxSeed) return error(ErrorCode::kRange, "seed: must be below 2⁵³");

  Matrix result(rows, cols);
  SplitMix64 random(seed);
  // A point drawn evenly from the unit disc gives two independent normal numbers.
  for (std::size_t p = 0; p < result.data.size(); p += 2) {
    double u = 0.0;
    double v = 0.0;
    double s = 0.0;
    do {
      u = random.uniform();
      v = random.uniform();
      s = u * u + v * v;
    } while (s >= 1.0 || s == 0.0);
    const double stretch = std::sqrt(-2.0 * logarithm(s) / s);
    result.data[p] = static_cast<float>(u * stretch);
    if (p + 1 < result.data.size()) result.data[p + 1] = static_cast<float>(v * stretch);
  }
  return result;
}

}  // namespace attention
