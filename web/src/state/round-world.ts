/**
 * One round of message passing by a head, and the same as one product of matrices. Beside all that the head's own world has:
 * - `gathered[i,n]`: the messages `pull[i,j,n]` to token i, added one after the other (`blend`);
 * - `product[i,n]`, entry (i, n) of A · (X W_V) (`multiply`), and `apart[i,n]`, by how much the two differ (`similarity`);
 * - `against[i,n]`, entry (i, n) of Aᵀ · (X W_V): what would come of it if messages ran the other way.
 */
import type { Matrix } from "@engine";
import { headProgram } from "./head-why";
import type { HeadWorld } from "./head-world";
import { rowsOf } from "./picture";
import { counted, parseName, twice, type Explanation, type World } from "./quantities";
import { transposed } from "./head-world";

export class RoundWorld implements World {
  #product?: Matrix;
  #against?: Matrix;

  constructor(
    readonly head: HeadWorld,
    readonly id: string,
  ) {}

  get product(): Matrix {
    return (this.#product ??= this.head.engine.multiply(this.head.attention.weights, this.head.v));
  }

  get against(): Matrix {
    const { engine, attention, v } = this.head;
    return (this.#against ??= engine.multiply(transposed(rowsOf(attention.weights)), v));
  }

  /** The last of the sums that grow message by message, both indices zero-based. */
  #gathered(i: number, n: number) {
    const { rows, cols, data } = this.head.blend(i).partialSums;
    return data[(rows - 1) * cols + n];
  }

  read(name: string): number | undefined {
    const { letter, at } = parseName(name);
    const [i = 0, n = 0] = at.map((text) => Number(text) - 1);
    const entry = ({ cols, data }: Matrix) => data[i * cols + n];
    switch (letter) {
      case "gathered":
        return this.#gathered(i, n);
      case "product":
        return entry(this.product);
      case "apart": {
        const pair = [this.#gathered(i, n)!, entry(this.product)!];
        return this.head.engine.similarity(pair, [1, -1]).dot;
      }
      case "against":
        return entry(this.against);
      default:
        return this.head.read(name);
    }
  }

  explain(name: string): Explanation | undefined {
    const { letter, at } = parseName(name);
    const [i, n] = at as [string, string];
    const [row, column] = at.map((text) => Number(text) - 1);
    const { size, sequence } = this.head;
    const token = `“${sequence.tokens[row!]}”`;
    const keys = counted(size);
    const oneByOne = `sum(weights[${row}, j] * v[j, ${column}] for j in range(${size}))`;
    const python = (expression: string) => headProgram(this.head, expression);
    switch (letter) {
      case "gathered":
        return {
          meaning: `component ${n} of what ${token} has gathered: the messages to it, added one after the other`,
          lines: twice(keys, " + ", (j) => [`pull[${i},${j},${n}]`]),
          python: python(oneByOne),
        };
      case "product":
        return {
          meaning: `row ${i}, column ${n} of the product of the weights and the values`,
          lines: twice(keys, " + ", (j) => [`alpha[${i},${j}]`, " · ", `v[${j},${n}]`]),
          python: python(`(weights @ v)[${row}, ${column}]`),
        };
      case "apart":
        return {
          meaning: `by how much the sum of the messages to ${token} and the product of the matrices differ in component ${n}`,
          lines: twice([0], "", () => [`gathered[${i},${n}]`, " − ", `product[${i},${n}]`]),
          python: python(`${oneByOne} - (weights @ v)[${row}, ${column}]`),
        };
      case "against":
        return {
          meaning: `component ${n} of what ${token} would become if messages ran from the one who looks to the one looked at: every value, by the weight with which its token looks at ${token}`,
          lines: twice(keys, " + ", (j) => [`alpha[${j},${i}]`, " · ", `v[${j},${n}]`]),
          python: python(`(weights.T @ v)[${row}, ${column}]`),
        };
      default:
        return this.head.explain(name);
    }
  }
}
