/** What a drawing shows of a large matrix of weights: the tokens that are looked at most, and the heaviest edges among them. */
import type { HeadWorld } from "./head-world";

interface Pair {
  readonly i: number;
  readonly j: number;
}

export interface Heaviest {
  /** The tokens, zero-based, in their order. */
  readonly tokens: readonly number[];
  /** Their weights. */
  readonly weights: { readonly rows: number; readonly cols: number; readonly data: Float32Array };
  /** Whether an edge between two of them, by their places among `tokens`, is among the heaviest. */
  readonly shows: (at: Pair) => boolean;
  readonly hidden: { readonly tokens: number; readonly edges: number };
}

const byWeight = (weight: (at: number) => number) => (a: number, b: number) =>
  (weight(b) || 0) - (weight(a) || 0) || a - b;

/** At most `most` tokens, the selected pair among them. If that is not all, at most `mostEdges` edges as well. */
export function heaviest(
  world: HeadWorld,
  selected: Pair,
  most: number,
  mostEdges: number,
): Heaviest {
  const { cols, data } = world.attention.weights;
  const all = [...Array(world.size).keys()];
  const { columnSums } = world.summary;
  const kept = [
    ...new Set([selected.i, selected.j, ...[...all].sort(byWeight((k) => columnSums[k]!))]),
  ];
  const tokens = kept.slice(0, most).sort((a, b) => a - b);
  const picked = Float32Array.from(tokens.flatMap((i) => tokens.map((j) => data[i * cols + j]!)));
  const count = tokens.length;
  const present = [...picked.keys()].filter((at) =>
    world.allowed(tokens[Math.floor(at / count)]!, tokens[at % count]!),
  );
  const chosen = tokens.indexOf(selected.i) * count + tokens.indexOf(selected.j);
  const drawn = new Set(
    count < all.length
      ? [...present].sort(byWeight((at) => picked[at]!)).slice(0, mostEdges)
      : present,
  );
  if (present.includes(chosen)) drawn.add(chosen);
  const edges = all.reduce(
    (sum, i) => sum + all.filter((j) => world.allowed(i, j)).length,
    -drawn.size,
  );
  return {
    tokens,
    weights: { rows: count, cols: count, data: picked },
    shows: ({ i, j }) => drawn.has(i * count + j),
    hidden: { tokens: all.length - count, edges },
  };
}
