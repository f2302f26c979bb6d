/**
 * What the learner has set besides the sequence: every slider, switch and arrow of the lesson, by name.
 * The same names stand in the link. A figure that wants something new to be remembered adds one line to `FIELDS`.
 */

import type { FloatFormat } from "@engine";
import { formatNumber, parseNumber } from "@/input/numbers";
import { DIMENSIONS } from "./simulations";

/** How one setting is written into a link and read back; `read` answers undefined for what it cannot accept. */
export interface Field<T> {
  readonly initial: T;
  readonly write: (value: T) => string;
  readonly read: (text: string) => T | undefined;
  /** What is accepted, in words that follow "must be". */
  readonly accepts: string;
}

interface Range {
  min: number;
  max: number;
}

function parse(text: string): number {
  const parsed = parseNumber(text);
  return "value" in parsed ? parsed.value : NaN;
}

const within = (value: number, { min, max }: Range) => value >= min && value <= max;

/** A number in a closed range, or any. */
export function real(initial: number, range?: Range): Field<number> {
  return {
    initial,
    write: String,
    read: (text) => {
      const value = parse(text);
      return Number.isFinite(value) && (!range || within(value, range)) ? value : undefined;
    },
    accepts: range ? `a number from ${range.min} to ${range.max}` : "a number",
  };
}

/** A whole number in a closed range. */
export function whole(initial: number, range: Range): Field<number> {
  return {
    initial,
    write: String,
    read: (text) =>
      Number.isInteger(parse(text)) && within(parse(text), range) ? parse(text) : undefined,
    accepts: `a whole number from ${range.min} to ${range.max}`,
  };
}

/** One of the given numbers. */
export function oneOf<const N extends number>(initial: N, options: readonly N[]): Field<N> {
  return {
    initial,
    write: String,
    read: (text) => options.find((option) => option === parse(text)),
    accepts: `one of ${options.join(", ")}`,
  };
}

/** One of the given words; the first is the initial one. */
export function choice<const T extends string>(...options: readonly [T, ...T[]]): Field<T> {
  return {
    initial: options[0],
    write: (value) => value,
    read: (text) => options.find((option) => option === text),
    accepts: `one of ${options.join(", ")}`,
  };
}

export function flag(initial = false): Field<boolean> {
  return {
    initial,
    write: (value) => (value ? "yes" : "no"),
    read: (text) => (text === "yes" ? true : text === "no" ? false : undefined),
    accepts: "yes or no",
  };
}

/** A list of `min` to `max` finite numbers, parted by commas. */
export function list(
  initial: readonly number[],
  count: Range,
  range: Range = { min: -Infinity, max: Infinity },
): Field<readonly number[]> {
  return {
    initial,
    write: (values) => values.join(","),
    read(text) {
      const values = text.split(",").map(parse);
      const good = values.every((v) => Number.isFinite(v) && within(v, range));
      return good && within(values.length, count) ? values : undefined;
    },
    accepts:
      count.min === count.max
        ? `${count.min} numbers parted by commas`
        : `${count.min} to ${count.max} numbers parted by commas`,
  };
}

/** Any number at all, infinities and NaN among them. */
function anyNumber(initial: number): Field<number> {
  return {
    initial,
    write: (value) => formatNumber(value),
    read(text) {
      const parsed = parseNumber(text, { infinite: true, nan: true });
      return "value" in parsed ? parsed.value : undefined;
    },
    accepts: "a number, inf, -inf or nan",
  };
}

/** Where a token may stand. */
const PLACES: Range = { min: 1, max: 64 };

/** A pattern of at most 64 bits, in hexadecimal digits. */
function pattern(): Field<bigint> {
  return {
    initial: 0n,
    write: (value) => value.toString(16),
    read: (text) => (/^[0-9a-f]{1,16}$/.test(text) ? BigInt(`0x${text}`) : undefined),
    accepts: "up to 16 hexadecimal digits",
  };
}

