/**
 * The softmax of one row of numbers, in FP64, and where each number of it comes from:
 * `score[k]`, `max`, `shifted[k]`, `exp[k]`, `sum`, `logsum` and the shares `p[k]` (`softmax`).
 */
import type { Engine, SoftmaxTrace } from "@engine";
import {
  counted,
  joined,
  number,
  parseName,
  pythonVector,
  symbol,
  twice,
  type Explanation,
  type Part,
  type World,
} from "./quantities";

export class RowWorld implements World {
  /** Says which row it is. */
  readonly id: string;
  readonly trace: SoftmaxTrace;

  constructor(
    engine: Engine,
    readonly scores: readonly number[],
  ) {
    this.id = `row:${scores.join(",")}`;
    this.trace = engine.softmax(scores, { format: "fp64", shift: "max" });
  }

  read(name: string): number | undefined {
    const { letter, at } = parseName(name);
    const k = Number(at[0]) - 1;
    const { shift, shifted, exponentials, sum, logSum, probabilities } = this.trace;
    switch (letter) {
      case "score":
        return this.scores[k];
      case "max":
        return shift;
      case "shifted":
        return shifted[k];
      case "exp":
        return exponentials[k];
      case "sum":
        return sum;
      case "logsum":
        return logSum;
      case "p":
        return probabilities[k];
      default:
        return undefined;
    }
  }

  explain(name: string): Explanation | undefined {
    const { letter, at } = parseName(name);
    const [k] = at;
    const all = counted(this.scores.length);
    switch (letter) {
      case "score":
        return this.#answer(
          "one of the scores, as they were given",
          [],
          `scores[${Number(k) - 1}]`,
        );
      case "max":
        return this.#answer(
          "the largest score",
          [["max(", ...joined(all, ", ", (c) => [number(`score[${c}]`)]), ")"]],
          "scores.max()",
        );
      case "shifted":
        return this.#answer(
          "how far the score lies below the largest",
          [
            [symbol(`score[${k}]`), " − ", symbol("max")],
            [number(`score[${k}]`), " − ", number("max")],
          ],
          `(scores - scores.max())[${Number(k) - 1}]`,
        );
      case "exp":
        return this.#answer(
          "the exponential of the score, measured from the largest",
          [symbol, number].map((write) => ["exp(", write(`shifted[${k}]`), ")"]),
          `e[${Number(k) - 1}]`,
        );
      case "sum":
        return this.#answer(
          "what the exponentials come to",
          twice(all, " + ", (c) => [`exp[${c}]`]),
          "e.sum()",
        );
      case "logsum":
        return this.#answer(
          "the natural logarithm of the sum of the exponentials",
          [["ln ", number("sum")]],
          "np.log(e.sum())",
        );
      case "p":
        return this.#answer(
          `the share that the softmax gives to score ${k}`,
          [symbol, number].map((write) => [write(`exp[${k}]`), " / ", write("sum")]),
          `(e / e.sum())[${Number(k) - 1}]`,
        );
      default:
        return undefined;
    }
  }

  #answer(meaning: string, lines: readonly (readonly Part[])[], expression: string): Explanation {
    const python = [
      "import numpy as np",
      "",
      `scores = ${pythonVector(this.scores)}`,
      "e = np.exp(scores - scores.max())",
      `print(${expression})`,
      "",
    ].join("\n");
    return { meaning, lines, python };
  }
}
