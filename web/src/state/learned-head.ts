/** The head of attention that learned, for real word vectors. Kept apart from what a page loads first. */
import type { QuantisedRows } from "@/input/words";
import learned from "./learned-head.json" with { type: "json" };

type Rows = readonly (readonly number[])[];

/** Codes with one scale for the whole matrix, as the engine's `dequantise` takes them. */
function quantised({ scale, codes }: { scale: number; codes: Rows }): QuantisedRows {
  const [rows, cols] = [codes.length, codes[0]!.length];
  return {
    rows,
    cols,
    codes: Int8Array.from(codes.flat()),
    scales: new Float32Array(rows).fill(scale),
  };
}

/**
 * The head that learned from a few sentences (tools/head) which word settles the sense of another. `hits` says in how
 * many sentences its heaviest edge goes there: for those that it learned from, for others with the same ambiguous words
 * (`contexts`), and for ambiguous words that it never was asked about (`words`).
 */
export const LEARNED = {
  /** [100, 8], for the vectors of the word table. */
  wq: quantised(learned.wq),
  /** [100, 8]. */
  wk: quantised(learned.wk),
  hits: learned.hits,
  made: learned.made,
};
