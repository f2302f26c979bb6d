/// What is attended to, and what comes out of it in doubles with the error that floats may make.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace attention::bench {

struct Case {
  std::size_t tokens;
  std::size_t d;
  bool self;   ///< Q = K = V = X
  bool peaky;  ///< one weight of a row takes all, and most of the others are denormal or nearly
};

/// "T:64/d:64/qkv/mild"
std::string nameOf(const Case& what);

/// Three matrices [T, d]; of a self case all the same.
struct Input {
  std::vector<float> q;
  std::vector<float> k;
  std::vector<float> v;
};

/// Normal entries, the same every time; of the same sizes as bench/page/inputs.js has.
Input makeInput(const Case& what);

/// The context in doubles, and for each row how far floats may be from it.
struct Truth {
  std::vector<double> context;
  std::vector<double> bounds;
};

/// softmax(Q Kᵀ / √d) V; bench/page/inputs.js derives the bounds.
Truth truthOf(const Case& what, const Input& input);

/// The largest error of a context as a share of its bound; infinite where a number is not finite.
double worstError(const std::vector<float>& context, const Truth& truth);

}  // namespace attention::bench
