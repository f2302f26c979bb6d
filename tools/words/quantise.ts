/** Vectors as small integers: int8 codes, one scale a row. The file's layout is told in web/src/input/words.ts. */
import { SCALE_UNIT, SIGNATURE, WordTable } from "../../web/src/input/words";
import type { Vectors } from "./glove";

/** How many steps a typical (root-mean-square) component of the word of this rank, from 1, is measured in. */
export type Fineness = (rank: number) => number;

const LARGEST_CODE = 127;

/**
 * Finer steps for words that are met more often. By Zipf's law the word of rank r is met in proportion to 1/r; bits
 * are then best spent when the squared error grows with r, so when the step grows with √r.
 */
export const finerForFrequent =
  (steps: number): Fineness =>
  (rank) =>
    steps / Math.sqrt(rank);

/**
 * The table of the first `count` words. The scale of a row is the one that keeps the vector's length, so that
 * diagonals of score matrices stay true; it is at most half a unit off.
 */
export function quantise(vectors: Vectors, count: number, fineness: Fineness): WordTable {
  const { cols } = vectors;
  const codes = new Int8Array(count * cols);
  const scales = new Float32Array(count);
  for (let row = 0; row < count; row++) {
    const x = vectors.data.subarray(row * cols, (row + 1) * cols);
    const largest = x.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    if (largest === 0) throw new RangeError(`the vector of “${vectors.words[row]}” is zero`);
    const typical = Math.hypot(...x) / Math.sqrt(cols);
    const step = Math.max(typical / fineness(row + 1), largest / LARGEST_CODE);
    const rounded = x.map((value) => Math.round(value / step));
    codes.set(rounded, row * cols);
    scales[row] = Math.round(Math.hypot(...x) / Math.hypot(...rounded) / SCALE_UNIT) * SCALE_UNIT;
  }
  return new WordTable(vectors.words.slice(0, count), { rows: count, cols, codes, scales });
}

/** The rows of some words, as a table of their own. */
export function only(table: WordTable, words: readonly string[]): WordTable {
  const rows = words.map((word) => {
    const row = table.rowOf(word);
    if (row === undefined) throw new Error(`the table does not know “${word}”`);
    return row;
  });
  return new WordTable(words, table.take(rows));
}

/** The bytes of a table, not yet gzipped. */
export function pack({ words, vectors }: WordTable): Buffer {
  const { rows, cols, codes, scales } = vectors;
  const units = Buffer.alloc(2 * rows);
  scales.forEach((scale, row) => units.writeUInt16LE(scale / SCALE_UNIT, 2 * row));
  return Buffer.concat([
    Buffer.from(`${SIGNATURE} ${rows} ${cols}\n${words.join("\n")}\n`),
    units,
    Buffer.from(codes.buffer, codes.byteOffset, codes.length),
  ]);
}
