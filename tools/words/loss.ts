/** What quantisation costs: dot products and cosines of word pairs, against the vectors as they came. */
import type { WordTable } from "../../web/src/input/words";
import type { Vectors } from "./glove";

export interface Loss {
  /** |x·y − x̂·ŷ| / (|x| |y|). */
  readonly dot: Spread;
  /** |cos(x, y) − cos(x̂, ŷ)|. */
  readonly cosine: Spread;
}

interface Spread {
  readonly mean: number;
  readonly max: number;
}

/** Draws a row, given how many there are and a random number in [0, 1). */
export type Draw = (rows: number, random: number) => number;

/** Every word alike. */
export const evenly: Draw = (rows, random) => Math.floor(random * rows);

/** As in running text: the word of rank r in proportion to 1/r. */
export const asUsed: Draw = (rows, random) => Math.floor((rows + 1) ** random) - 1;

/** The loss over `pairs` pairs of different words, drawn from a seeded generator. */
export function measureLoss(
  original: Vectors,
  table: WordTable,
  draw: Draw,
  pairs: number,
  seed: number,
): Loss {
  const { rows, cols, codes, scales } = table.vectors;
  const restored = Float64Array.from(codes, (code, i) => code * scales[Math.floor(i / cols)]!);
  const random = mulberry32(seed);
  const dots: number[] = [];
  const cosines: number[] = [];
  const before = unit(original.data, rows, cols);
  const after = unit(restored, rows, cols);
  for (let pair = 0; pair < pairs; pair++) {
    const i = draw(rows, random());
    let j = i;
    while (j === i) j = draw(rows, random());
    const cosine = dot(before.data, i, j, cols);
    const newCosine = dot(after.data, i, j, cols);
    const shrink = (k: number) => after.lengths[k]! / before.lengths[k]!;
    dots.push(Math.abs(newCosine * shrink(i) * shrink(j) - cosine));
    cosines.push(Math.abs(newCosine - cosine));
  }
  return { dot: spread(dots), cosine: spread(cosines) };
}

/** The largest relative change of a vector's length. */
export function lengthLoss(original: Vectors, { vectors }: WordTable): number {
  const { rows, cols, codes, scales } = vectors;
  const lengths = unit(original.data, rows, cols).lengths;
  return lengths.reduce((most, length, row) => {
    const kept = Math.hypot(...codes.subarray(row * cols, (row + 1) * cols)) * scales[row]!;
    return Math.max(most, Math.abs(kept - length) / length);
  }, 0);
}

function unit(data: Float64Array, rows: number, cols: number) {
  const lengths = Array.from({ length: rows }, (_, row) =>
    Math.hypot(...data.subarray(row * cols, (row + 1) * cols)),
  );
  const scaled = data
    .subarray(0, rows * cols)
    .map((value, i) => value / lengths[Math.floor(i / cols)]!);
  return { data: scaled, lengths };
}

function dot(data: Float64Array, i: number, j: number, cols: number): number {
  let sum = 0;
  for (let m = 0; m < cols; m++) sum += data[i * cols + m]! * data[j * cols + m]!;
  return sum;
}

function spread(values: readonly number[]): Spread {
  const max = values.reduce((most, value) => Math.max(most, value), 0);
  return { mean: values.reduce((sum, value) => sum + value, 0) / values.length, max };
}

/** A small seeded generator, uniform in [0, 1). */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
