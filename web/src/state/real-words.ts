/** The few real word vectors that the lesson itself speaks of: GloVe's, 100 numbers a word, at hand without a fetch. */
import type { Engine } from "@engine";
import { sampleWords } from "@/input/sample-words";
import { rowsOf } from "./picture";
import type { Sequence } from "./presets";
import { SequenceWorld } from "./sequence-world";

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

const banks = new WeakMap<Engine, SequenceWorld>();

/** Attention on `BANKS`, one and the same for all who speak of it. */
export function banksWorld(engine: Engine): SequenceWorld {
  let world = banks.get(engine);
  if (!world) {
    world = new SequenceWorld(engine, realWords(engine, BANKS), 1, "glove");
    banks.set(engine, world);
  }
  return world;
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
