/**
 * What several heads make of one query, row i of the sequence. Head h has `alpha[h,j]`, `entropy[h]` and `z[h,n]`; side
 * by side the z of all heads are the output, `out[c]`. What these are made of has the head's number first too: `q[h,n]`,
 * `k[h,j,n]`, `v[h,j,n]`, `omega[h,j]`, `scaled[h,j]`, `wq[h,m,n]` and so on (`HeadWorld`).
 */
import type { Engine, Matrix } from "@engine";
import { HeadWorld, type HeadOptions } from "./head-world";
import type { Head } from "./heads";
import { number, parseName, type Explanation, type Part, type World } from "./quantities";
import type { Sequence } from "./presets";

/** Of these the query's row is meant: the head's number stands in its place. */
const OF_QUERY = new Set(["q", "omega", "scaled", "logit", "alpha", "z", "entropy"]);
/** These are every head's own, whoever asks. */
const OF_HEAD = new Set(["k", "v", "wq", "wk", "wv"]);

export class ManyHeadsWorld implements World {
  readonly heads: readonly HeadWorld[];
  /** [heads, T]: how each head spends the query's attention. */
  readonly weights: Matrix;
  /** The entropy of each, in bits. */
  readonly entropies: readonly number[];
  /** How many numbers the output has, and each head of them. */
  readonly width: number;
  readonly size: number;

  constructor(
    engine: Engine,
    readonly sequence: Sequence,
    heads: readonly Head[],
    options: HeadOptions,
    readonly i: number,
    readonly id: string,
  ) {
    this.heads = heads.map((head) => new HeadWorld(engine, sequence, head, options, id));
    const cols = sequence.tokens.length;
    const data = new Float32Array(heads.length * cols);
    for (const [h, { attention }] of this.heads.entries())
      data.set(attention.weights.data.subarray(i * cols, (i + 1) * cols), h * cols);
    this.weights = { rows: heads.length, cols, data };
    this.entropies = this.heads.map(({ summary }) => summary.entropy[i]!);
    this.size = this.heads[0]!.v.cols;
    this.width = this.size * heads.length;
  }

  /** Which head, from 1, component c of the output comes from, and which of its components it is. */
  origin(c: number): { readonly h: number; readonly n: number } {
    return { h: Math.ceil(c / this.size), n: ((c - 1) % this.size) + 1 };
  }

  underflow(h: number, j: number): boolean {
    return this.heads[h]!.underflow(this.i, j);
  }

  read(name: string): number | undefined {
    const inner = this.#inside(name);
    return inner && inner.head.read(inner.name);
  }

  explain(name: string): Explanation | undefined {
    const inner = this.#inside(name);
    const explanation = inner?.head.explain(inner.name);
    if (!inner || !explanation) return undefined;
    const { letter } = parseName(name);
    if (letter === "out")
      return {
        meaning: `one of the numbers that head ${inner.h} gives, set beside those of the other heads`,
        lines: [[number(`z[${inner.h},${parseName(inner.name).at[1]}]`)]],
        python: explanation.python,
      };
    return {
      meaning: letter === "x" ? explanation.meaning : `in head ${inner.h}, ${explanation.meaning}`,
      lines: explanation.lines.map((line) => line.map((part) => this.#outside(part, inner.h))),
      python: explanation.python,
    };
  }

  /** The head that a name belongs to, and what the number is called there. */
  #inside(name: string): { head: HeadWorld; h: number; name: string } | undefined {
    const { letter, at } = parseName(name);
    const query = this.i + 1;
    const found = (h: number, inner: string) => {
      const head = this.heads[h - 1];
      return head && { head, h, name: inner };
    };
    if (letter === "out") {
      const { h, n } = this.origin(Number(at[0]));
      return found(h, `z[${query},${n}]`);
    }
    const [first, ...rest] = at;
    if (OF_QUERY.has(letter)) return found(Number(first), `${letter}[${[query, ...rest].join()}]`);
    if (OF_HEAD.has(letter)) return found(Number(first), `${letter}[${rest.join()}]`);
    return letter === "x" || letter === "divisor" ? found(1, name) : undefined;
  }

  /** A part of a head's expression with the head's number in its name. */
  #outside(part: Part, h: number): Part {
    if (typeof part === "string") return part;
    const rename = (name: string) => {
      const { letter, at } = parseName(name);
      if (OF_QUERY.has(letter)) return `${letter}[${[h, ...at.slice(1)].join()}]`;
      return OF_HEAD.has(letter) ? `${letter}[${[h, ...at].join()}]` : name;
    };
    return "symbol" in part ? { symbol: rename(part.symbol) } : { value: rename(part.value) };
  }
}
