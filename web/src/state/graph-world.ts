/**
 * A head on a graph of tokens, and facts about that graph (`examine`). Beside all that the head's own world has:
 * - `edges`, how many the graph has, loops included;
 * - `hops[i,j]`, the least number of rounds after which token i has something of token j, ∞ for never;
 * - `reached[i,l]`, of how many tokens i has something after l rounds.
 */
import type { Engine, GraphFacts } from "@engine";
import { complete, givenGraph, withoutLater } from "./given-graph";
import { HeadWorld, type Adjacency } from "./head-world";
import type { Head } from "./heads";
import type { Sequence } from "./presets";
import { parseName, type Explanation, type World } from "./quantities";
import type { View } from "./view";

export type GraphSetting = Pick<View, "graph" | "causal" | "edited" | "headScale">;

/** A head under which all scores are 0: every token looks at all its neighbours alike. */
const indifferent = ({ wv }: Head): Head => {
  const nothing = wv.map(() => [0]);
  return { wq: nothing, wk: nothing, wv };
};

export class GraphWorld implements World {
  readonly adjacency: Adjacency;
  readonly head: HeadWorld;
  #facts?: GraphFacts;

  constructor(
    readonly engine: Engine,
    sequence: Sequence,
    head: Head,
    { graph, causal, edited, headScale }: GraphSetting,
    readonly id: string,
  ) {
    const size = sequence.tokens.length;
    const all = graph === "complete" ? complete(size) : givenGraph(size, edited);
    this.adjacency = causal ? withoutLater(all) : all;
    const whole = causal ? "causal" : "none";
    this.head = new HeadWorld(
      engine,
      sequence,
      graph === "even" ? indifferent(head) : head,
      {
        scale: graph === "even" ? "none" : headScale,
        mask: graph === "complete" ? whole : this.adjacency,
      },
      id,
    );
  }

  get facts(): GraphFacts {
    return (this.#facts ??= this.engine.examine(this.adjacency));
  }

  read(name: string): number | undefined {
    const { letter, at } = parseName(name);
    const [i = 0, j = 0] = at.map(Number);
    const { edges, hops, reached } = this.facts;
    switch (letter) {
      case "edges":
        return edges;
      case "hops":
        return hops.data[(i - 1) * hops.cols + j - 1];
      case "reached":
        // After more rounds than there are others, nothing is new.
        return reached.data[(i - 1) * reached.cols + Math.min(j, reached.cols - 1)];
      default:
        return this.head.read(name);
    }
  }

  explain(name: string): Explanation | undefined {
    const { letter, at } = parseName(name);
    const [i, j] = at.map(Number) as [number, number];
    const token = (index: number) => `“${this.head.sequence.tokens[index - 1]}”`;
    switch (letter) {
      case "edges":
        return this.#answer("how many edges the graph has, loops included", ["print(keep.sum())"]);
      case "hops":
        return this.#answer(
          i === j
            ? `0, for ${token(i)} has its own vector before the first round`
            : `the least number of rounds after which ${token(i)} has something of ${token(j)}: the length of a shortest path of edges; ∞ if there is none`,
          [
            ...ROUNDS,
            `print(next((l for l in range(len(keep)) if has(l)[${i - 1}, ${j - 1}]), np.inf))`,
          ],
        );
      case "reached":
        return this.#answer(
          `of how many tokens, itself included, ${token(i)} has something after so many rounds`,
          [...ROUNDS, `print(has(${j})[${i - 1}].sum())`],
        );
      default:
        return this.head.explain(name);
    }
  }

  #answer(meaning: string, program: readonly string[]): Explanation {
    const rows = this.adjacency.map((row) => `[${row.map(Number).join(", ")}]`);
    const python = [
      "import numpy as np",
      "",
      `keep = np.array([${rows.join(",\n                 ")}])  # who looks at whom`,
      ...program,
      "",
    ].join("\n");
    return { meaning, lines: [], python };
  }
}

/** After each round a token has what it had, and what those had that it looks at. */
const ROUNDS = [
  "",
  "def has(rounds):",
  "    now = np.eye(len(keep), dtype=int)",
  "    for _ in range(rounds):",
  "        now = np.minimum(now + keep @ now, 1)",
  "    return now",
  "",
];
