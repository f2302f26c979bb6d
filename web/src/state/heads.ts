/**
 * The head of attention that the learner has chosen: its W_Q, W_K and W_V, for vectors of d numbers. A choice that does
 * not fit is kept and said; in its place stands the identity, under which a head does what the lesson did without one.
 */
import type { Engine } from "@engine";
import { HAND_MADE } from "./hand-head";
import { rowsOf } from "./picture";
import type { View } from "./view";

export type Rows = readonly (readonly number[])[];

export interface Head {
  /** [d, d_k]. */
  readonly wq: Rows;
  /** [d, d_k]. */
  readonly wk: Rows;
  /** [d, d_v]. */
  readonly wv: Rows;
}

export type MatrixName = keyof Head;

/** How each is written in a sentence. */
export const MATRIX_NAMES = { wq: "W_Q", wk: "W_K", wv: "W_V" } as const;

export interface ChosenHead extends Head {
  /** Why something else stands in the place of what was chosen: at the choice, or at a matrix. */
  readonly problems: Partial<Record<"head" | MatrixName, string>>;
}

/** W of [d, d] with x · W = x. */
export const identity = (d: number): number[][] =>
  Array.from({ length: d }, (_, m) => Array.from({ length: d }, (_, n) => (m === n ? 1 : 0)));

/**
 * A quarter turn: in every pair of components the two change places, and one of them its sign; a last one without a
 * partner stays. Without the sign the scores would remain symmetric.
 */
export function quarterTurns(d: number): number[][] {
  const w = identity(d);
  for (let m = 0; m + 1 < d; m += 2) {
    [w[m]![m], w[m]![m + 1]] = [0, 1];
    [w[m + 1]![m], w[m + 1]![m + 1]] = [-1, 0];
  }
  return w;
}

/** The same rows with what is too much cut off and what is missing filled with zeros. */
export const reshaped = (w: Rows, rows: number, cols: number): number[][] =>
  Array.from({ length: rows }, (_, m) => Array.from({ length: cols }, (_, n) => w[m]?.[n] ?? 0));

const asIs = (d: number): Head => ({ wq: identity(d), wk: identity(d), wv: identity(d) });

const shape = (w: Rows) => `[${w.length}, ${w[0]!.length}]`;
const numbers = (count: number) => `${count} number${count === 1 ? "" : "s"}`;

function ownHead({ wq, wk, wv }: View, d: number): ChosenHead {
  // What is not given is the identity, cut to what the others need.
  const cut = (like: Rows) => reshaped(identity(d), d, like[0]?.length ?? d);
  const given: Head = {
    wq: wq.length ? wq : cut(wk),
    wk: wk.length ? wk : cut(wq),
    wv: wv.length ? wv : identity(d),
  };
  const problems: ChosenHead["problems"] = {};
  for (const [name, w] of Object.entries(given) as [MatrixName, Rows][]) {
    if (w.length !== d)
      problems[name] =
        `${MATRIX_NAMES[name]} is ${shape(w)}, and the vectors have ${numbers(d)}: it must have ${d} row${d === 1 ? "" : "s"}.`;
  }
  const [dq, dk] = [given.wq[0]!.length, given.wk[0]!.length];
  if (dq !== dk && !problems.wq)
    problems.wk ??= `W_K is ${shape(given.wk)} and W_Q is ${shape(given.wq)}: queries and keys must have equally many numbers to be multiplied.`;
  const scored = !problems.wq && !problems.wk;
  return {
    wq: scored ? given.wq : identity(d),
    wk: scored ? given.wk : identity(d),
    wv: problems.wv ? identity(d) : given.wv,
    problems,
  };
}

/** What the view chooses for vectors of d numbers. `learned`: the head that learned, once it is there. */
export function chooseHead(view: View, d: number, learned?: Head): ChosenHead {
  switch (view.head) {
    case "identity":
      return { ...asIs(d), problems: {} };
    case "swap":
      return { ...asIs(d), wq: quarterTurns(d), problems: {} };
    case "hand":
      if (d === HAND_MADE.wq.length) return { ...HAND_MADE, problems: {} };
      return {
        ...asIs(d),
        problems: {
          head: `The head made by hand is for this lesson's little sentences, whose vectors have ${HAND_MADE.wq.length} numbers; these have ${d}. Until they fit, the identity stands in.`,
        },
      };
    case "learned":
      if (learned?.wq.length === d) return { ...learned, problems: {} };
      return { ...asIs(d), problems: d === LEARNED_FOR ? {} : { head: onlyReal(d) } };
    case "own":
      return ownHead(view, d);
  }
}

/** Of how many numbers the vectors are that the learned head is for. */
export const LEARNED_FOR = 100;

const onlyReal = (d: number) =>
  `The head that learned is for real word vectors, of ${LEARNED_FOR} numbers; these have ${d}. Until you look up a sentence, the identity stands in.`;

/** The head that learned. Its values are the embeddings as they are: it learned only where to look. */
export async function loadLearned(engine: Engine): Promise<Head> {
  const { LEARNED } = await import("./learned-head");
  return {
    wq: rowsOf(engine.dequantise(LEARNED.wq)),
    wk: rowsOf(engine.dequantise(LEARNED.wk)),
    wv: identity(LEARNED.wq.rows),
  };
}
