/**
 * Attention applied to its own output, layer after layer, with nothing between (`stack`). Layer 0 is the sequence.
 * - `layer[l,i,m]`: component m of token i after layer l; `length[l,i]`: its length;
 * - `score[l,i,j]`, `attend[l,i,j]`: scores and weights inside layer l, which reads layer l − 1 (`attend`);
 * - `mean[l,m]`: the tokens' mean (`blend`); `spread[l]`: their root-mean-square distance from it;
 * - `longest[l]`: the length of the longest of them.
 */
import type { Attention, Layers, Matrix } from "@engine";
import {
  counted,
  joined,
  number,
  parseName,
  pythonMatrix,
  pythonNumber,
  symbol,
  twice,
  type Explanation,
  type Part,
  type World,
} from "./quantities";
import { attentionInPython, type SequenceWorld } from "./sequence-world";

/** As many as the slider offers. */
export const MOST_LAYERS = 12;

const at = ({ data, cols }: Matrix, i: number, j: number) => data[i * cols + j];

export class StackWorld implements World {
  readonly id = "stack";
  readonly layers: Layers;
  readonly #attentions = new Map<number, Attention>();

  constructor(readonly base: SequenceWorld) {
    this.layers = base.stack(MOST_LAYERS);
  }

  /** What happens inside layer l, from 1. */
  attention(l: number): Attention {
    const known = this.#attentions.get(l);
    if (known) return known;
    const { engine, temperature } = this.base;
    const attention = engine.attend({ x: this.layers.outputs[l - 1]!, temperature });
    this.#attentions.set(l, attention);
    return attention;
  }

  read(name: string): number | undefined {
    const { letter, at: indices } = parseName(name);
    const [l = 0, i = 0, j = 0] = indices.map(Number);
    const { engine, size } = this.base;
    const output = this.layers.outputs[l];
    if (!output) return undefined;
    switch (letter) {
      case "layer":
        return at(output, i - 1, j - 1);
      case "score":
        return at(this.attention(l).scores, i - 1, j - 1);
      case "attend":
        return at(this.attention(l).weights, i - 1, j - 1);
      case "mean": {
        const equal = Array<number>(size).fill(1 / size);
        return at(engine.blend(equal, output).partialSums, size - 1, i - 1);
      }
      case "length":
        return engine.lengths(output)[i - 1];
      case "spread":
        return this.layers.spreads[l];
      case "longest":
        return this.layers.longest[l];
      default:
        return undefined;
    }
  }

  explain(name: string): Explanation | undefined {
    const { letter, at: indices } = parseName(name);
    const [l, i, j] = indices as [string, string, string];
    const [row, column] = [Number(i) - 1, Number(j) - 1];
    const before = Number(l) - 1;
    const { tokens } = this.base.sequence;
    const token = (index: string) => `“${tokens[Number(index) - 1]}”`;
    const keys = counted(this.base.size);
    const components = counted(this.base.dimension);
    const after = l === "0" ? "at the beginning" : `after layer ${l}`;
    const answer = (meaning: string, lines: readonly (readonly Part[])[], expression: string) => ({
      meaning,
      lines,
      python: this.#program(Number(l), expression),
    });

    switch (letter) {
      case "layer":
        return answer(
          `component ${j} of ${token(i)} ${after}${l === "0" ? ": an input, yours to change" : ""}`,
          l === "0"
            ? []
            : twice(keys, " + ", (k) => [
                `attend[${l},${i},${k}]`,
                " · ",
                `layer[${before},${k},${j}]`,
              ]),
          `x[${row}, ${column}]`,
        );
      case "score":
        return answer(
          `how far ${token(i)} points along ${token(j)} where layer ${l} reads them`,
          twice(components, " + ", (m) => [
            `layer[${before},${i},${m}]`,
            " · ",
            `layer[${before},${j},${m}]`,
          ]),
          `scores[${row}, ${column}]`,
        );
      case "attend":
        return answer(
          `the share of its attention that ${token(i)} gives to ${token(j)} in layer ${l}: the softmax of its scores over the temperature τ = ${pythonNumber(this.base.temperature)}`,
          [symbol, number].map((write) => [
            "exp(",
            write(`score[${l},${i},${j}]`),
            " / τ) / (",
            ...joined(keys, " + ", (k) => ["exp(", write(`score[${l},${i},${k}]`), " / τ)"]),
            ")",
          ]),
          `weights[${row}, ${column}]`,
        );
      case "mean":
        return answer(
          `component ${i} of the mean of all tokens ${after}`,
          [symbol, number].map((write) => [
            "(",
            ...joined(keys, " + ", (k) => [write(`layer[${l},${k},${i}]`)]),
            `) / ${keys.length}`,
          ]),
          `x.mean(axis=0)[${row}]`,
        );
      case "length":
        return answer(
          `the length of ${token(i)} ${after}`,
          [symbol, number].map((write) => [
            "√(",
            ...joined(components, " + ", (m) => [write(`layer[${l},${i},${m}]`), "²"]),
            ")",
          ]),
          `np.linalg.norm(x[${row}])`,
        );
      case "spread":
        return answer(
          `how far the tokens lie from their mean ${after}: the root of the mean squared distance`,
          [symbol, number].map((write) => [
            "√((",
            ...joined(keys, " + ", (k) =>
              joined(components, " + ", (m) => [
                "(",
                write(`layer[${l},${k},${m}]`),
                " − ",
                write(`mean[${l},${m}]`),
                ")²",
              ]),
            ),
            `) / ${keys.length})`,
          ]),
          "np.sqrt(((x - x.mean(axis=0)) ** 2).sum(axis=1).mean())",
        );
      case "longest":
        return answer(
          `the length of the longest token ${after}`,
          [["max(", ...joined(keys, ", ", (k) => [number(`length[${l},${k}]`)]), ")"]],
          "np.linalg.norm(x, axis=1).max()",
        );
      default:
        return undefined;
    }
  }

  /** A program that stacks `layers` layers and prints one number of the last. */
  #program(layers: number, expression: string): string {
    return [
      "import numpy as np",
      "",
      `x = ${pythonMatrix(this.base.sequence.x)}`,
      `for layer in range(${layers}):`,
      ...[...attentionInPython(this.base.temperature), "x = weights @ x"].map(
        (line) => `    ${line}`,
      ),
      `print(${expression})`,
      "",
    ].join("\n");
  }
}
