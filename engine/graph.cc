#include "engine/graph.h"

#include <algorithm>
#include <limits>
#include <span>

namespace attention {
namespace {

constexpr float kNever = std::numeric_limits<float>::infinity();

using Nodes = std::vector<std::size_t>;

/// Whom each node looks at, itself left out.
std::vector<Nodes> neighboursOf(const Mask& adjacency) {
  const std::size_t size = adjacency.rows;
  std::vector<Nodes> neighbours(size);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      if (i != j && adjacency.data[i * size + j]) neighbours[i].push_back(j);
    }
  }
  return neighbours;
}

/// Breadth first: the lengths of the shortest paths from one node to all.
void measure(const std::vector<Nodes>& neighbours, std::size_t from, std::span<float> hops) {
  std::fill(hops.begin(), hops.end(), kNever);
  hops[from] = 0.0f;
  Nodes queue{from};
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const std::size_t i = queue[next];
    for (const std::size_t j : neighbours[i]) {
      if (hops[j] != kNever) continue;
      hops[j] = hops[i] + 1.0f;
      queue.push_back(j);
    }
  }
}

Nodes orderOf(const std::vector<Nodes>& neighbours) {
  const std::size_t size = neighbours.size();
  Nodes waitsFor(size);
  std::vector<Nodes> askedBy(size);
  for (std::size_t i = 0; i < size; ++i) {
    waitsFor[i] = neighbours[i].size();
    for (const std::size_t j : neighbours[i]) askedBy[j].push_back(i);
  }
  Nodes order;
  std::vector<bool> placed(size, false);
  while (order.size() < size) {
    std::size_t next = 0;
    while (next < size && (placed[next] || waitsFor[next] > 0)) ++next;
    if (next == size) return {};
    placed[next] = true;
    order.push_back(next);
    for (const std::size_t i : askedBy[next]) --waitsFor[i];
  }
  return order;
}

/// The first of the shortest cycles. An edge i → j closes one with the shortest path from j to i.
Nodes cycleOf(const std::vector<Nodes>& neighbours, const Matrix& hops) {
  float best = kNever;
  std::size_t from = 0;
  std::size_t to = 0;
  for (std::size_t i = 0; i < neighbours.size(); ++i) {
    for (const std::size_t j : neighbours[i]) {
      if (hops.row(j)[i] >= best) continue;
      best = hops.row(j)[i];
      from = i;
      to = j;
    }
  }
  if (best == kNever) return {};
  Nodes cycle{from};
  while (to != from) {
    cycle.push_back(to);
    const float left = hops.row(to)[from];
    for (const std::size_t next : neighbours[to]) {
      if (hops.row(next)[from] + 1.0f != left) continue;
      to = next;
      break;
    }
  }
  return cycle;
}

}  // namespace

Result<GraphFacts> examine(const Mask& adjacency) {
  const std::size_t size = adjacency.rows;
  if (Check check = checkShape("adjacency", adjacency.rows, adjacency.cols, adjacency.data.size());
      !check) {
    return check.error();
  }
  if (adjacency.cols != size) {
    return error(ErrorCode::kShape, "adjacency: is ", size, " × ", adjacency.cols,
                 ", but a graph has a row and a column for each node");
  }
  if (size > kMaxNodes) {
    return error(ErrorCode::kRange, "adjacency: has ", size, " nodes, and at most ", kMaxNodes,
                 " are examined");
  }
  const std::vector<Nodes> neighbours = neighboursOf(adjacency);
  GraphFacts facts{.hops = Matrix(size, size), .reached = Matrix(size, size)};
  for (std::size_t i = 0; i < size; ++i) {
    if (adjacency.data[i * size + i]) ++facts.loops;
    facts.edges += neighbours[i].size();
    measure(neighbours, i, facts.hops.row(i));
    const std::span<float> reached = facts.reached.row(i);
    for (const float hops : facts.hops.row(i)) {
      if (hops != kNever) reached[static_cast<std::size_t>(hops)] += 1.0f;
    }
    for (std::size_t l = 1; l < size; ++l) reached[l] += reached[l - 1];
  }
  facts.edges += facts.loops;
  facts.order = orderOf(neighbours);
  if (facts.order.empty()) facts.cycle = cycleOf(neighbours, facts.hops);
  return facts;
}

}  // namespace attention
