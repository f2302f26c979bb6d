#include "tools/head/word_table.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

#include "engine/dequantise.h"

namespace attention::head {
namespace {

constexpr std::string_view kSignature = "word-table 1 ";
constexpr float kScaleUnit = 0x1p-17f;

/// Takes what comes before the next `end` off the text; nothing if there is no `end`.
std::optional<std::string_view> takeUntil(char end, std::string_view& text) {
  const std::size_t length = text.find(end);
  if (length == std::string_view::npos) return std::nullopt;
  const std::string_view taken = text.substr(0, length);
  text.remove_prefix(length + 1);
  return taken;
}

std::size_t countIn(std::optional<std::string_view> digits) {
  std::size_t count = 0;
  if (digits) std::from_chars(digits->data(), digits->data() + digits->size(), count);
  return count;
}

}  // namespace

Result<Matrix> WordTable::lookUp(const std::vector<std::string>& sentence) const {
  Matrix x(sentence.size(), vectors.cols);
  for (std::size_t i = 0; i < sentence.size(); ++i) {
    const auto found = std::ranges::find(words, sentence[i]);
    if (found == words.end()) {
      return error(ErrorCode::kRange, "word table: has no “", sentence[i], "”");
    }
    const auto row = vectors.row(static_cast<std::size_t>(found - words.begin()));
    std::ranges::copy(row, x.row(i).begin());
  }
  return x;
}

Result<WordTable> readWordTable(std::string_view bytes) {
  if (!bytes.starts_with(kSignature)) {
    return error(ErrorCode::kShape, "word table: does not begin with “", kSignature, "”");
  }
  bytes.remove_prefix(kSignature.size());
  const std::size_t rows = countIn(takeUntil(' ', bytes));
  const std::size_t cols = countIn(takeUntil('\n', bytes));
  WordTable table;
  for (std::size_t i = 0; i < rows; ++i) {
    table.words.emplace_back(takeUntil('\n', bytes).value_or(""));
  }
  if (bytes.size() != rows * (2 + cols)) {
    return error(ErrorCode::kShape, "word table: ", rows, " rows of ", cols, " need ",
                 rows * (2 + cols), " bytes after the words, but there are ", bytes.size());
  }
  Vector scales;
  for (std::size_t i = 0; i < rows; ++i) {
    const auto low = static_cast<std::uint8_t>(bytes[2 * i]);
    const auto high = static_cast<std::uint8_t>(bytes[2 * i + 1]);
    scales.push_back(static_cast<float>(high * 256 + low) * kScaleUnit);
  }
  bytes.remove_prefix(2 * rows);
  Result<Matrix> vectors = dequantise(rows, cols, {bytes.begin(), bytes.end()}, scales);
  if (!vectors) return vectors.error();
  table.vectors = *std::move(vectors);
  return table;
}

}  // namespace attention::head
