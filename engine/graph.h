/// A directed graph, as attention sees one: who looks at whom, and how far news travels.
#pragma once

#include <vector>

#include "engine/error.h"
#include "engine/mask.h"
#include "engine/matrix.h"

namespace attention {

struct GraphFacts {
  std::size_t edges = 0;  ///< all of them, loops included
  std::size_t loops = 0;  ///< edges from a node to itself
  /// [T, T]: (i, j) is the least number of rounds after which i has something of j, which is the
  /// length of a shortest path from i to j: 0 for i itself, ∞ if there is none. In a round every
  /// node keeps what it has and takes in what those have that it looks at.
  Matrix hops;
  /// [T, T]: (i, l) is the number of nodes that i has something of after l rounds, itself included.
  /// Column 0 is before the first; after T − 1 nothing new can come.
  Matrix reached;
  /// The nodes (from 0) such that each comes after all that it looks at, loops aside; of those that
  /// may come next, the least comes first. Empty if there is no such order.
  std::vector<std::size_t> order;
  /// If there is none: a shortest cycle, each node looking at the next and the last at the first.
  std::vector<std::size_t> cycle;
};

/// The most nodes that are examined: all distances take T³ steps.
inline constexpr std::size_t kMaxNodes = 512;

/// adjacency: [T, T], row-major; other than 0: i looks at j. Refuses what is not square or not as
/// large as it says (`shape`), and more than kMaxNodes (`range`).
/// Order: Kahn, Topological sorting of large networks, 1962.
Result<GraphFacts> examine(const Mask& adjacency);

}  // namespace attention
