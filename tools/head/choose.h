/// How the recipe's rank and decay were chosen: by what the training sentences alone say.
#pragma once

#include <vector>

#include "tools/head/head.h"

namespace attention::head {

/// The mean of −ln α of the settling word, over training sentences that were left out of training.
struct LeftOut {
  double selfIncluded = 0.0;
  double selfExcluded = 0.0;
};

struct Validation {
  LeftOut words;     ///< two ambiguous words left out at a time
  LeftOut contexts;  ///< every fourth sentence left out at a time

  double total() const {
    return words.selfIncluded + words.selfExcluded + contexts.selfIncluded + contexts.selfExcluded;
  }
};

/// Trains six and four times. The held-out sentences take no part.
Validation crossValidate(const std::vector<Example>& examples, const Recipe& recipe);

}  // namespace attention::head
