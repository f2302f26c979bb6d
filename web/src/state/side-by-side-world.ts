/**
 * The contexts of several heads, side by side: `out[i,c]`. What they are made of has the head's number first:
 * `z[h,i,n]`, `alpha[h,i,j]`, `v[h,j,n]` and so on (`HeadWorld`).
 */
import type { Matrix } from "@engine";
import type { HeadWorld } from "./head-world";
import { number, parseName, type Explanation, type Part, type World } from "./quantities";

/** These are no head's own. */
const SHARED = new Set(["x", "divisor"]);

export class SideBySideWorld implements World {
  /** [T, heads · d_v]. */
  readonly context: Matrix;
  readonly #size: number;

  constructor(
    readonly heads: readonly HeadWorld[],
    readonly id: string,
  ) {
    const { rows, cols } = heads[0]!.attention.context;
    this.#size = cols;
    const data = new Float32Array(rows * cols * heads.length);
    for (const [h, { attention }] of heads.entries())
      for (let i = 0; i < rows; i++)
        data.set(
          attention.context.data.subarray(i * cols, (i + 1) * cols),
          (i * heads.length + h) * cols,
        );
    this.context = { rows, cols: cols * heads.length, data };
  }

  read(name: string): number | undefined {
    const { h, inner } = this.#inside(name);
    return this.heads[h - 1]?.read(inner);
  }

  explain(name: string): Explanation | undefined {
    const { h, inner } = this.#inside(name);
    const explanation = this.heads[h - 1]?.explain(inner);
    if (!explanation) return undefined;
    const { letter, at } = parseName(inner);
    if (name.startsWith("out["))
      return {
        meaning: `component ${at[1]} of what head ${h} makes of “${this.heads[0]!.sequence.tokens[Number(at[0]) - 1]}”, set beside those of the other heads`,
        lines: [[number(`z[${h},${at.join()}]`)]],
        python: explanation.python,
      };
    return {
      meaning: SHARED.has(letter) ? explanation.meaning : `in head ${h}, ${explanation.meaning}`,
      lines: explanation.lines.map((line) => line.map((part) => outside(part, h))),
      python: explanation.python,
    };
  }

  /** The head that a name belongs to, and what the number is called there. */
  #inside(name: string): { h: number; inner: string } {
    const { letter, at } = parseName(name);
    if (letter === "out") {
      const c = Number(at[1]);
      const h = Math.ceil(c / this.#size);
      return { h, inner: `z[${at[0]},${c - (h - 1) * this.#size}]` };
    }
    if (SHARED.has(letter)) return { h: 1, inner: name };
    const [h, ...rest] = at;
    return { h: Number(h), inner: `${letter}[${rest.join()}]` };
  }
}

/** A part of a head's expression with the head's number in its name. */
function outside(part: Part, h: number): Part {
  if (typeof part === "string") return part;
  const rename = (name: string) => {
    const { letter, at } = parseName(name);
    return SHARED.has(letter) ? name : `${letter}[${[h, ...at].join()}]`;
  };
  return "symbol" in part ? { symbol: rename(part.symbol) } : { value: rename(part.value) };
}
