/**
 * What the learner has set besides the sequence: every slider, switch and arrow of the lesson, by name.
 * The same names stand in the link. A figure that wants something new to be remembered adds one line to `FIELDS`.
 */

import { CONTENDERS, LENGTHS, WIDTHS } from "@/measure/messages";
import {
  anyNumber,
  choice,
  flag,
  format,
  list,
  logits,
  marks,
  matrix,
  oneOf,
  pairs,
  pattern,
  real,
  some,
  whole,
  type Field,
} from "./fields";

/** The numbers of components that are simulated. Here, since every visit loads this and few load the simulations. */
export const DIMENSIONS = [4, 8, 16, 32, 64, 128, 256, 512, 1024] as const;

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
  /** The scale laboratory: the longest sequence, its vectors, who runs, and what is drawn of it. */
  longest: oneOf(1024, LENGTHS),
  width: oneOf(64, WIDTHS),
  labMask: choice("none", "causal"),
  labInput: choice("qkv", "x"),
  contenders: some(CONTENDERS),
  drawn: choice("time", "gflops", "share", "memory"),
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
