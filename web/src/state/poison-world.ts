/**
 * Attention upon attention in a format, without the shift and with it, and how many of its values are broken
 * (`attendInFormat`). `w` is "naive" or "shifted", `what` is "scores", "weights" or "context", l the layer:
 * - `nans[w,what,l]`, `infinities[w,what,l]`: how many of them are NaN, and how many are infinite.
 * What goes in is the current sequence times a factor: as much of it as can be worked out at once.
 */
import type { Engine, FloatFormat, FormatLayer } from "@engine";
import { shortName } from "./formats";
import { rowsOf } from "./picture";
import type { Sequence } from "./presets";
import { pythonFormat } from "./python-format";
import { parseName, pythonMatrix, type Explanation, type World } from "./quantities";

export const WAYS = ["naive", "shifted"] as const;
export const WHATS = ["scores", "weights", "context"] as const;
export type Way = (typeof WAYS)[number];
export type What = (typeof WHATS)[number];

/** T² · d of what is worked out at once, in some hundredths of a second. */
const MOST_WORK = 8000;

/** How many tokens of a sequence that is. */
export function tokensTaken({ x }: Sequence): number {
  const d = x[0]!.length;
  let tokens = x.length;
  while (tokens > 2 && tokens * tokens * d > MOST_WORK) tokens--;
  return tokens;
}

export class PoisonWorld implements World {
  readonly tokens: readonly string[];
  readonly layers: Record<Way, readonly FormatLayer[]>;
  readonly #x: readonly (readonly number[])[];

  constructor(
    engine: Engine,
    sequence: Sequence,
    readonly factor: number,
    readonly depth: number,
    readonly format: FloatFormat,
    readonly id: string,
  ) {
    const taken = tokensTaken(sequence);
    this.tokens = sequence.tokens.slice(0, taken);
    this.#x = sequence.x
      .slice(0, taken)
      .map((row) => rowsOf(engine.multiply([[factor]], [row]))[0]!);
    const attend = (shift: "none" | "max") =>
      engine.attendInFormat(this.#x, { format, shift, layers: depth });
    this.layers = { naive: attend("none"), shifted: attend("max") };
  }

  broken(way: Way, what: What, layer: number) {
    const { brokenScores, brokenWeights, brokenContext } = this.layers[way][layer - 1]!;
    return { scores: brokenScores, weights: brokenWeights, context: brokenContext }[what];
  }

  read(name: string): number | undefined {
    const { letter, at } = parseName(name);
    const { nan, infinite } = this.broken(at[0] as Way, at[1] as What, Number(at[2]));
    return letter === "nans" ? nan : letter === "infinities" ? infinite : undefined;
  }

  explain(name: string): Explanation | undefined {
    const { letter, at } = parseName(name);
    const [way, what, layer] = at as [Way, What, string];
    const kind = letter === "nans" ? "not a number" : "infinite";
    const whose = way === "naive" ? "with nothing subtracted" : "with the largest subtracted";
    const test = letter === "nans" ? "isnan" : "isinf";
    return {
      meaning: `how many of the ${what} of layer ${layer} are ${kind}, in ${shortName(this.format)}, ${whose}`,
      lines: [],
      python: [
        "import numpy as np",
        "",
        ...pythonFormat(this.format),
        `x = fp(${pythonMatrix(this.#x)})`,
        `for layer in range(${layer}):`,
        "    scores = 0.0",
        "    for column in x.T:",
        "        scores = fp(scores + fp(np.outer(column, column)))",
        `    e = fp(np.exp(${way === "naive" ? "scores" : "fp(scores - scores.max(axis=1, keepdims=True))"}))`,
        "    total = 0.0",
        "    for column in e.T:",
        "        total = fp(total + column)",
        "    weights = fp(e / total[:, np.newaxis])",
        "    context = 0.0",
        "    for column, row in zip(weights.T, x):",
        "        context = fp(context + fp(np.outer(column, row)))",
        "    x = context",
        `print(np.${test}(${what}).sum())`,
        "",
      ].join("\n"),
    };
  }
}
