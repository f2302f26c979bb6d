/**
 * A causal mask, right or got wrong, on a head's scaled scores, in FP32 (`addMask`, `softmax`, `multiply`, `summarise`):
 * - `score[i,j]`: the scaled score, raised if j is the last key; `logit[i,j]`: what the softmax is given for it;
 * - `alpha[i,j]`: the weight that comes of it; `rowsum[i]`: what row i comes to; `leak[i]`: what of it later keys have;
 * - `z[i,n]`: the context.
 */
import type { Engine, Matrix } from "@engine";
import { headProgram } from "./head-why";
import type { HeadWorld } from "./head-world";
import {
  counted,
  parseName,
  pythonNumber,
  twice,
  type Explanation,
  type World,
} from "./quantities";
import type { View } from "./view";

/** What is added by a mask that is only low. */
export const LOW = -1e4;

/** The mask is put on in the wrong place or at the wrong value, or as it should be. */
export type Masking = View["masking"];

export class WrongMaskWorld implements World {
  readonly scores: Matrix;
  readonly logits: Matrix;
  readonly weights: Matrix;
  readonly context: Matrix;
  readonly rowSums: Float32Array;
  readonly leaks: Float32Array;

  /** `head`: with no mask of its own. */
  constructor(
    readonly engine: Engine,
    readonly head: HeadWorld,
    readonly masking: Masking,
    readonly raised: number,
    readonly id: string,
  ) {
    const { size } = head;
    const all = [...Array(size).keys()];
    const later = (i: number, j: number) => j > i;
    const { data } = head.attention.scaled;
    const raise = all.map((j) => (j === size - 1 ? raised : 0));
    const matrix = (rows: readonly ArrayLike<number>[]): Matrix => ({
      rows: size,
      cols: size,
      data: Float32Array.from(rows.flatMap((row) => Array.from(row))),
    });

    const scores = all.map(
      (i) => engine.addMask(data.subarray(i * size, (i + 1) * size), raise, "fp32").masked,
    );
    const logits = scores.map((row, i): Float64Array => {
      if (masking === "after") return row;
      if (masking === "zero") return row.map((score, j) => (later(i, j) ? 0 : score));
      const hidden = masking === "low" ? LOW : -Infinity;
      const mask = all.map((j) => (later(i, j) ? hidden : 0));
      return engine.addMask(row, mask, "fp32").masked;
    });
    const weights = logits.map((row, i) => {
      const { probabilities } = engine.softmax(row, { format: "fp32" });
      return masking === "after"
        ? probabilities.map((p, j) => (later(i, j) ? 0 : p))
        : probabilities;
    });
    const leaking = weights.map((row, i) => row.map((p, j) => (later(i, j) ? p : 0)));
    this.scores = matrix(scores);
    this.logits = matrix(logits);
    this.weights = matrix(weights);
    this.context = engine.multiply(this.weights, head.v);
    this.rowSums = engine.summarise(this.weights).rowSums;
    this.leaks = engine.summarise(matrix(leaking)).rowSums;
  }

  /** Whether a weight, zero-based, is 0 only because floats ran out. */
  underflow(i: number, j: number): boolean {
    const at = i * this.weights.cols + j;
    return (
      this.weights.data[at] === 0 &&
      Number.isFinite(this.logits.data[at]) &&
      !(this.masking === "after" && j > i)
    );
  }

  read(name: string): number | undefined {
    const { letter, at } = parseName(name);
    const [i = 0, j = 0] = at.map((text) => Number(text) - 1);
    const entry = ({ cols, data }: Matrix) => (j < cols ? data[i * cols + j] : undefined);
    switch (letter) {
      case "score":
        return entry(this.scores);
      case "logit":
        return entry(this.logits);
      case "alpha":
        return entry(this.weights);
      case "z":
        return entry(this.context);
      case "rowsum":
        return this.rowSums[i];
      case "leak":
        return this.leaks[i];
      default:
        return this.head.read(name);
    }
  }

  explain(name: string): Explanation | undefined {
    const { letter, at } = parseName(name);
    const [i, j] = at.map(Number) as [number, number];
    const { tokens } = this.head.sequence;
    const token = (index: number) => `“${tokens[index - 1]}”`;
    const keys = counted(this.head.size);
    const place = `[${i - 1}, ${j - 1}]`;
    switch (letter) {
      case "score":
        return this.#answer(
          `the score of ${token(i)} with ${token(j)}, divided${this.raised && j === tokens.length ? " and raised" : ""}`,
          [],
          `scaled${place}`,
        );
      case "logit":
        return this.#answer(
          `what the softmax of row ${i} is given for ${token(j)}${j > i ? ", which comes later" : ""}`,
          [],
          `logits${place}`,
        );
      case "alpha":
        return this.#answer(
          `the weight with which ${token(i)} looks at ${token(j)}${j > i ? ", which comes later and should have none" : ""}`,
          [],
          `weights${place}`,
        );
      case "rowsum":
        return this.#answer(
          `what the weights of ${token(i)} come to`,
          twice(keys, " + ", (k) => [`alpha[${i},${k}]`]),
          `weights[${i - 1}].sum()`,
        );
      case "leak":
        return this.#answer(
          `what of the attention of ${token(i)} goes to tokens that come later`,
          i < keys.length ? twice(keys.slice(i), " + ", (k) => [`alpha[${i},${k}]`]) : [],
          `weights[${i - 1}, ${i}:].sum()`,
        );
      case "z":
        return this.#answer(
          `component ${j} of what ${token(i)} becomes`,
          twice(keys, " + ", (k) => [`alpha[${i},${k}]`, " · ", `v[${k},${j}]`]),
          `(weights @ v)${place}`,
        );
      default:
        return this.head.explain(name);
    }
  }

  #answer(meaning: string, lines: Explanation["lines"], expression: string): Explanation {
    const { size } = this.head;
    const logits = {
      after: "scaled",
      zero: "np.where(later, 0, scaled)",
      low: `scaled + np.where(later, np.float32(${LOW}), np.float32(0))`,
      right: "np.where(later, -np.inf, scaled)",
    }[this.masking];
    const python = headProgram(this.head, expression, [
      "",
      `later = ~np.tri(${size}, dtype=bool)`,
      "scaled = scaled.astype(np.float32)",
      ...(this.raised ? [`scaled[:, -1] += np.float32(${pythonNumber(this.raised)})`] : []),
      `logits = ${logits}`,
      "e = np.exp(logits - logits.max(axis=1, keepdims=True))",
      "weights = e / e.sum(axis=1, keepdims=True)",
      ...(this.masking === "after" ? ["weights = np.where(later, 0, weights)"] : []),
    ]);
    return { meaning, lines, python };
  }
}