/** A row of at most `most` marks, "0110". */
function marks(initial: readonly boolean[], most: number): Field<readonly boolean[]> {
  return {
    initial,
    write: (value) => value.map((mark) => (mark ? "1" : "0")).join(""),
    read: (text) =>
      /^[01]+$/.test(text) && text.length <= most
        ? [...text].map((digit) => digit === "1")
        : undefined,
    accepts: `1 to ${most} digits, each 0 or 1`,
  };
}

/** The logits of the numerics laboratory, infinities and NaN among them. */
function logits(initial: readonly number[]): Field<readonly number[]> {
  const most = 64;
  const read = (text: string) => parseNumber(text, { infinite: true, nan: true });
  return {
    initial,
    write: (values) => values.map((value) => formatNumber(value)).join(","),
    read(text) {
      const parsed = text.split(",").map(read);
      if (parsed.length > most) return undefined;
      const values = parsed.flatMap((outcome) => ("value" in outcome ? [outcome.value] : []));
      return values.length === parsed.length ? values : undefined;
    },
    accepts: `1 to ${most} numbers parted by commas, inf, -inf and nan among them`,
  };
}

/** The most rows and columns that a matrix of the learner's own may have: it must go into a link. */
export const MOST_SIDE = 16;

/** A matrix, rows parted by semicolons and numbers by commas: "1,0;0,1". None at first. */
function matrix(): Field<readonly (readonly number[])[]> {
  const read = (text: string) => parseNumber(text, { precision: "single" });
  return {
    initial: [],
    write: (rows) => rows.map((row) => row.map((value) => formatNumber(value)).join(",")).join(";"),
    read(text) {
      if (text === "") return [];
      const rows = text.split(";").map((row) => row.split(",").map(read));
      const values = rows.map((row) => row.flatMap((each) => ("value" in each ? each.value : [])));
      const cols = rows[0]!.length;
      const good = values.every((row) => row.length === cols);
      return good && rows.length <= MOST_SIDE && cols <= MOST_SIDE ? values : undefined;
    },
    accepts: `1 to ${MOST_SIDE} rows, parted by semicolons, of equally many numbers, up to ${MOST_SIDE}, parted by commas`,
  };
}

/** Pairs of tokens, one-based, "1-3,2-1": none at first. */
function pairs(): Field<readonly string[]> {
  const most = 64 * 64;
  const good = (text: string) => {
    const [, i, j] = (/^(\d{1,2})-(\d{1,2})$/.exec(text) ?? []).map(Number);
    return i !== undefined && j !== undefined && within(i, PLACES) && within(j, PLACES);
  };
  return {
    initial: [],
    write: (value) => value.join(","),
    read(text) {
      const all = text === "" ? [] : text.split(",");
      return all.length <= most && all.every(good) ? [...new Set(all)] : undefined;
    },
    accepts: "pairs of whole numbers from 1 to 64, like 1-3,2-1",
  };
}

const NAMED_FORMATS = [
  "fp64",
  "fp32",
  "fp16",
  "bf16",
  "fp8e5m2",
  "fp8e4m3",
  "fp8e4m3-saturating",
] as const;

/** A floating-point format: one of the named ones, or "e5m10", a learner's own of 5 exponent and 10 fraction bits. */
export function format(initial: FloatFormat): Field<FloatFormat> {
  return {
    initial,
    write: (value) =>
      typeof value === "string" ? value : `e${value.exponentBits}m${value.fractionBits}`,
    read(text) {
      const named = NAMED_FORMATS.find((name) => name === text);
      if (named) return named;
      const [, e, m] = (/^e(\d{1,2})m(\d{1,2})$/.exec(text) ?? []).map(Number);
      const good = e !== undefined && m !== undefined && e >= 2 && e <= 11 && m >= 1 && m <= 52;
      return good ? { exponentBits: e, fractionBits: m } : undefined;
    },
    accepts: `one of ${NAMED_FORMATS.join(", ")}, or like e5m10, with 2 to 11 exponent and 1 to 52 fraction bits`,
  };
}

