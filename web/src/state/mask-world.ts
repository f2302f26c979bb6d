/**
 * A mask that is added to a row of scores in a format, and the softmax of that (`addMask`, `softmax`):
 * - `score[k]`, `mask[k]`: as given; `heldscore[k]`, `heldmask[k]`: in the format; `masked[k]`: their sum there;
 * - `p[k]`: the weights, shifted by the maximum; `total`: what they come to; `leak`: what of it the masked keys got.
 */
import type { Engine, FloatFormat, MaskedScores, SoftmaxTrace } from "@engine";
import { shortName } from "./formats";
import { pythonFormat } from "./python-format";
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

export interface MaskSetting {
  readonly scores: readonly number[];
  /** Which keys are masked. */
  readonly hidden: readonly boolean[];
  /** What is added to a key that is masked, and to one that is kept. */
  readonly mask: number;
  readonly keep: number;
  readonly format: FloatFormat;
}

export class MaskWorld implements World {
  readonly added: MaskedScores;
  readonly trace: SoftmaxTrace;
  readonly #mask: readonly number[];

  constructor(
    readonly engine: Engine,
    readonly setting: MaskSetting,
    readonly id: string,
  ) {
    const { scores, hidden, mask, keep, format } = setting;
    this.#mask = hidden.map((isHidden) => (isHidden ? mask : keep));
    this.added = engine.addMask(scores, this.#mask, format);
    this.trace = engine.softmax(this.added.masked, { format });
  }

  /** What the masked keys got, all together. */
  get leak(): number {
    const indicator = this.setting.hidden.map(Number);
    return this.engine.dotInFormat(indicator, this.trace.probabilities, { format: "fp64" }).dot;
  }

  read(name: string): number | undefined {
    const { letter, at } = parseName(name);
    const k = Number(at[0]) - 1;
    switch (letter) {
      case "score":
        return this.setting.scores[k];
      case "mask":
        return this.#mask[k];
      case "heldscore":
        return this.added.scores[k];
      case "heldmask":
        return this.added.mask[k];
      case "masked":
        return this.added.masked[k];
      case "p":
        return this.trace.probabilities[k];
      case "total":
        return this.trace.total;
      case "leak":
        return this.leak;
      default:
        return undefined;
    }
  }

  explain(name: string): Explanation | undefined {
    const { letter, at } = parseName(name);
    const k = Number(at[0]);
    const keys = counted(this.#mask.length);
    const inBoth = (parts: (write: (of: string) => Part) => Part[]) => [symbol, number].map(parts);
    const format = shortName(this.setting.format);
    switch (letter) {
      case "score":
        return this.#answer("a score, as given", [], `scores[${k - 1}]`);
      case "mask":
        return this.#answer("what the mask adds to the score", [], `mask[${k - 1}]`);
      case "heldscore":
        return this.#answer(
          `the score in ${format}`,
          inBoth((write) => ["rounded(", write(`score[${k}]`), ")"]),
          `fp(scores)[${k - 1}]`,
        );
      case "heldmask":
        return this.#answer(
          `what the mask adds to the score, in ${format}`,
          inBoth((write) => ["rounded(", write(`mask[${k}]`), ")"]),
          `fp(mask)[${k - 1}]`,
        );
      case "masked":
        return this.#answer(
          "the score and what the mask adds to it, added up and rounded",
          inBoth((write) => [write(`heldscore[${k}]`), " + ", write(`heldmask[${k}]`)]),
          `masked[${k - 1}]`,
        );
      case "p":
        return this.#answer(
          `the weight that the softmax gives to key ${k} in ${format}, after subtracting the largest of the masked scores`,
          inBoth((write) => [
            "exp(",
            write(`masked[${k}]`),
            " − m) / (",
            ...joined(keys, " + ", (j) => ["exp(", write(`masked[${j}]`), " − m)"]),
            ")",
          ]),
          `p[${k - 1}]`,
        );
      case "total":
        return this.#answer(
          "what the weights come to, in double precision",
          inBoth((write) => joined(keys, " + ", (j) => [write(`p[${j}]`)])),
          "p.sum()",
        );
      case "leak": {
        const hidden = keys.filter((j) => this.setting.hidden[j - 1]);
        return this.#answer(
          "what the masked keys got, although they should get nothing",
          inBoth((write) => joined(hidden, " + ", (j) => [write(`p[${j}]`)])),
          "(p * hidden).sum()",
        );
      }
      default:
        return undefined;
    }
  }

  #answer(meaning: string, lines: readonly (readonly Part[])[], expression: string): Explanation {
    const { scores, hidden, format } = this.setting;
    const python = [
      "import numpy as np",
      "",
      ...pythonFormat(format),
      `scores = ${pythonVector(scores)}`,
      `mask = ${pythonVector(this.#mask)}`,
      `hidden = ${pythonVector(hidden.map(Number))}`,
      "masked = fp(fp(scores) + fp(mask))",
      "e = fp(np.exp(fp(masked - masked.max())))",
      "total = 0.0",
      "for term in e:",
      "    total = fp(total + term)",
      "p = fp(e / total)",
      `print(${expression})`,
      "",
    ].join("\n");
    return { meaning, lines, python };
  }
}
