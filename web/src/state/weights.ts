/** Whether a row of logits looks as if it had been through a softmax already. */
import type { Engine } from "@engine";

/** Weights that were copied with a few digits miss 1 by that much. */
const NEAR = 0.002;

export function lookLikeWeights(engine: Engine, logits: readonly number[]): boolean {
  if (logits.length < 2 || !logits.every((each) => each >= 0 && each <= 1)) return false;
  const ones = logits.map(() => 1);
  const { dot } = engine.dotInFormat(ones, logits, { format: "fp64" });
  // 1, 0, 0 is as likely to be meant: only shares with a fraction are suspicious.
  return Math.abs(dot - 1) < NEAR && logits.some((each) => each > 0 && each < 1);
}
