/**
 * One head of attention on one sequence, and where each of its numbers comes from. Beside the inputs `x[i,m]`:
 * - `wq[m,n]`, `wk[m,n]`, `wv[m,n]`, and what they make of each token: `q[i,n]`, `k[j,n]`, `v[j,n]` (`multiply`);
 * - `omega[i,j]` = q_i · k_j, `scaled[i,j]`, which is that over `divisor`, √d_k or 1, and `logit[i,j]`, which is −∞ where
 *   the mask is; the weights `alpha[i,j]` and the context `z[i,n]` (`attend`);
 * - `pull[i,j,n]` = α_ij v_jn (`blend`), `rowsum[i]`, `columnsum[j]`, `entropy[i]`, `perplexity[i]` (`summarise`);
 * - `difference[i,j]` = ω_ij − ω_ji (`similarity`), and `form[a,b]`, entry (a, b) of W_Q W_Kᵀ (`multiply`).
 */
import type { Attention, Blend, Engine, MaskInput, Matrix, WeightSummary } from "@engine";
import { explainHead } from "./head-why";
import { othersOnly } from "./hand-head";
import type { Head } from "./heads";
import { parseName, type Explanation, type World } from "./quantities";
import type { Sequence } from "./presets";
import { rootOf } from "./roots";

/** Whom each token looks at: [T, T], row i the query's. */
export type Adjacency = readonly (readonly boolean[])[];

/** Whom a query may look at: all keys, all but itself, none that come later, or those that a graph says. */
export type HeadMask = "none" | "others" | "causal" | Adjacency;

export interface HeadOptions {
  readonly scale: "sqrt" | "none";
  readonly mask: HeadMask;
}

export const transposed = (rows: readonly (readonly number[])[]): number[][] =>
  rows[0]!.map((_, n) => rows.map((row) => row[n]!));

const at = ({ data, cols }: Matrix, i: number, j: number) =>
  j >= 0 && j < cols ? data[i * cols + j] : undefined;

export class HeadWorld implements World {
  /** [T, d_k], [T, d_k], [T, d_v]. */
  readonly q: Matrix;
  readonly k: Matrix;
  readonly v: Matrix;
  readonly attention: Attention;
  /** What the scores are divided by. */
  readonly divisor: number;
  readonly #blends = new Map<number, Blend>();
  #summary?: WeightSummary;
  #form?: Matrix;

  /** Throws `EngineError` where the shapes do not fit: `chooseHead` sees to that. */
  constructor(
    readonly engine: Engine,
    readonly sequence: Sequence,
    readonly head: Head,
    readonly options: HeadOptions,
    readonly id: string,
  ) {
    const { x, tokens } = sequence;
    this.q = engine.multiply(x, head.wq);
    this.k = engine.multiply(x, head.wk);
    this.v = engine.multiply(x, head.wv);
    const mask = (
      options.mask === "others" ? othersOnly(tokens.length) : options.mask
    ) as MaskInput;
    const { q, k, v } = this;
    this.attention = engine.attend({ q, k, v, scale: options.scale, mask });
    this.divisor = options.scale === "sqrt" ? rootOf(engine, q.cols) : 1;
  }

  get size(): number {
    return this.sequence.tokens.length;
  }

  /** d, d_k and d_v. */
  get dimensions(): { readonly d: number; readonly dk: number; readonly dv: number } {
    return { d: this.sequence.x[0]!.length, dk: this.q.cols, dv: this.v.cols };
  }

  get summary(): WeightSummary {
    return (this.#summary ??= this.engine.summarise(this.attention.weights));
  }

  /** W_Q W_Kᵀ, [d, d]. */
  get form(): Matrix {
    return (this.#form ??= this.engine.multiply(this.head.wq, transposed(this.head.wk)));
  }

  /** Whether the mask lets query i look at key j, both zero-based. */
  allowed(i: number, j: number): boolean {
    const { mask } = this.options;
    if (typeof mask === "object") return mask[i]?.[j] ?? false;
    return mask === "none" || (mask === "others" ? i !== j : j <= i);
  }

  /** Whether a weight, zero-based, is 0 only because floats ran out. */
  underflow(i: number, j: number): boolean {
    const { logits, weights } = this.attention;
    return at(weights, i, j) === 0 && Number.isFinite(at(logits, i, j));
  }

  /** How the context vector of row i (zero-based) is put together. */
  blend(i: number): Blend {
    const known = this.#blends.get(i);
    if (known) return known;
    const { data, cols } = this.attention.weights;
    const blend = this.engine.blend(data.subarray(i * cols, (i + 1) * cols), this.v);
    this.#blends.set(i, blend);
    return blend;
  }

  read(name: string): number | undefined {
    const { letter, at: indices } = parseName(name);
    const [i = 0, j = 0, n = 0] = indices.map((text) => Number(text) - 1);
    const { scores, scaled, logits, weights, context } = this.attention;
    switch (letter) {
      case "x":
        return this.sequence.x[i]?.[j];
      case "wq":
      case "wk":
      case "wv":
        return this.head[letter][i]?.[j];
      case "q":
      case "k":
      case "v":
        return at(this[letter], i, j);
      case "omega":
        return at(scores, i, j);
      case "divisor":
        return this.divisor;
      case "scaled":
        return at(scaled, i, j);
      case "logit":
        return at(logits, i, j);
      case "alpha":
        return at(weights, i, j);
      case "z":
        return at(context, i, j);
      case "pull":
        return i < this.size ? at(this.blend(i).pulls, j, n) : undefined;
      case "rowsum":
        return this.summary.rowSums[i];
      case "columnsum":
        return this.summary.columnSums[i];
      case "entropy":
        return this.summary.entropy[i];
      case "perplexity":
        return this.summary.perplexity[i];
      case "difference":
        return this.#difference(at(scores, i, j), at(scores, j, i));
      case "form":
        return at(this.form, i, j);
      default:
        return undefined;
    }
  }

  explain(name: string): Explanation | undefined {
    return explainHead(this, name);
  }

  #difference(there?: number, back?: number): number | undefined {
    if (there === undefined || back === undefined) return undefined;
    return this.engine.similarity([there, back], [1, -1]).dot;
  }
}
