/**
 * A dot product in a format, its products summed in another (`dotInFormat`): `first[m]`, `second[m]` in the format,
 * `times[m]` their product and `sofar[m]` the sum up to it in the accumulator's, `result`, and `exact` in double precision.
 */
import type { DotTrace, Engine, FloatFormat } from "@engine";
import { shortName } from "./formats";
import { pythonFormat } from "./python-format";
import {
  counted,
  number,
  parseName,
  pythonVector,
  symbol,
  twice,
  type Explanation,
  type Part,
  type World,
} from "./quantities";

export class DotWorld implements World {
  readonly trace: DotTrace;

  constructor(
    engine: Engine,
    readonly left: readonly number[],
    readonly right: readonly number[],
    readonly format: FloatFormat,
    readonly accumulator: FloatFormat,
    readonly id: string,
  ) {
    this.trace = engine.dotInFormat(left, right, { format, accumulate: accumulator });
  }

  read(name: string): number | undefined {
    const { letter, at } = parseName(name);
    const m = Number(at[0]) - 1;
    const { x, y, products, partialSums, dot, exact } = this.trace;
    switch (letter) {
      case "first":
        return x[m];
      case "second":
        return y[m];
      case "times":
        return products[m];
      case "sofar":
        return partialSums[m];
      case "result":
        return dot;
      case "exact":
        return exact;
      default:
        return undefined;
    }
  }

  explain(name: string): Explanation | undefined {
    const { letter, at } = parseName(name);
    const m = Number(at[0]);
    const all = counted(this.left.length);
    const inBoth = (parts: (write: (of: string) => Part) => Part[]) => [symbol, number].map(parts);
    const accumulator = shortName(this.accumulator);
    switch (letter) {
      case "first":
      case "second":
        return this.#answer(
          `component ${m} of one of the vectors, in ${shortName(this.format)}`,
          [],
          `${letter}[${m - 1}]`,
        );
      case "times":
        return this.#answer(
          `the product of the two vectors’ components ${m}, rounded to ${accumulator}`,
          inBoth((write) => [write(`first[${m}]`), " · ", write(`second[${m}]`)]),
          `times[${m - 1}]`,
        );
      case "sofar":
        return this.#answer(
          `the sum of the products so far, rounded to ${accumulator}`,
          inBoth((write) =>
            m === 1 ? [write("times[1]")] : [write(`sofar[${m - 1}]`), " + ", write(`times[${m}]`)],
          ),
          `sofar[${m - 1}]`,
        );
      case "result":
        return this.#answer(
          `the last of the sums, put back into ${shortName(this.format)}`,
          inBoth((write) => ["rounded(", write(`sofar[${all.length}]`), ")"]),
          "fp(sofar[-1])",
        );
      case "exact":
        return this.#answer(
          "the dot product in double precision",
          twice(all, " + ", (k) => [`first[${k}]`, " · ", `second[${k}]`]),
          "x @ y",
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
      `x = ${pythonVector(this.left)}`,
      `y = ${pythonVector(this.right)}`,
      "first, second = fp(x), fp(y)",
      "times = acc(first * second)",
      "sofar, total = [], 0.0",
      "for each in times:",
      "    total = acc(total + each)",
      "    sofar.append(total)",
      `print(${expression})`,
      "",
    ].join("\n");
    return { meaning, lines, python };
  }
}
