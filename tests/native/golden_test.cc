// Whole results against those of another implementation: tests/golden says how they were made.
#include <map>
#include <string>

#include "engine/attention.h"
#include "tests/native/golden.h"
#include "tests/native/support.h"
#include "tests/native/targets.h"

namespace attention {
namespace {

struct Expected {
  std::vector<double> values, bounds;
};

struct Golden {
  std::string name;
  AttendOptions options;
  std::vector<std::string> rowFlags;
  std::map<std::string, Expected> results;
};

Mask maskOf(const Line& line) {
  if (line[1] == "causal") return {.causal = true};
  const Matrix matrix = matrixOf(line, 1);
  return {
      .rows = matrix.rows, .cols = matrix.cols, .data = {matrix.data.begin(), matrix.data.end()}};
}

std::vector<Golden> readCases() {
  const std::map<std::string, std::optional<Matrix> AttendOptions::*> matrices{
      {"x", &AttendOptions::x},   {"q", &AttendOptions::q},   {"k", &AttendOptions::k},
      {"v", &AttendOptions::v},   {"wq", &AttendOptions::wq}, {"wk", &AttendOptions::wk},
      {"wv", &AttendOptions::wv},
  };
  std::vector<Golden> cases;
  for (const Line& line : readGolden("attention.txt")) {
    const std::string& key = line[0];
    if (key == "case") {
      cases.emplace_back();
      for (const std::string& word : line) cases.back().name += " " + word;
      continue;
    }
    Golden& current = cases.back();
    AttendOptions& options = current.options;
    if (key == "scale") {
      if (line[1] == "sqrt")
        options.scale.kind = Scale::Kind::kSqrt;
      else if (line[1] != "none")
        options.scale = {Scale::Kind::kNumber, numberOf(line[1])};
    } else if (key == "temperature") {
      options.temperature = numberOf(line[1]);
    } else if (key == "normalise") {
      options.normalise = line[1] == "column"   ? Normalise::kColumn
                          : line[1] == "matrix" ? Normalise::kMatrix
                                                : Normalise::kRow;
    } else if (key == "mask") {
      options.masks.push_back(maskOf(line));
    } else if (key == "rowFlags") {
      current.rowFlags.assign(line.begin() + 1, line.end());
    } else if (const auto matrix = matrices.find(key); matrix != matrices.end()) {
      options.*matrix->second = matrixOf(line, 1);
    } else if (key == "within") {
      current.results[line[1]].bounds = numbersOf(line, 4);
    } else {
      current.results[key].values = numbersOf(line, 3);
    }
  }
  return cases;
}

std::string_view word(RowFlag flag) {
  switch (flag) {
    case RowFlag::kOk:
      return "ok";
    case RowFlag::kUnderflow:
      return "underflow";
    case RowFlag::kEmpty:
      return "empty";
    case RowFlag::kPoisoned:
      return "poisoned";
  }
  return "?";
}

void check(const std::string& name, const Matrix& actual, const Expected& expected) {
  REQUIRE(expected.values.size() == actual.data.size());
  REQUIRE(expected.bounds.size() == actual.data.size());
  for (std::size_t p = 0; p < actual.data.size(); ++p) {
    INFO(name << ", row " << p / actual.cols + 1 << ", column " << p % actual.cols + 1 << ": "
              << actual.data[p] << " for " << expected.values[p]);
    CHECK(close(actual.data[p], expected.values[p], expected.bounds[p]));
  }
}

}  // namespace

TEST_CASE("attend agrees with the golden cases", "[attention][golden]") {
  const std::vector<Golden> cases = readCases();
  REQUIRE(cases.size() >= 20);
  onEveryTarget([&] {
    for (const Golden& golden : cases) {
      INFO(golden.name);
      const Result<Attention> actual = attend(golden.options);
      REQUIRE(actual.ok());
      check("scores", actual->scores, golden.results.at("scores"));
      check("scaled", actual->scaled, golden.results.at("scaled"));
      check("logits", actual->logits, golden.results.at("logits"));
      check("weights", actual->weights, golden.results.at("weights"));
      check("context", actual->context, golden.results.at("context"));
      std::vector<std::string> flags;
      for (const RowFlag flag : actual->rowFlags) flags.emplace_back(word(flag));
      CHECK(flags == golden.rowFlags);
    }
  });
}

}  // namespace attention
