/// The vectors of some words, in the format of the page's word table (web/src/input/words.ts).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/matrix.h"

namespace attention::head {

struct WordTable {
  std::vector<std::string> words;
  Matrix vectors;  ///< [words, d]

  /// The vectors of these words, [T, d]; a word that is not there is refused (`range`).
  Result<Matrix> lookUp(const std::vector<std::string>& sentence) const;
};

/// Refuses bytes that are not one whole table (`shape`).
Result<WordTable> readWordTable(std::string_view bytes);

}  // namespace attention::head
