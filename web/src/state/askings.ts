/** The queries and keys of the scaling stage: drawn by lot, a small example, and a row of a sequence. */
import type { Engine } from "@engine";
import { NORMAL_IN_PYTHON } from "./python-normal";
import { pythonMatrix, pythonVector } from "./quantities";
import { QueryWorld, type Asking, type Divisor } from "./query-world";
import type { Sequence } from "./presets";
import { rowsOf } from "./picture";

/** How many keys the random query asks. */
const DRAWN_KEYS = 6;
/** As far as the walks go. */
export const FARTHEST = 1024;
/** How many numbers the values have where a wrong root is taken from them. */
const VALUE_NUMBERS = 9;
const valuesFor = (keys: number) =>
  Array.from({ length: keys }, () => Array<number>(VALUE_NUMBERS).fill(1));

export interface Drawn {
  readonly q: readonly number[];
  readonly k: readonly (readonly number[])[];
}

/** A query and keys of `FARTHEST` standard normal numbers each. */
export function drawn(engine: Engine, seed: number): Drawn {
  if (latest?.engine !== engine || latest.seed !== seed) {
    const [q, ...k] = rowsOf(engine.normal({ rows: DRAWN_KEYS + 1, cols: FARTHEST, seed }));
    latest = { engine, seed, vectors: { q: q!, k } };
  }
  return latest.vectors;
}

/** The last draw and its last worlds are kept: several figures show them. */
let latest: { engine: Engine; seed: number; vectors: Drawn } | undefined;
const worlds = new Map<Divisor, QueryWorld>();

/** The first d components of what is drawn, and what becomes of their scores. */
export function walkWorld(engine: Engine, seed: number, d: number, by: Divisor): QueryWorld {
  const vectors = drawn(engine, seed);
  const known = worlds.get(by);
  const isSame =
    known?.engine === engine && known.asking.q.length === d && known.asking.source === vectors;
  if (isSame) return known;
  const world = new QueryWorld(engine, firstOf(vectors, d, seed), by, `walk:${by}`);
  worlds.set(by, world);
  return world;
}

/** What a model with vectors of d numbers would compare. */
function firstOf(source: Drawn, d: number, seed: number): Asking {
  const { q, k } = source;
  return {
    row: 1,
    q: q.slice(0, d),
    k: k.map((key) => key.slice(0, d)),
    source,
    v: valuesFor(k.length),
    query: "the query, drawn by lot",
    key: (j) => `key ${j}, drawn by lot`,
    python: [
      ...NORMAL_IN_PYTHON,
      `x = normal(${k.length + 1}, ${q.length}, ${seed})[:, :${d}]`,
      "q, k = x[0], x[1:]",
    ],
  };
}

const written = ({ q, k }: Drawn) => [
  "import numpy as np",
  "",
  `q = ${pythonVector(q)}`,
  `k = ${pythonMatrix(k)}`,
];

/** Four numbers a query, nine a value, and scores of 4 and 0. */
const SMALL: Drawn = {
  q: [1, 1, 1, 1],
  k: [
    [1, 1, 1, 1],
    [1, -1, 1, -1],
  ],
};

export const smallExample: Asking = {
  row: 1,
  ...SMALL,
  v: valuesFor(SMALL.k.length),
  query: "the example's query",
  key: (j) => `the example's key ${j}`,
  python: written(SMALL),
};

/** Row i of a sequence, zero-based, asks all the rows. */
export function rowOf({ tokens, x }: Sequence, i: number): Asking {
  const pair = { q: x[i]!, k: x };
  return {
    row: i + 1,
    ...pair,
    query: `the embedding of “${tokens[i]}”`,
    key: (j) => `the embedding of “${tokens[Number(j) - 1]}”`,
    python: written(pair),
  };
}
