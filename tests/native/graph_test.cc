#include "engine/graph.h"

#include <algorithm>

#include "tests/native/support.h"

namespace attention {
namespace {

using Nodes = std::vector<std::size_t>;

Mask graphOf(std::initializer_list<std::initializer_list<int>> rows) {
  Mask adjacency;
  adjacency.rows = rows.size();
  for (const auto& row : rows) {
    adjacency.cols = row.size();
    for (const int edge : row) adjacency.data.push_back(edge != 0);
  }
  return adjacency;
}

/// The higher the threshold, the fewer edges.
Mask randomGraph(std::size_t size, std::uint64_t seed, float threshold) {
  Mask adjacency{.rows = size, .cols = size};
  const auto values = normal(size, size, seed);
  for (const float value : (*values).data) adjacency.data.push_back(value > threshold);
  return adjacency;
}

/// What each node has something of, round by round, by the definition alone: everyone keeps what
/// it has and takes in what those have that it looks at.
std::vector<std::vector<bool>> afterRounds(const Mask& adjacency, std::size_t rounds) {
  const std::size_t size = adjacency.rows;
  std::vector<std::vector<bool>> has(size, std::vector<bool>(size, false));
  for (std::size_t i = 0; i < size; ++i) has[i][i] = true;
  for (std::size_t round = 0; round < rounds; ++round) {
    auto now = has;
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t k = 0; k < size; ++k) {
        if (!adjacency.data[i * size + k]) continue;
        for (std::size_t j = 0; j < size; ++j) now[i][j] = now[i][j] || has[k][j];
      }
    }
    has = now;
  }
  return has;
}

/// Whether every node comes after all that it looks at, loops aside.
bool isOrder(const Mask& adjacency, const Nodes& order) {
  for (std::size_t a = 0; a < order.size(); ++a) {
    for (std::size_t b = a + 1; b < order.size(); ++b) {
      if (adjacency.data[order[a] * adjacency.rows + order[b]]) return false;
    }
  }
  return true;
}

bool isCycle(const Mask& adjacency, const Nodes& cycle) {
  for (std::size_t at = 0; at < cycle.size(); ++at) {
    const std::size_t next = cycle[(at + 1) % cycle.size()];
    if (cycle[at] == next || !adjacency.data[cycle[at] * adjacency.rows + next]) return false;
  }
  return cycle.size() >= 2;
}

}  // namespace

TEST_CASE("The complete graph reaches everything at once and has no order", "[graph]") {
  const GraphFacts facts = *examine(graphOf({{1, 1, 1}, {1, 1, 1}, {1, 1, 1}}));
  CHECK(facts.edges == 9);
  CHECK(facts.loops == 3);
  checkMatrix(facts.hops, {{0, 1, 1}, {1, 0, 1}, {1, 1, 0}}, 0);
  checkMatrix(facts.reached, {{1, 3, 3}, {1, 3, 3}, {1, 3, 3}}, 0);
  CHECK(facts.order.empty());
  CHECK(facts.cycle == Nodes{0, 1});
}

TEST_CASE("The causal graph is acyclic but for its loops", "[graph]") {
  const GraphFacts facts = *examine(graphOf({{1, 0, 0}, {1, 1, 0}, {1, 1, 1}}));
  CHECK(facts.edges == 6);
  checkMatrix(facts.hops, {{0, kInf, kInf}, {1, 0, kInf}, {1, 1, 0}}, 0);
  checkMatrix(facts.reached, {{1, 1, 1}, {1, 2, 2}, {1, 3, 3}}, 0);
  CHECK(facts.order == Nodes{0, 1, 2});
  CHECK(facts.cycle.empty());
}

TEST_CASE("Along a chain news goes a node a round", "[graph]") {
  const GraphFacts facts =
      *examine(graphOf({{0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}, {0, 0, 0, 0}}));
  CHECK(facts.edges == 3);
  CHECK(facts.loops == 0);
  CHECK(facts.hops.row(0)[3] == 3);
  CHECK(facts.hops.row(3)[0] == kInf);
  checkMatrix(facts.reached, {{1, 2, 3, 4}, {1, 2, 3, 3}, {1, 2, 2, 2}, {1, 1, 1, 1}}, 0);
  CHECK(facts.order == Nodes{3, 2, 1, 0});
}

TEST_CASE("The shortest of the cycles is shown", "[graph]") {
  const GraphFacts facts = *examine(graphOf(
      {{0, 1, 0, 0, 0}, {0, 0, 1, 0, 0}, {0, 0, 0, 1, 0}, {1, 0, 0, 0, 1}, {0, 0, 1, 0, 0}}));
  CHECK(facts.order.empty());
  CHECK(facts.cycle == Nodes{2, 3, 4});
}

TEST_CASE("One node, with and without a loop", "[graph]") {
  for (const int loop : {0, 1}) {
    const GraphFacts facts = *examine(graphOf({{loop}}));
    CHECK(facts.edges == static_cast<std::size_t>(loop));
    checkMatrix(facts.hops, {{0}}, 0);
    checkMatrix(facts.reached, {{1}}, 0);
    CHECK(facts.order == Nodes{0});
    CHECK(facts.cycle.empty());
  }
}

TEST_CASE("Facts about random graphs hold by the definitions", "[graph]") {
  int acyclic = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const std::size_t size = 1 + seed % 9;
    const Mask adjacency = randomGraph(size, seed, seed % 2 ? 1.4f : 0.6f);
    const GraphFacts facts = *examine(adjacency);
    for (std::size_t rounds = 0; rounds < size; ++rounds) {
      const auto has = afterRounds(adjacency, rounds);
      for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = 0; j < size; ++j) {
          CHECK((facts.hops.row(i)[j] <= static_cast<float>(rounds)) == has[i][j]);
        }
        CHECK(facts.reached.row(i)[rounds] == static_cast<float>(std::ranges::count(has[i], true)));
      }
    }
    if (facts.cycle.empty()) {
      ++acyclic;
      REQUIRE(facts.order.size() == size);
      CHECK(isOrder(adjacency, facts.order));
    } else {
      CHECK(facts.order.empty());
      CHECK(isCycle(adjacency, facts.cycle));
    }
  }
  CHECK(acyclic > 10);
  CHECK(acyclic < 50);
}

TEST_CASE("examine refuses what is no graph, or too large", "[graph]") {
  checkRefused(examine({}), ErrorCode::kShape, "adjacency: has no rows");
  checkRefused(examine(graphOf({{1, 0, 1}, {1, 1, 1}})), ErrorCode::kShape,
               "adjacency: is 2 × 3, but a graph has a row and a column for each node");
  checkRefused(examine({.rows = 513, .cols = 513, .data = Allowed(513 * 513)}), ErrorCode::kRange,
               "adjacency: has 513 nodes, and at most 512 are examined");
}

}  // namespace attention
