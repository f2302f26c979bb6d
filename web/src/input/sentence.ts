/**
 * The learner's own words, cut into the tokens of the word vectors. The pieces are those that GloVe was
 * trained on: punctuation stands alone, "don't" is "do" and "n't". Nothing is dropped: what the table does not know
 * stays in the sentence, named with its place.
 */
import { counted, refuse, type Outcome } from "./parsed";

/** Anything that knows words: see `WordTable`. */
export interface Lexicon {
  /** The word's row in the table. Words are looked up in lower case. */
  rowOf(word: string): number | undefined;
}

export interface Token {
  /** As the learner wrote it. */
  readonly text: string;
  /** As it is looked up. */
  readonly word: string;
  /** Its row in the table; undefined where the table does not know it. */
  readonly row: number | undefined;
}

export interface Sentence {
  readonly tokens: readonly Token[];
  /** The tokens without a row, with their position in the sentence, from 1. */
  readonly unknown: readonly { readonly text: string; readonly position: number }[];
}

export const MOST_TOKENS = 64;

/** The tokens of `text`: 1 to 64 of them. */
export function readSentence(text: string, lexicon: Lexicon): Outcome<Sentence> {
  const tokens = lex(text).flatMap((lexeme) => resolve(lexeme, lexicon));
  if (tokens.length === 0) return refuse("There are no words here yet: write a sentence.");
  if (tokens.length > MOST_TOKENS) {
    return refuse(
      `This sentence has ${counted(tokens.length, "token")}: up to ${MOST_TOKENS} fit.`,
    );
  }
  const unknown = tokens.flatMap(({ text: name, row }, index) =>
    row === undefined ? [{ text: name, position: index + 1 }] : [],
  );
  return { value: { tokens, unknown } };
}

const APOSTROPHE = "['’]";
const LETTERS = "[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}]*";
const EMOJI = "\\p{Extended_Pictographic}(?:\\ufe0f|\\p{Emoji_Modifier})*";

const LEXEME = new RegExp(
  [
    `(?<![\\p{L}\\p{N}])${APOSTROPHE}(?:s|re|ve|ll|m|d)(?![\\p{L}\\p{N}'’])`, // 's, standing alone
    `(?:\\p{L}\\.){2,}`, // U.S.
    `\\p{N}+(?:[.,:]\\p{N}+)+`, // 1,000.5
    `${LETTERS}(?:(?:${APOSTROPHE}|[-‐‑])${LETTERS})*`, // don't, well-known
    `${EMOJI}(?:\\u200d${EMOJI})*`,
    `\\p{Regional_Indicator}{2}`, // a flag
    `\\.{2,}|-{2,}`,
    `\\S\\p{M}*`,
  ].join("|"),
  "giu",
);

function lex(text: string): string[] {
  const visible = text.normalize("NFC").replace(/[\u00ad\u200b\u2060\ufeff]/gu, "");
  return visible.match(LEXEME) ?? [];
}

/** One lexeme as the tokens that the table has for it; whole where it has none. */
function resolve(lexeme: string, lexicon: Lexicon): Token[] {
  const whole = tokenOf(lexeme, lexicon);
  if (whole.row !== undefined) return [whole];

  const contraction = /^(.+?)(n['’]t|['’](?:s|re|ve|ll|m|d))$/iu.exec(lexeme);
  if (contraction) {
    const [, stem = "", ending = ""] = contraction;
    const before = resolve(stem, lexicon);
    if (before.every(isKnown)) return [...before, tokenOf(ending, lexicon)];
  }

  // The hyphens of "state-of-the-art" only join its words; they are no tokens.
  const parts = lexeme.split(/[-‐‑]/u);
  if (parts.length > 1 && parts.every((part) => part !== "")) {
    const joined = parts.flatMap((part) => resolve(part, lexicon));
    if (joined.every(isKnown)) return joined;
  }
  return [whole];
}

const isKnown = (token: Token) => token.row !== undefined;

/** How GloVe spells what people type in other ways. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/[‘’]/gu, "'"],
  [/[“”„]/gu, '"'],
  [/[‐‑]/gu, "-"],
  [/^…$/u, "..."],
  [/^[–—]$/u, "--"],
];

function tokenOf(text: string, lexicon: Lexicon): Token {
  const spelt = SPELLINGS.reduce(
    (word, [pattern, plain]) => word.replace(pattern, plain),
    text.toLowerCase(),
  );
  // A table without the double dash may still know the single one.
  const word = spelt === "--" && lexicon.rowOf(spelt) === undefined ? "-" : spelt;
  return { text, word, row: lexicon.rowOf(word) };
}
