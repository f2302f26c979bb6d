/// What training came to, for the page and for readers of the repository.
#pragma once

#include <string>
#include <vector>

#include "tools/head/head.h"

namespace attention::head {

struct Trained {
  Recipe recipe;
  Quantised wq, wk;
};

/// Trains on the training part, and keeps what the page will get.
Trained trainAndQuantise(const std::vector<Example>& examples, const Recipe& recipe);

/// The file that the page reads: W_Q, W_K, and how often the head hits.
std::string pageFile(const std::vector<Example>& examples, const Trained& trained);

/// The same figures as prose and tables in Markdown, with every held-out sentence, and the weights
/// of `lesson`, the lesson's own sentences.
std::string reportFile(const std::vector<Example>& examples, const std::vector<Example>& lesson,
                       const Trained& trained);

}  // namespace attention::head
