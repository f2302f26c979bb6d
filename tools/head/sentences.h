/// The sentences from which a head learns; sentences.txt tells how they are written.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "engine/error.h"

namespace attention::head {

/// What a sentence is for.
enum class Part {
  kTraining,
  kContexts,  ///< held out: an ambiguous word of the training sentences, in a context of its own
  kWords,     ///< held out: an ambiguous word that no training sentence has
};

inline constexpr std::array kParts{Part::kTraining, Part::kContexts, Part::kWords};

/// "training", "contexts", "words".
std::string_view name(Part part);

struct Sentence {
  std::vector<std::string> words;
  std::size_t ambiguous = 0;  ///< which of the words is ambiguous, from 0
  std::size_t settling = 0;   ///< which of them settles it
  Part part = Part::kTraining;
};

/// Held out are the last sentence of every sense and every fourth ambiguous word. Refuses, with the
/// number of the line, what is not written as agreed (`shape`).
Result<std::vector<Sentence>> readSentences(std::string_view text);

/// "the bank of river" and "the bank approved loan".
std::vector<Sentence> lessonSentences();

}  // namespace attention::head
