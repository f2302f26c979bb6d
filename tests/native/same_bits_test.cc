// The traces' bits on a fixed set of rows, as one hash. tests/wasm/same-bits.test.ts builds the
// same set through the facade; both hold their hash against tests/golden/bits.txt, so the native
// build and the page's agree to the last bit. The hashes are this test's own, from x86-64: what the
// numbers should be is for the other tests to say.
#include <bit>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "engine/online_softmax.h"
#include "engine/softmax.h"

namespace attention {
namespace {

/// FNV-1a over the bytes of doubles, low byte first; all NaN are one.
class Hash {
 public:
  void add(double value) {
    const std::uint64_t bits =
        std::isnan(value) ? 0x7ff8000000000000u : std::bit_cast<std::uint64_t>(value);
    for (int i = 0; i < 8; ++i) {
      hash_ = (hash_ ^ static_cast<std::uint32_t>(bits >> (8 * i) & 0xff)) * 0x01000193;
    }
  }
  void add(const std::vector<double>& values) {
    for (const double value : values) add(value);
  }
  void add(const SoftmaxValues& row) {
    add(row.stored);
    add(row.shift);
    add(row.shifted);
    add(row.exponentials);
    add(row.partialSums);
    add(row.sum);
    add(row.logSum);
    add(row.probabilities);
    add(row.logProbabilities);
  }
  std::uint32_t value() const { return hash_; }

 private:
  std::uint32_t hash_ = 0x811c9dc5;
};

/// Numbers in ±64 with 25 bits behind the point.
class Numbers {
 public:
  std::vector<double> take(std::size_t count) {
    std::vector<double> numbers(count);
    for (double& number : numbers) {
      state_ = state_ * 1664525 + 1013904223;
      number = static_cast<std::int32_t>(state_) * 0x1p-25;
    }
    return numbers;
  }

 private:
  std::uint32_t state_ = 20261129;
};

const std::vector<FloatFormat> kFormats{
    kFp64,  kFp32,  kFp16,   kBf16,   kFp8E5M2, kFp8E4M3, kFp8E4M3Saturating,
    {2, 1}, {3, 4}, {8, 40}, {11, 51}};

std::uint32_t softmaxHash() {
  Hash hash;
  Numbers numbers;
  for (const FloatFormat& format : kFormats) {
    for (const Shift& shift :
         {Shift{}, Shift{Shift::Kind::kNone}, Shift{Shift::Kind::kNumber, 1.7}}) {
      for (int row = 0; row < 40; ++row) {
        const SoftmaxTrace trace = *softmax(numbers.take(12), {format, shift, {}});
        hash.add(trace.values);
        hash.add(trace.shadow);
        hash.add(trace.ulpErrors);
        hash.add(trace.total);
      }
    }
  }
  return hash.value();
}

std::uint32_t onlineHash() {
  Hash hash;
  Numbers numbers;
  for (const FloatFormat& format : kFormats) {
    for (std::size_t tile = 1; tile <= 12; ++tile) {
      const std::vector<double> logits = numbers.take(12);
      const OnlineSoftmax pass =
          *onlineSoftmax(logits, {12, 2, numbers.take(24)}, {tile, format, {}});
      for (const OnlineState& state : pass.states) {
        hash.add(state.maximum);
        hash.add(state.rescale);
        hash.add(state.sum);
        hash.add(state.blend);
        hash.add(state.context);
      }
      hash.add(pass.twoPasses);
      hash.add(pass.exact);
      hash.add(pass.ulpDistances);
    }
  }
  return hash.value();
}

std::uint32_t recorded(const std::string& wanted) {
  std::ifstream golden(ATTENTION_GOLDEN_FOLDER "/bits.txt");
  std::string name;
  std::uint32_t hash = 0;
  while (golden >> name >> std::hex >> hash) {
    if (name == wanted) return hash;
  }
  FAIL("tests/golden/bits.txt has no line " << wanted);
  return 0;
}

}  // namespace

TEST_CASE("softmax traces have the bits that every build has", "[same-bits]") {
  CHECK(softmaxHash() == recorded("softmax"));
}

TEST_CASE("tiled passes have the bits that every build has", "[same-bits]") {
  CHECK(onlineHash() == recorded("online"));
}

}  // namespace attention
