/**
 * The softmax of T equal logits: every exponential is 1, and the ones are added in the accumulator's format
 * (`accumulate`):
 * - `running[n]`: the sum after n of them; `sum`: after all; `exact`: what it should be; `stall`: after how many it
 *   stopped growing;
 * - `p`: each weight, 1 / sum, in the weights' own format; `total`: what the T weights come to.
 */
import type { Accumulation, Engine, FloatFormat } from "@engine";
import { shortName } from "./formats";
import { pythonFormat } from "./python-format";
import { number, parseName, symbol, type Explanation, type Part, type World } from "./quantities";

export class StallWorld implements World {
  readonly accumulation: Accumulation;
  readonly sum: number;
  readonly p: number;

  constructor(
    readonly engine: Engine,
    readonly terms: number,
    readonly format: FloatFormat,
    readonly accumulator: FloatFormat,
    readonly id: string,
    /** Of as many ones in the accumulator's format, where it is known already. */
    accumulation: Accumulation = engine.accumulate(1, terms, accumulator),
  ) {
    this.accumulation = accumulation;
    this.sum = this.accumulation.partialSums[terms - 1]!;
    this.p = engine.calculate("divide", [1, this.sum], format).value;
  }

  read(name: string): number | undefined {
    const { letter, at } = parseName(name);
    const { partialSums, exact, stalledAfter } = this.accumulation;
    switch (letter) {
      case "running":
        return partialSums[Number(at[0]) - 1];
      case "sum":
        return this.sum;
      case "exact":
        return exact;
      case "stall":
        return stalledAfter ?? undefined;
      case "p":
        return this.p;
      case "total":
        return this.engine.calculate("multiply", [this.terms, this.p], "fp64").value;
      default:
        return undefined;
    }
  }

  explain(name: string): Explanation | undefined {
    const { letter, at } = parseName(name);
    const inBoth = (parts: (write: (of: string) => Part) => Part[]) => [symbol, number].map(parts);
    const accumulator = shortName(this.accumulator);
    switch (letter) {
      case "running": {
        const n = Number(at[0]);
        return this.#answer(
          `the sum after ${n} ones, rounded to ${accumulator} after each`,
          n > 1 ? [["rounded(", number(`running[${n - 1}]`), " + 1)"]] : [],
          `running[${n - 1}]`,
        );
      }
      case "sum":
        return this.#answer(
          `what ${this.terms} ones come to, rounded to ${accumulator} after each addition`,
          [],
          "running[-1]",
        );
      case "exact":
        return this.#answer("how many ones were added", [], "float(terms)");
      case "stall":
        return this.#answer(
          "after how many ones the sum no longer changed",
          [],
          "running.index(running[-1]) + 1",
        );
      case "p":
        return this.#answer(
          `each weight: one exponential over the sum, rounded to ${shortName(this.format)}`,
          inBoth((write) => ["rounded(1 / ", write("sum"), ")"]),
          "fp(1 / running[-1])",
        );
      case "total":
        return this.#answer(
          "what all the weights come to, in double precision",
          inBoth((write) => [`${this.terms} · `, write("p")]),
          "terms * fp(1 / running[-1])",
        );
      default:
        return undefined;
    }
  }

  #answer(meaning: string, lines: readonly (readonly Part[])[], expression: string): Explanation {
    const python = [
      "import numpy as np",
      "",
      ...pythonFormat(this.format),
      ...pythonFormat(this.accumulator, "acc"),
      `terms = ${this.terms}`,
      "running, total = [], 0.0",
      "for term in range(terms):",
      "    total = acc(total + 1.0)",
      "    running.append(total)",
      `print(${expression})`,
      "",
    ].join("\n");
    return { meaning, lines, python };
  }
}
