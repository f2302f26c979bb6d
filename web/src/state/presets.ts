/** The sequences that come with the lesson. */

/** Tokens and their embeddings: `x[i]` is token i, all of one length d. */
export interface Sequence {
  readonly tokens: readonly string[];
  readonly x: readonly (readonly number[])[];
  /** What each dimension stands for, where somebody chose it by hand. */
  readonly dimensions?: readonly string[];
}

/**
 * Hand-made embeddings, so small that they can be read. The first three dimensions are topics, the last is grammar.
 * `bank` leans to both of its senses equally; its neighbours have to decide.
 */
const MEANING = ["water", "money", "animal", "grammar"];
const WORDS: Record<string, readonly number[]> = {
  the: [0, 0, 0, 1],
  of: [0.2, 0, 0, 1],
  bank: [1, 1, 0, 0],
  river: [2, 0, 0.2, 0],
  loan: [0, 2, 0, 0],
  approved: [0, 1, 0, 0.5],
  cat: [0, 0, 2, 0],
  sat: [0, 0, 1, 0.6],
  down: [0.3, 0, 0.4, 0.8],
};

function fromWords(...tokens: string[]): Sequence {
  return { tokens, x: tokens.map((token) => WORDS[token.toLowerCase()]!), dimensions: MEANING };
}

export const PRESETS = {
  toy: {
    tokens: ["x₁", "x₂", "x₃"],
    x: [
      [1, 0],
      [0, 1],
      [1, 1],
    ],
  },
  bank: fromWords("The", "bank", "of", "river"),
  loan: fromWords("The", "bank", "approved", "loan"),
  cat: fromWords("The", "cat", "sat", "down"),
} satisfies Record<string, Sequence>;

export type PresetId = keyof typeof PRESETS;

export const isPreset = (id: string): id is PresetId => Object.hasOwn(PRESETS, id);
