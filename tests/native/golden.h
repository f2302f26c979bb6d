/// Reading the files of tests/golden: lines of words, the first being the line's name.
#pragma once

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "engine/matrix.h"

namespace attention {

using Line = std::vector<std::string>;

inline std::vector<Line> readGolden(const std::string& file) {
  std::ifstream stream(std::string(ATTENTION_GOLDEN_FOLDER "/") + file);
  std::vector<Line> lines;
  for (std::string text; std::getline(stream, text);) {
    std::istringstream words(text);
    Line line;
    for (std::string word; words >> word;) line.push_back(word);
    if (!line.empty() && line[0][0] != '#') lines.push_back(line);
  }
  return lines;
}

/// NaN, Infinity and -Infinity are what strtod calls them, too.
inline double numberOf(const std::string& word) {
  return std::strtod(word.c_str(), nullptr);
}

/// The numbers from word `first` on.
inline std::vector<double> numbersOf(const Line& line, std::size_t first) {
  std::vector<double> numbers;
  for (std::size_t i = first; i < line.size(); ++i) numbers.push_back(numberOf(line[i]));
  return numbers;
}

/// The matrix that starts at word `first` with its numbers of rows and columns.
inline Matrix matrixOf(const Line& line, std::size_t first) {
  const std::vector<double> numbers = numbersOf(line, first + 2);
  return Matrix(std::stoul(line[first]), std::stoul(line[first + 1]),
                std::vector<float>(numbers.begin(), numbers.end()));
}

}  // namespace attention
