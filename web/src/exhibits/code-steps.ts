/** The steps of the NumPy function: the lines that make one thing, and the stage that taught it. */
import { lineText, type Lines } from "@/figures/program";

/** What a line can make. */
export type Made =
  | "q"
  | "k"
  | "v"
  | "scores"
  | "scaled"
  | "keep"
  | "logits"
  | "peaks"
  | "exponentials"
  | "sums"
  | "weights"
  | "context";

/** Where each was taught. */
export const TAUGHT: Record<Made, string> = {
  q: "qkv",
  k: "qkv",
  v: "qkv",
  scores: "score-matrix",
  scaled: "scaling",
  keep: "complete-graph",
  logits: "complete-graph",
  peaks: "max-trick",
  exponentials: "max-trick",
  sums: "softmax",
  weights: "softmax",
  context: "context",
};

export const SAYS: Record<Made, string> = {
  q: "The first matrix product of a head: what every token looks for.",
  k: "The same vectors once more, through another matrix: what every token can be found by.",
  v: "And a third time: what every token hands over.",
  scores: "One matrix product gives every pair at once: row i asks, column j is asked.",
  scaled: "Every score over √dₖ, so that long vectors do not make the softmax a switch.",
  keep: "True where the query of the row may look at the key of the column.",
  logits:
    "Where it may not, the score becomes −∞, whose exponential is 0. Before the softmax, not after.",
  peaks:
    "The largest of every row. keepdims leaves it a column, so that NumPy takes it off its own row.",
  exponentials:
    "Measured from the largest of the row, no exponent is above 0 and nothing overflows.",
  sums: "What the exponentials of each row come to: along the last axis, the keys.",
  weights: "Each exponential over the sum of its row. Every query has spent its hundred per cent.",
  context: "The second matrix product: every row of weights blends the rows that it weighs.",
};

export interface Step {
  readonly made: Made;
  /** Of the program, from 0. */
  readonly lines: readonly number[];
}

/** Lines one after the other that make the same thing are one step. */
export function stepsOf(lines: Lines): Step[] {
  const steps: { made: Made; lines: number[] }[] = [];
  for (const [at, line] of lines.entries()) {
    const made = /^ +(\w+) = /u.exec(lineText(line))?.[1] as Made | undefined;
    if (!made) continue;
    const last = steps.at(-1);
    if (last?.made === made) last.lines.push(at);
    else steps.push({ made, lines: [at] });
  }
  return steps;
}
