/**
 * A row of scores all of whose keys are masked, in three programs (FP32): `bare[k]`, the plain softmax of −∞ (`softmax`);
 * `guarded[k]`, the weights that the lesson's attention gives (`attend`); `sunk[k]`, the softmax of scores with −10⁹ added
 * (`addMask`, `softmax`), those sums being `masked[k]` and the scores `score[k]`.
 */
import type { Engine } from "@engine";
import {
  counted,
  joined,
  number,
  parseName,
  pythonVector,
  symbol,
  type Explanation,
  type Part,
  type World,
} from "./quantities";

const SCORES = [0.3, 0.1, -0.2];
const SUNK = -1e9;

export class MaskedWorld implements World {
  readonly id = "masked";
  readonly #numbers: Record<string, ArrayLike<number>>;

  constructor(engine: Engine) {
    const every = <T>(value: T) => SCORES.map(() => value);
    const column = SCORES.map((score) => [score]);
    const { masked } = engine.addMask(SCORES, every(SUNK), "fp32");
    this.#numbers = {
      score: SCORES,
      masked,
      bare: engine.softmax(every(-Infinity)).probabilities,
      guarded: engine.attend({ q: [[1]], k: column, v: column, mask: [every(false)] }).weights.data,
      sunk: engine.softmax(masked).probabilities,
    };
  }

  read(name: string): number | undefined {
    const { letter, at } = parseName(name);
    return this.#numbers[letter]?.[Number(at[0]) - 1];
  }

  explain(name: string): Explanation | undefined {
    const { letter, at } = parseName(name);
    const k = Number(at[0]);
    const all = counted(SCORES.length);
    const softmaxOf = (logit: (j: number) => Part): Part[][] => [
      [
        "exp(",
        logit(k),
        " − m) / (",
        ...joined(all, " + ", (j) => ["exp(", logit(j), " − m)"]),
        ")",
      ],
    ];
    switch (letter) {
      case "score":
        return answer("one of the row's scores", [], `scores[${k - 1}]`);
      case "masked":
        return answer(
          "the score with the mask added to it, rounded to FP32",
          [
            [symbol(`score[${k}]`), " + (−10⁹)"],
            [number(`score[${k}]`), " + (−10⁹)"],
          ],
          `masked[${k - 1}]`,
        );
      case "bare":
        return answer(
          "the share of a key whose logit is −∞, in a row where all are: −∞ − (−∞) is NaN",
          softmaxOf(() => "−∞"),
          `softmax(np.full(${SCORES.length}, -np.inf, dtype=np.float32))[${k - 1}]`,
        );
      case "sunk":
        return answer(
          "the share of a key whose score was sunk by −10⁹, in a row where all were",
          softmaxOf((j) => number(`masked[${j}]`)),
          `softmax(masked)[${k - 1}]`,
        );
      case "guarded":
        return answer(
          "the weight of a key that is masked; in a row with nothing to attend to it is 0 by definition",
          [],
          `np.where(may.any(), softmax(scores), 0)[${k - 1}]`,
          [`may = np.zeros(${SCORES.length}, dtype=bool)`],
        );
      default:
        return undefined;
    }
  }
}

function answer(
  meaning: string,
  lines: readonly (readonly Part[])[],
  expression: string,
  extra: readonly string[] = [],
): Explanation {
  const python = [
    "import numpy as np",
    "",
    "def softmax(logits):",
    "    e = np.exp(logits - logits.max())",
    "    return e / e.sum()",
    "",
    `scores = ${pythonVector(SCORES)}.astype(np.float32)`,
    "masked = scores + np.float32(-1e9)",
    ...extra,
    `print(${expression})`,
    "",
  ].join("\n");
  return { meaning, lines, python };
}
