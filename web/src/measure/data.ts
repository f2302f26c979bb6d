/** What the contenders compute on, and how far their results may lie apart. */
import type { Data, Settings } from "./messages";

/**
 * Numbers from −1 to 1, evenly spread, from a seed (xorshift32): how large they are hardly matters to who multiplies
 * them, and so they are made where they are used.
 */
export function matrix(rows: number, cols: number, seed: number): Data {
  const data = new Float32Array(rows * cols);
  let state = (seed * 0x9e3779b9) | 1;
  for (let at = 0; at < data.length; at++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    data[at] = state / 2 ** 31;
  }
  return { rows, cols, data };
}

export interface Inputs {
  readonly q: Data;
  readonly k: Data;
  readonly v: Data;
}

/** For `T` tokens; one and the same matrix three times where X stands for all. */
export function inputs(T: number, { d, input }: Settings): Inputs {
  const q = matrix(T, d, 1);
  if (input === "x") return { q, k: q, v: q };
  return { q, k: matrix(T, d, 2), v: matrix(T, d, 3) };
}

export const rowsOf = ({ cols, data }: Data, from: number, to: number): Data => ({
  rows: to - from,
  cols,
  data: data.slice(from * cols, to * cols),
});

/** The unit roundoff of float32. */
const UNIT = 2 ** -24;

/**
 * How far two results may lie apart by rounding alone, for numbers of at most 1. A score sums d products of at most 1,
 * and is off by at most d · d·u; divided by √d, d√d·u =: δ. Weights are off by a factor of at most e^2δ, and by some u
 * for the exponential; their T products with values, and the T exponentials of their sum, by T·u each. Both results
 * may be off so far.
 */
export const boundOf = (T: number, d: number) => 2 * (2 * d * Math.sqrt(d) + 2 * T + 16) * UNIT;

/** The greatest difference; NaN where either has one. */
export function apart(a: Float32Array, b: Float32Array): number {
  let most = 0;
  for (let at = 0; at < a.length; at++) {
    const difference = Math.abs(a[at]! - b[at]!);
    if (!(difference <= most)) most = difference;
    if (Number.isNaN(most)) return most;
  }
  return most;
}
