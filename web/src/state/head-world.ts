/**
 * One head of attention on one sequence, and where each of its numbers comes from. Beside the inputs `x[i,m]`:
 * - `wq[m,n]`, `wk[m,n]`, `wv[m,n]`, and what they make of each token: `q[i,n]`, `k[j,n]`, `v[j,n]` (`multiply`);
 * - `omega[i,j]` = q_i · k_j, `scaled[i,j]`, which is that over `divisor`, √d_k or 1, and `logit[i,j]`, which is −∞ where
 *   the mask is; the weights `alpha[i,j]` and the context `z[i,n]` (`attend`);
 * - on the way to the weights, `max[i]`, `exp[i,j]` and `sum[i]` (`softmax`);
 * - `pull[i,j,n]` = α_ij v_jn (`blend`), `rowsum[i]`, `columnsum[j]`, `entropy[i]`, `perplexity[i]` (`summarise`);
 * - `difference[i,j]` = ω_ij − ω_ji (`similarity`), and `form[a,b]`, entry (a, b) of W_Q W_Kᵀ (`multiply`).
 */
import type {
  Attention,
  Blend,
  Engine,
  MaskInput,
  Matrix,
  SoftmaxTrace,
  WeightSummary,
} from "@engine";
import { explainHead } from "./head-why";
import type { Head } from "./heads";
import { parseName, type Explanation, type World } from "./quantities";
import type { Sequence } from "./presets";
import { rootOf } from "./roots";

/** Whom each token looks at: [T, T], row i the query's. */
export type Adjacency = readonly (readonly boolean[])[];

/** Whom a query may look at: all keys, all but itself, or none that come later. */
export type HeadMask = "none" | "others" | "causal";

/** The causal mask gone wrong: transposed, a query looks at itself and at later keys; inverted, at later ones alone. */
export type WrongMask = "transposed" | "inverted";

export interface HeadOptions {
  readonly scale: "sqrt" | "none";
  readonly mask: HeadMask | WrongMask | Adjacency;
  /** What shares one whole; by default the row, as it should be. */
  readonly normalise?: "row" | "column";
}

/** Whether a mask lets query i look at key j, both zero-based. */
const ALLOWED: Record<HeadMask | WrongMask, (i: number, j: number) => boolean> = {
  none: () => true,
  others: (i, j) => i !== j,
  causal: (i, j) => j <= i,
  transposed: (i, j) => j >= i,
  inverted: (i, j) => j > i,
};

const allows = (mask: HeadOptions["mask"], i: number, j: number): boolean =>
  typeof mask === "object" ? (mask[i]?.[j] ?? false) : ALLOWED[mask](i, j);

function maskOf(mask: HeadOptions["mask"], tokens: number): MaskInput {
  if (mask === "none" || mask === "causal") return mask;
  const all = [...Array(tokens).keys()];
  return all.map((i) => all.map((j) => allows(mask, i, j)));
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
  readonly #traces = new Map<number, SoftmaxTrace>();
  #summary?: WeightSummary;
  #form?: Matrix;

  /** Throws `EngineError` where the shapes do not fit: `chooseHead` sees to that. */
  constructor(
    readonly engine: Engine,
    readonly sequence: Sequence,
    readonly head: Head,
    readonly options: HeadOptions,
    readonly id: string,
    /** A world of the same sequence and head: what it has made of the tokens is taken over. */
    like?: Pick<HeadWorld, "q" | "k" | "v">,
  ) {
    const { x, tokens } = sequence;
    const { wq, wk, wv } = head;
    const q = like?.q ?? engine.multiply(x, wq);
    const k = like?.k ?? (wk === wq ? q : engine.multiply(x, wk));
    const v = like?.v ?? (wv === wk ? k : engine.multiply(x, wv));
    [this.q, this.k, this.v] = [q, k, v];
    const { scale, normalise } = options;
    const mask = maskOf(options.mask, tokens.length);
    this.attention = engine.attend({ q, k, v, scale, mask, normalise });
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
    return allows(this.options.mask, i, j);
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

  /** The softmax of row i (zero-based), step by step. A row with nothing to look at is measured from 0: all of it is 0. */
  softmaxRow(i: number): SoftmaxTrace {
    const known = this.#traces.get(i);
    if (known) return known;
    const { logits, rowFlags } = this.attention;
    const row = logits.data.subarray(i * logits.cols, (i + 1) * logits.cols);
    const shift = rowFlags[i] === "empty" ? 0 : "max";
    const trace = this.engine.softmax(row, { format: "fp32", shift });
    this.#traces.set(i, trace);
    return trace;
  }

  /** All exponentials, [T, T]. */
  get exponentials(): Matrix {
    const data = new Float32Array(this.size ** 2);
    for (let i = 0; i < this.size; i++) data.set(this.softmaxRow(i).exponentials, i * this.size);
    return { rows: this.size, cols: this.size, data };
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
      case "max":
        return i < this.size ? this.softmaxRow(i).shift : undefined;
      case "exp":
        return i < this.size ? this.softmaxRow(i).exponentials[j] : undefined;
      case "sum":
        return i < this.size ? this.softmaxRow(i).sum : undefined;
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
