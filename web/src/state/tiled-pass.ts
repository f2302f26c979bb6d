/**
 * Online softmax, operation by operation (`calculate`): what `onlineSoftmax` keeps to itself, and what comes of doing
 * it wrong. Without a variation it does what the engine's own pass does, to the bit.
 */
import type { Engine, FloatFormat } from "@engine";
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
  /** l, z and z / l. */
  readonly sum: number;
  readonly blend: number;
  readonly quotient: number;
}

export interface TiledPass {
  /** In the format. */
  readonly scores: readonly number[];
  readonly values: readonly number[];
  readonly steps: readonly TileStep[];
  /** e^(score − m) and that times the value, as they were when the key was read. */
  readonly exponentials: readonly number[];
  readonly weighted: readonly number[];
  /** What each key has of the result: its part in z, over l. */
  readonly shares: readonly number[];
  /** Of the shares, added up in FP64. */
  readonly total: number;
}

/** IEEE 754's maximum: NaN if one of them is. */
const larger = (a: number, b: number) => (Number.isNaN(a) || a > b ? a : b);

export function tiledPass(engine: Engine, reading: Reading, variation: Variation = {}): TiledPass {
  const { tile, order, format } = reading;
  const { start = -Infinity, rescaling = "both", guarded = false } = variation;
  const { hasInfinity } = engine.formatInfo(format);
  const stored = (value: number) => engine.round(value, format).value;
  const by = (operation: "add" | "subtract" | "multiply" | "divide") => (a: number, b: number) =>
    engine.calculate(operation, [a, b], format).value;
  const [add, subtract, multiply, divide] = [
    by("add"),
    by("subtract"),
    by("multiply"),
    by("divide"),
  ];
  const exp = (value: number) => engine.calculate("exp", [value], format).value;
  const over = (a: number, b: number) => (guarded && b === 0 ? 0 : divide(a, b));

  const scores = reading.scores.map(stored);
  const values = reading.values.map(stored);
  const exponentials: number[] = [];
  const weighted: number[] = [];
  const steps: TileStep[] = [];
  /** By key: what its value is multiplied by in z, rescaled whenever z is. */
  let parts: number[] = [];
  let [m, l, z] = [start, 0, 0];

  for (const which of order) {
    const keys = keysOf(which, tile, scores.length);
    const maximum = keys.map((j) => scores[j]!).reduce(larger, m);
    const from = guarded && maximum === -Infinity ? 0 : maximum;
    // Without infinity a format cannot hold the −∞ that the maximum begins with, nor the difference from it.
    const rescale = m === -Infinity && !hasInfinity ? 0 : exp(subtract(m, from));
    const keptSum = rescaling === "neither" ? l : multiply(l, rescale);
    const keptBlend = rescaling === "both" ? multiply(z, rescale) : z;
    // By 1 nothing changes, and most tiles bring no new maximum: that saves nearly all of the work.
    if (rescaling === "both" && rescale !== 1) parts = parts.map((part) => multiply(part, rescale));
    [m, l, z] = [maximum, keptSum, keptBlend];
    for (const j of keys) {
      exponentials[j] = exp(subtract(scores[j]!, from));
      weighted[j] = multiply(exponentials[j], values[j]!);
      l = add(l, exponentials[j]);
      z = add(z, weighted[j]);
      parts[j] = exponentials[j];
    }
    const quotient = over(z, l);
    steps.push({
      keys,
      maximum,
      rescale,
      keptSum,
      keptBlend,
      sum: l,
      blend: z,
      quotient,
    });
  }
  const shares = parts.map((part) => over(part, l));
  const total = shares.reduce(
    (sum, share) => engine.calculate("add", [sum, share], "fp64").value,
    0,
  );
  return { scores, values, steps, exponentials, weighted, shares, total };
}
