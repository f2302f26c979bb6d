/** Heads of attention that come with the lesson: one made by hand, one that learned. */
import type { QuantisedRows } from "@/input/words";
import learned from "./learned-head.json";

type Rows = readonly (readonly number[])[];

/**
 * A head for the hand-made embeddings of presets.ts, whose dimensions (water, money, animal, grammar) are the rows of
 * its matrices. It is meant for words that look at all the others but not at themselves: bank lies halfway between
 * river and loan, so by linearity its own score is the mean of theirs, but for river's trace of animal. Whatever W_Q
 * and W_K are, the two cannot both beat it.
 */
export const HAND_MADE = {
  /**
   * What a word asks for. A word with a topic asks, twice as loudly as it speaks, for that topic: bank asks for water
   * and for money alike. A word of grammar asks for any topic.
   */
  wq: [
    [2, 0, 0],
    [0, 2, 0],
    [0, 0, 2],
    [1, 1, 1],
  ],
  /** What a word offers: its topics. Grammar offers nothing. Hence bank does not look at “the”, which looks at bank. */
  wk: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [0, 0, 0],
  ],
  /** What a word hands over: its topics, in their own dimensions. Its grammar stays behind. */
  wv: [
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 1, 0],
    [0, 0, 0, 0],
  ],
} as const satisfies Record<string, Rows>;

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

/** The mask under which no token looks at itself: true = may attend. */
export const othersOnly = (tokens: number): boolean[][] =>
  Array.from({ length: tokens }, (_, i) => Array.from({ length: tokens }, (_, j) => i !== j));
