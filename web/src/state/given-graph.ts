/** The graph that is given in advance: at first every token looks at itself and at its neighbours; the learner edits it. */
import type { Adjacency } from "./head-world";

interface Pair {
  readonly i: number;
  readonly j: number;
}

const nameOf = ({ i, j }: Pair) => `${i + 1}-${j + 1}`;

/** `edited`: the pairs, as the link writes them, at which it is not as at first. */
export function givenGraph(size: number, edited: readonly string[]): Adjacency {
  const changed = new Set(edited);
  const all = [...Array(size).keys()];
  return all.map((i) => all.map((j) => Math.abs(i - j) <= 1 !== changed.has(nameOf({ i, j }))));
}

/** An edge is taken away, or put in. */
export function toggled(edited: readonly string[], at: Pair): readonly string[] {
  const name = nameOf(at);
  return edited.includes(name) ? edited.filter((each) => each !== name) : [...edited, name];
}

/** What is left of a graph where nobody may look at what comes later. */
export const withoutLater = (graph: Adjacency): Adjacency =>
  graph.map((row, i) => row.map((edge, j) => edge && j <= i));

export const complete = (size: number): Adjacency =>
  Array.from({ length: size }, () => Array<boolean>(size).fill(true));
