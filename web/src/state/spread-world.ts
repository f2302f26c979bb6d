/**
 * How far random dot products lie apart (`sampleDots`): for vectors of d components `mean[d]`, `variance[d]` and
 * `deviation[d]`; of the same divided by √d `dividedmean[d]`, `dividedvariance[d]`, `divideddeviation[d]`; and `root[d]`, √d.
 */
import { NORMAL_IN_PYTHON } from "./python-normal";
import { number, parseName, symbol, type Explanation, type Part, type World } from "./quantities";
import { rootOf } from "./roots";
import { PAIRS, type Simulations } from "./simulations";

const DIVIDED = "divided";

export class SpreadWorld implements World {
  readonly id = "spread";

  constructor(readonly simulations: Simulations) {}

  read(name: string): number | undefined {
    const { letter, at } = parseName(name);
    const d = Number(at[0]);
    const isDivided = letter.startsWith(DIVIDED);
    const scale = isDivided ? "sqrt" : "none";
    switch (isDivided ? letter.slice(DIVIDED.length) : letter) {
      case "root":
        return rootOf(this.simulations.engine, d);
      case "mean":
        return this.simulations.dots(d, scale).mean;
      case "variance":
        return this.simulations.dots(d, scale).variance;
      case "deviation":
        return this.simulations.dots(d, scale).deviation;
      default:
        return undefined;
    }
  }

  explain(name: string): Explanation | undefined {
    const { letter, at } = parseName(name);
    const d = at[0]!;
    const isDivided = letter.startsWith(DIVIDED);
    const prefix = isDivided ? DIVIDED : "";
    const products = `${PAIRS} dot products of random vectors of ${d} components${isDivided ? ", each divided by √d" : ""}`;
    const answer = (meaning: string, lines: readonly (readonly Part[])[], expression: string) => ({
      meaning,
      lines,
      python: this.#program(d, isDivided, expression),
    });
    switch (letter.slice(prefix.length)) {
      case "root":
        return answer(`the square root of d, where d is ${d}`, [[`√${d}`]], "np.sqrt(d)");
      case "mean":
        return answer(
          `the mean of ${products}`,
          [[`the sum of all ${PAIRS} / ${PAIRS}`]],
          "dots.mean()",
        );
      case "variance":
        return answer(
          `the variance of ${products}`,
          [[`the mean of all ${PAIRS} of (ω − `, number(`${prefix}mean[${d}]`), ")²"]],
          "dots.var()",
        );
      case "deviation":
        return answer(
          `the standard deviation of ${products}: how far one typically lies from the mean`,
          [symbol, number].map((write) => ["√", write(`${prefix}variance[${d}]`)]),
          "dots.std()",
        );
      default:
        return undefined;
    }
  }

  #program(d: string, isDivided: boolean, expression: string): string {
    return [
      ...NORMAL_IN_PYTHON,
      `d, pairs = ${d}, ${PAIRS}`,
      `x = normal(2 * pairs, d, ${this.simulations.seed})`,
      `dots = (x[0::2] * x[1::2]).sum(axis=1)${isDivided ? " / np.sqrt(d)" : ""}`,
      `print(${expression})`,
      "",
    ].join("\n");
  }
}
