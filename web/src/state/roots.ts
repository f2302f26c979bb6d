/** √d from the engine, for divisors and for where figures draw it. */
import type { Engine } from "@engine";

const known = new Map<number, number>();

/** A vector of d ones scores d against itself; divided by √d, that is √d, in FP64. */
export function rootOf(engine: Engine, d: number): number {
  let root = known.get(d);
  if (root === undefined) {
    const ones = [Array<number>(d).fill(1)];
    root = engine.attendInFormat(ones, { format: "fp64", scale: "sqrt" })[0]!.scores.data[0]!;
    known.set(d, root);
  }
  return root;
}