export const FIELDS = {
  /** What the logits are divided by before the softmax. */
  temperature: real(1, { min: 0, max: 100 }),
  /** Over what the trap's softmax normalises. */
  normalise: choice("row", "column", "matrix"),
  /** How many layers of attention are stacked. */
  layers: whole(1, { min: 0, max: 12 }),
  /** How many times as long the score matrix's trap makes the last token; below 0 it points the other way. */
  loud: real(1, { min: -5, max: 5 }),
  /** How many times as long the softmax's trap makes the last token. */
  louder: real(1, { min: 0, max: 3 }),
  /** The scores of the smoothie's three ingredients. */
  recipe: list([10, -3, 25], { min: 3, max: 3 }, { min: -30, max: 30 }),
  /** How strongly the query of the stage's last experiment asks. */
  asking: real(0, { min: 0, max: 2 }),
  /** The order of the words that come twice. */
  order: choice("the-cat-the-cat", "the-the-cat-cat", "cat-the-the-cat"),
  /** What of the real words' matrix is shown. */
  show: choice("scores", "weights"),
  /** The cell at which the matrices of other sequences than the current one point. */
  row: whole(1, { min: 1, max: 64 }),
  column: whole(1, { min: 1, max: 64 }),
  /** How far the stage's step-by-step figure has come. */
  step: whole(0, { min: 0, max: 10_000 }),
  /** The two arrows of the dot-product stage. */
  a: list([2, 1], { min: 2, max: 2 }, { min: -100, max: 100 }),
  b: list([3, -1], { min: 2, max: 2 }, { min: -100, max: 100 }),
  /** How many times as long the trap makes the first of them. */
  stretch: real(1, { min: 1, max: 10 }),
  /** Where the engine's random numbers begin. */
  seed: whole(1, { min: 1, max: 9999 }),
  /** Who chooses the weights of the pattern stage's two sentences. */
  mixing: choice("attention", "kernel"),
  /** How much water is in the pattern stage's river. */
  water: real(2, { min: 0, max: 4 }),
  /** Of how many numbers the vectors are whose dot products are simulated by the hundred. */
  dimension: oneOf(16, DIMENSIONS),
  /** How many steps the walks of the one random query's scores have gone. */
  walked: whole(256, { min: 1, max: 1024 }),
  /** Whether the Jacobian is that of the scores divided by √d. */
  divided: choice("none", "sqrt"),
  /** What of the random queries is drawn against d, and whether for all d. */
  measure: choice("norm", "entropy", "largest"),
  revealed: flag(),
  /** Whose vectors the scaling is tried on. */
  whose: choice("glove", "own"),
  /** Which of the real words asks there. */
  query: whole(1, { min: 1, max: 64 }),
  /** By what the trap divides, and what. */
  divisor: choice("sqrt", "none", "d", "values", "twice"),
  mistaken: choice("example", "random"),
  /** The number whose exponential is asked of every format, and how far the figures of it look to both sides. */
  input: real(12, { min: -1000, max: 1000 }),
  zoom: choice("20", "120", "800"),
  /** The number that is shown bit by bit, and where it is NaN the bits of it, of which NaN has many. */
  number: anyNumber(0.1),
  pattern: pattern(),
  /** How many equal logits are summed, and in what format. */
  terms: whole(4096, { min: 1, max: 8192 }),
  accumulator: format("fp16"),
  /** By how much a score lies below the largest where weights are lost; and the larger of two where E4M3 overflows. */
  below: real(18, { min: 0, max: 800 }),
  peak: real(7, { min: 0, max: 20 }),
  /** How many times as long the poisoned sequence is, and how many layers it goes through. */
  amplified: real(3, { min: 0, max: 20 }),
  depth: whole(3, { min: 1, max: 6 }),
  /** The scores that a mask is added to, which of them are masked, and what is added to those and to the others. */
  scores: list([2, 1, 3], { min: 1, max: 6 }),
  hidden: marks([false, false, true], 6),
  mask: anyNumber(-65504),
  keep: anyNumber(0),
  /** Two vectors whose products are summed. */
  left: list([300, 300], { min: 1, max: 6 }),
  right: list([300, -300], { min: 1, max: 6 }),
  /** The row that the numerics stages work on. */
  logits: logits([100, 102, 105]),
  /** The floating-point format that they work in. */
  format: format("fp16"),
  /** How many operations of the max trick's two columns are on show; all, at first. */
  operations: whole(256, { min: 0, max: 256 }),
  /** How many steps of its proof have been asked for. */
  proof: whole(1, { min: 1, max: 7 }),
  /** What is subtracted from all logits where the learner chooses it. */
  c: real(105),
  /** In which language a program is shown. */
  program: choice("numpy", "torch", "cpp"),
  /** How many keys online softmax reads at a time, and which of the orders of tiles it reads in (`ordersOf`). */
  tile: whole(1, { min: 1, max: 64 }),
  tileOrder: whole(1, { min: 1, max: 24 }),
  /** What its traps do wrong: what is rescaled, where the maximum begins, how many keys are masked, unguarded. */
  rescaling: choice("both", "sum", "neither"),
  start: choice("infinity", "zero", "low"),
  lower: real(0, { min: 0, max: 150 }),
  masked: whole(0, { min: 0, max: 64 }),
  guarded: flag(),
  /** The sequence and the tile whose memory is drawn. */
  long: whole(4096, { min: 64, max: 8192 }),
  block: whole(64, { min: 1, max: 8192 }),
  /** The head of attention: which matrices make queries, keys and values, and the learner's own, if they are those. */
  head: choice("identity", "swap", "hand", "learned", "own"),
  wq: matrix(),
  wk: matrix(),
  wv: matrix(),
  /** What its scores are divided by, and whom a query may look at. */
  headScale: choice("sqrt", "none"),
  headMask: choice("none", "others", "causal"),
  /** Whose making is spelt out: a component of the query, the key or the value. */
  role: choice("q", "k", "v"),
  component: whole(1, { min: 1, max: 300 }),
  /** How many heads look at once, and from where they have their matrices. */
  heads: whole(2, { min: 1, max: 4 }),
  headShown: whole(1, { min: 1, max: 4 }),
  headsFrom: choice("parts", "random"),
  /** The traps on query and key: which two matrices, and which line of the weights is taken for the query's. */
  pairing: choice("tied", "exchange", "turn"),
  reading: choice("row", "column", "transposed"),
  /** The word that settles which bank it is, in the graph of the lesson's own sentence. */
  neighbour: choice("river", "loan"),
  /** Which edges a graph has, what weighs them, whether those to later tokens are masked, and what is not as it was given. */
  graph: choice("complete", "given", "even"),
  causal: flag(),
  edited: pairs(),
  /** Who sits down in the graph that is given in advance, and in the one that is computed. */
  sitter: choice("cat", "bank", "river"),
  /** How many rounds news travels. */
  rounds: whole(1, { min: 0, max: 8 }),
  /** How the causal mask is got wrong, and by how much the scores of the last key are raised. */
  masking: choice("after", "zero", "low", "right"),
  raised: real(0, { min: 0, max: 12_000 }),
  /** Which way the messages of the graph's trap run. */
  flowing: choice("key", "query"),
  /** What the program for attention makes queries, keys and values of. */
  roles: choice("x", "head", "heads"),
  /** Its traps: what goes wrong with the causal mask; and how many times as long the vectors are made. */
  wrongMask: choice("transposed", "inverted"),
  enlarged: real(1, { min: 1, max: 100 }),
};

/** The fields with their names, for whoever treats them all alike. */
export const NAMED_FIELDS = Object.entries(FIELDS) as unknown as readonly [
  keyof View,
  Field<unknown>,
][];

type Value<F> = F extends Field<infer T> ? T : never;
export type View = { -readonly [Name in keyof typeof FIELDS]: Value<(typeof FIELDS)[Name]> };

export function initialView(): View {
  return Object.fromEntries(
    Object.entries(FIELDS).map(([name, field]) => [name, field.initial]),
  ) as View;
}
