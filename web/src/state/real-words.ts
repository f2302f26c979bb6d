/** The few real word vectors that the lesson itself speaks of: GloVe's, 100 numbers a word, at hand without a fetch. */
import type { Engine } from "@engine";
import { sampleWords } from "@/input/sample-words";
import { rowsOf } from "./picture";
import type { Sequence } from "./presets";

/** Two senses of one word, and words of either. */
export const BANKS = ["bank", "river", "shore", "water", "money", "loan"] as const;

/** `tokens` in real word vectors. Each must be one of the lesson's own words. */
export function realWords(engine: Engine, tokens: readonly string[]): Sequence {
  const rows = tokens.map((token) => {
    const row = sampleWords.rowOf(token);
    if (row === undefined) throw new Error(`“${token}” is not one of the lesson's own words`);
    return row;
  });
  return { tokens, x: rowsOf(engine.dequantise(sampleWords.take(rows))) };
}

/** Random vectors in the place of `tokens`' own: [d] standard normal numbers each, always the same ones for a seed. */
export function randomWords(
  engine: Engine,
  tokens: readonly string[],
  d: number,
  seed: number,
): Sequence {
  return { tokens, x: rowsOf(engine.normal({ rows: tokens.length, cols: d, seed })) };
}
