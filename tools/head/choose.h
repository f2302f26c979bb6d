/// How the recipe's rank and decay were chosen: by what the training sentences alone say.
#pragma once

#include <vector>

#include "tools/head/head.h"

namespace attention::head {

/// Hits on training sentences that were left out of training.
struct Validation {
  std::size_t sentences = 0;
  std::size_t wordsSelf = 0, words = 0;        ///< two ambiguous words left out at a time
  std::size_t contextsSelf = 0, contexts = 0;  ///< every fourth sentence left out
};

/// Trains six and four times. The held-out sentences take no part.
Validation crossValidate(const std::vector<Example>& examples, const Recipe& recipe);

}  // namespace attention::head
