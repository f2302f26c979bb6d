/**
 * Online softmax, operation by operation: what `onlineSoftmax` keeps to itself, and what comes of doing it wrong.
 * Without a variation it does what the engine's own pass does, to the bit. As long as the maximum does not change, the
 * keys of all tiles are measured alike: such a run of tiles is one call each of `softmax` (for the exponentials) and
 * `dotInFormat` (for products and running sums), and not one of `calculate` for every operation.
 */
import type { Engine, FloatFormat } from "@engine";
import { bitsOf } from "./formats";
import { keysOf } from "./tile-order";

export type Rescaling = "both" | "sum" | "neither";

/** What is read: the scores of one query, and one component of every value. */
export interface Reading {
  readonly scores: readonly number[];
  readonly values: readonly number[];
  readonly tile: number;
  /** The tiles, in the order of reading. */
  readonly order: readonly number[];
  readonly format: FloatFormat;
}

/** What is done otherwise. */
export interface Variation {
  /** Where the running maximum begins; −∞ is right. */
  readonly start?: number;
  /** What is rescaled when the maximum rises. */
  readonly rescaling?: Rescaling;
  /** Nothing is measured from −∞, and nothing divided by 0, as kernels see to it. */
  readonly guarded?: boolean;
}

/** The state after one tile, and how it came to be. */
export interface TileStep {
  readonly keys: readonly number[];
  /** m, and e^(m_old − m). */
  readonly maximum: number;
  readonly rescale: number;
  /** What is left of the old l and z. */
  readonly keptSum: number;
  readonly keptBlend: number;
  /** l and z. */
  readonly sum: number;
  readonly blend: number;
}

export interface TiledPass {
  /** In the format, as is `start`, where the maximum begins. */
  readonly scores: readonly number[];
  readonly values: readonly number[];
  readonly start: number;
  readonly steps: readonly TileStep[];
  /** e^(score − m) and that times the value, as they were when the key was read. */
  readonly exponentials: readonly number[];
  readonly weighted: readonly number[];
  /** What each key's value is multiplied by in the last z. */
  readonly parts: readonly number[];
}

/** IEEE 754's maximum: NaN if one of them is. */
const larger = (a: number, b: number) => (Number.isNaN(a) || a > b ? a : b);

/** Tiles that are read one after the other while the maximum stays the same. */
interface Run {
  readonly maximum: number;
  readonly tiles: (readonly number[])[];
}

function runsOf(scores: readonly number[], { tile, order }: Reading, start: number): Run[] {
  const runs: Run[] = [];
  let maximum = start;
  for (const which of order) {
    const keys = keysOf(which, tile, scores.length);
    const before = maximum;
    maximum = keys.map((j) => scores[j]!).reduce(larger, maximum);
    // e^(m − m) is 1 only if m is finite; and the first tile is rescaled too, from the start.
    if (runs.length > 0 && maximum === before && Number.isFinite(maximum))
      runs.at(-1)!.tiles.push(keys);
    else runs.push({ maximum, tiles: [keys] });
  }
  return runs;
}

export function tiledPass(engine: Engine, reading: Reading, variation: Variation = {}): TiledPass {
  const { format } = reading;
  const { rescaling = "both", guarded = false } = variation;
  const by = (operation: "subtract" | "multiply", a: number, b: number) =>
    engine.calculate(operation, [a, b], format).value;
  const exp = (value: number) => engine.calculate("exp", [value], format).value;
  const dot = (x: readonly number[], y: readonly number[]) => engine.dotInFormat(x, y, { format });
  const ones = (count: number) => Array<number>(count).fill(1);

  const stored = dot(reading.scores, reading.values);
  const [scores, values] = [[...stored.x], [...stored.y]];
  const begin = variation.start ?? -Infinity;
  // Not every format could hold −∞.
  const start = Number.isFinite(begin) ? engine.round(begin, format).value : begin;
  const exponentials: number[] = [];
  const weighted: number[] = [];
  const parts: number[] = [];
  const steps: TileStep[] = [];
  let [m, l, z] = [start, 0, 0];

  for (const { maximum, tiles } of runsOf(scores, reading, start)) {
    const from = guarded && maximum === -Infinity ? 0 : maximum;
    const isBeyond = m === -Infinity && bitsOf(format).beyond !== "infinity";
    const rescale = isBeyond ? 0 : exp(by("subtract", m, from));
    const keptSum = rescaling === "neither" ? l : by("multiply", l, rescale);
    const keptBlend = rescaling === "both" ? by("multiply", z, rescale) : z;
    const earlier = Object.keys(parts).map(Number);
    if (rescaling === "both" && earlier.length > 0) {
      const { products } = dot(
        earlier.map((j) => parts[j]!),
        earlier.map(() => rescale),
      );
      earlier.forEach((j, at) => (parts[j] = products[at]!));
    }

    const keys = tiles.flat();
    const run = keys.map((j) => scores[j]!);
    const measured = Number.isFinite(from)
      ? engine.softmax(run, { format, shift: from }).exponentials
      : run.map((score) => exp(by("subtract", score, from)));
    const sums = dot([keptSum, ...measured], ones(keys.length + 1)).partialSums;
    const blends = dot([keptBlend, ...measured], [1, ...keys.map((j) => values[j]!)]);
    keys.forEach((j, at) => {
      exponentials[j] = parts[j] = measured[at]!;
      weighted[j] = blends.products[at + 1]!;
    });

    [l, z] = [keptSum, keptBlend];
    let read = 0;
    for (const [at, tile] of tiles.entries()) {
      const kept = { keptSum: l, keptBlend: z };
      read += tile.length;
      [l, z] = [sums[read]!, blends.partialSums[read]!];
      steps.push({
        keys: tile,
        maximum,
        rescale: at === 0 ? rescale : 1,
        ...kept,
        sum: l,
        blend: z,
      });
    }
    m = maximum;
  }
  return { scores, values, start, steps, exponentials, weighted, parts };
}
