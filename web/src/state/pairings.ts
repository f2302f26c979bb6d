/** Pairs of W_Q and W_K that differ, or do not: does that decide whether scores are symmetric? */
import type { Engine } from "@engine";
import { identity, quarterTurns, type Head } from "./heads";
import { rowsOf } from "./picture";

/** In every pair of components the two change places, each with its sign. */
const exchanges = (d: number) => quarterTurns(d).map((row) => row.map((value) => (value ? 1 : 0)));

/** `tied`: W_K is W_Q, random numbers of [d, 2]; `exchange` and `turn`: they differ, W_K being the identity. */
export function pairing(
  engine: Engine,
  d: number,
  kind: "tied" | "exchange" | "turn",
  seed: number,
): Head {
  const as = { wk: identity(d), wv: identity(d) };
  if (kind === "exchange") return { ...as, wq: exchanges(d) };
  if (kind === "turn") return { ...as, wq: quarterTurns(d) };
  const w = rowsOf(engine.normal({ rows: d, cols: 2, seed }));
  return { ...as, wq: w, wk: w };
}
