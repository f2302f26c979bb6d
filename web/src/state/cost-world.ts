/**
 * What attention costs, counted: in column c for sequences of `T[c]` tokens, all else alike. A multiplication and the
 * addition of its product are counted as one. Counts are multiplied by the engine (`calculate`, FP64).
 * - `d`, `dk`, `dv`, `heads`: the sizes;
 * - `projections[c]`: to make queries, keys and values; `scoring[c]`: the scores; `blending[c]`: the context;
 *   `products[c]`: all of these, which is to say all that is matrix products;
 * - `exponentials[c]`: as many as scores, and as many numbers as the score matrix has; `mib[c]`: its memory;
 * - `perexp[c]`: multiplications in products for every exponential;
 * - `growth[a,b]`: how many times as large scoring is in column b as in column a.
 */
import type { Engine } from "@engine";
import { number, parseName, type Explanation, type Part, type World } from "./quantities";

export interface Sizes {
  readonly d: number;
  readonly dk: number;
  readonly dv: number;
  readonly heads: number;
  /** Whether queries, keys and values are made by matrices, or are the embeddings. */
  readonly projected: boolean;
}

/** A score is kept in FP32. */
const BYTES = 4;
const MIB = 2 ** 20;

const FORMULAS: Record<string, string> = {
  projections: "heads * T * d * (2 * dk + dv)",
  scoring: "heads * T * T * dk",
  blending: "heads * T * T * dv",
  exponentials: "heads * T * T",
};

export class CostWorld implements World {
  readonly #values = new Map<string, number>();

  constructor(
    engine: Engine,
    readonly lengths: readonly number[],
    readonly sizes: Sizes,
    readonly id: string,
  ) {
    const by = (operation: "add" | "multiply" | "divide", a: number, b: number) =>
      engine.calculate(operation, [a, b], "fp64").value;
    const product = (...factors: readonly number[]) =>
      factors.reduce((a, b) => by("multiply", a, b));
    const { d, dk, dv, heads, projected } = sizes;
    const set = (name: string, value: number) => this.#values.set(name, value);
    for (const [name, value] of Object.entries({ d, dk, dv, heads })) set(name, value);
    for (const [at, T] of lengths.entries()) {
      const c = `[${at + 1}]`;
      const projections = projected ? product(heads, T, d, by("add", product(2, dk), dv)) : 0;
      const [scoring, blending] = [product(heads, T, T, dk), product(heads, T, T, dv)];
      const exponentials = product(heads, T, T);
      const products = by("add", by("add", projections, scoring), blending);
      set(`T${c}`, T);
      set(`projections${c}`, projections);
      set(`scoring${c}`, scoring);
      set(`blending${c}`, blending);
      set(`products${c}`, products);
      set(`exponentials${c}`, exponentials);
      set(`mib${c}`, by("divide", product(exponentials, BYTES), MIB));
      set(`perexp${c}`, by("divide", products, exponentials));
      for (const [before] of lengths.slice(0, at).entries()) {
        const other = this.#values.get(`scoring[${before + 1}]`)!;
        set(`growth[${before + 1},${at + 1}]`, by("divide", scoring, other));
      }
    }
  }

  read(name: string): number | undefined {
    return this.#values.get(name);
  }

  explain(name: string): Explanation | undefined {
    const { letter, at } = parseName(name);
    const [c = "1", other] = at;
    const here = (quantity: string): Part => number(`${quantity}[${c}]`);
    const answer = (meaning: string, lines: Explanation["lines"] = []) => ({
      meaning,
      lines,
      python: this.#program(letter, c, other),
    });
    switch (letter) {
      case "T":
        return answer("how many tokens there are");
      case "d":
        return answer("how many numbers an embedding has");
      case "dk":
        return answer("how many numbers a query and a key have");
      case "dv":
        return answer("how many numbers a value has");
      case "heads":
        return answer("how many heads look at once");
      case "projections":
        return answer(
          this.sizes.projected
            ? "every token's embedding times three matrices, in every head"
            : "none, for the embeddings themselves are queries, keys and values",
          this.sizes.projected
            ? [
                ["heads · T · d · (2 dₖ + dᵥ)"],
                [
                  ...[number("heads"), " · ", here("T"), " · ", number("d")],
                  ...[" · (2 · ", number("dk"), " + ", number("dv"), ")"],
                ],
              ]
            : [],
        );
      case "scoring":
      case "blending": {
        const [size, text] = letter === "scoring" ? ["dk", "dₖ"] : ["dv", "dᵥ"];
        return answer(
          letter === "scoring"
            ? "for every query and every key, in every head, one multiplication for each of their components"
            : "for every query and every value, in every head, one multiplication for each of the value's components",
          [
            [`heads · T · T · ${text}`],
            [number("heads"), " · ", here("T"), " · ", here("T"), " · ", number(size!)],
          ],
        );
      }
      case "products":
        return answer("all multiplications that are part of a matrix product", [
          [here("projections"), " + ", here("scoring"), " + ", here("blending")],
        ]);
      case "exponentials":
        return answer("one for every query and every key, in every head", [
          ["heads · T · T"],
          [number("heads"), " · ", here("T"), " · ", here("T")],
        ]);
      case "mib":
        return answer("the memory of all the scores, in MiB", [
          [here("exponentials"), ` · ${BYTES} bytes / 2²⁰`],
        ]);
      case "perexp":
        return answer("how many multiplications of matrix products there are for one exponential", [
          [here("products"), " / ", here("exponentials")],
        ]);
      case "growth":
        return answer("by how much the scores' cost has grown with the sequence", [
          [number(`scoring[${other}]`), " / ", here("scoring")],
        ]);
      default:
        return undefined;
    }
  }

  #program(letter: string, c: string, other?: string): string {
    const { d, dk, dv, heads, projected } = this.sizes;
    const T = this.lengths[Number(c) - 1]!;
    const formulas = Object.entries({ ...FORMULAS, ...(!projected && { projections: "0" }) });
    const expression =
      letter === "growth" ? `heads * ${this.lengths[Number(other) - 1]}**2 * dk / scoring` : letter;
    return [
      `T, d, dk, dv, heads = ${T}, ${d}, ${dk}, ${dv}, ${heads}`,
      ...formulas.map(([name, formula]) => `${name} = ${formula}`),
      "products = projections + scoring + blending",
      `mib = exponentials * ${BYTES} / 2**20`,
      "perexp = products / exponentials",
      `print(${expression})`,
      "",
    ].join("\n");
  }
}
