/** The matrices of several heads that look at once: each has its own slice of three wide ones. */
import type { Engine } from "@engine";
import { identity, type Head, type Rows } from "./heads";
import { rowsOf } from "./picture";

/** How many numbers each of `heads` heads gets, of d: as in transformers, together about as many as the vectors have. */
export const sizeOfHead = (d: number, heads: number) => Math.max(1, Math.floor(d / heads));

const columns = (w: Rows, from: number, count: number): number[][] =>
  w.map((row) => row.slice(from, from + count));

/**
 * `parts`: slices of the identity, so that every head sees a part of the vector as it is; where there are more heads
 * than numbers, they begin again with the first. `random`: slices of standard normal numbers.
 */
export function manyHeads(
  engine: Engine,
  d: number,
  heads: number,
  from: "parts" | "random",
  seed: number,
): Head[] {
  const size = sizeOfHead(d, heads);
  const all = Array.from({ length: heads }, (_, h) => h);
  if (from === "parts")
    return all.map((h) => {
      const w = columns(identity(d), (h * size) % d, size);
      return { wq: w, wk: w, wv: w };
    });
  const drawn = rowsOf(engine.normal({ rows: d, cols: 3 * heads * size, seed }));
  const slice = (role: number, h: number) => columns(drawn, (role * heads + h) * size, size);
  return all.map((h) => ({ wq: slice(0, h), wk: slice(1, h), wv: slice(2, h) }));
}
