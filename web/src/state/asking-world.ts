/**
 * One token of the sequence asks more or less strongly, and at strength 0 for nothing at all: its query is a multiple
 * of its embedding (`multiply`), keys and values are the sequence. For that row i there are `q[m]`, `omega[i,j]`,
 * `alpha[i,j]`, `z[i,m]` (`attend`), `mean[m]`, the mean of all embeddings (`multiply`), and `distance`, |z_i − mean|
 * (`lengths`).
 */
import type { Attention } from "@engine";
import { rowsOf } from "./picture";
import {
  counted,
  joined,
  number,
  parseName,
  pythonNumber,
  symbol,
  twice,
  type Explanation,
  type Part,
  type World,
} from "./quantities";
import type { SequenceWorld } from "./sequence-world";

export class AskingWorld implements World {
  readonly id = "asking";
  readonly query: readonly number[];
  readonly attention: Attention;
  readonly mean: readonly number[];
  readonly distance: number;

  /** `i`: the token that asks, zero-based. */
  constructor(
    readonly base: SequenceWorld,
    readonly i: number,
    readonly strength: number,
  ) {
    const { engine, size } = base;
    const { x } = base.sequence;
    this.query = rowsOf(engine.multiply([[strength]], [x[i]!]))[0]!;
    this.attention = engine.attend({ q: [this.query], k: x, v: x });
    this.mean = rowsOf(engine.multiply([Array<number>(size).fill(1 / size)], x))[0]!;
    const context = [...this.attention.context.data];
    this.distance = engine.lengths(engine.multiply([[1, -1]], [context, this.mean]))[0]!;
  }

  /** Whether the weight of key j, zero-based, is 0 only because floats ran out. */
  underflow(j: number): boolean {
    const { logits, weights } = this.attention;
    return weights.data[j] === 0 && Number.isFinite(logits.data[j]);
  }

  read(name: string): number | undefined {
    const { letter, at } = parseName(name);
    const first = Number(at[0]) - 1;
    const second = Number(at[1]) - 1;
    const { scores, weights, context } = this.attention;
    const ofRow = ({ data }: { data: Float32Array }) =>
      first === this.i ? data[second] : undefined;
    switch (letter) {
      case "q":
        return this.query[first];
      case "omega":
        return ofRow(scores);
      case "alpha":
        return ofRow(weights);
      case "z":
        return ofRow(context);
      case "mean":
        return this.mean[first];
      case "distance":
        return this.distance;
      case "x":
        return this.base.read(name);
      default:
        return undefined;
    }
  }

  explain(name: string): Explanation | undefined {
    const { letter, at } = parseName(name);
    const [first, second] = at as [string, string];
    const [row, column] = at.map((text) => Number(text) - 1);
    const i = this.i + 1;
    const { size, dimension, sequence } = this.base;
    const token = (index: string | number) => `“${sequence.tokens[Number(index) - 1]}”`;
    const keys = counted(size);
    const components = counted(dimension);
    switch (letter) {
      case "q":
        return this.#answer(
          `component ${first} of the query: the embedding of ${token(i)}, times how strongly it asks`,
          [symbol, number].map((write) => [`${this.strength} · `, write(`x[${i},${first}]`)]),
          `q[${row}]`,
        );
      case "omega":
        return this.#answer(
          `how far the query points along the embedding of ${token(second)}`,
          twice(components, " + ", (m) => [`q[${m}]`, " · ", `x[${second},${m}]`]),
          `scores[${column}]`,
        );
      case "alpha":
        return this.#answer(
          `the share of its attention that the query gives to ${token(second)}`,
          [symbol, number].map((write) => [
            "exp ",
            write(`omega[${i},${second}]`),
            " / (",
            ...joined(keys, " + ", (k): Part[] => ["exp ", write(`omega[${i},${k}]`)]),
            ")",
          ]),
          `weights[${column}]`,
        );
      case "z":
        return this.#answer(
          `component ${second} of what the query reads: the average of all tokens, weighted by its attention`,
          twice(keys, " + ", (k) => [`alpha[${i},${k}]`, " · ", `x[${k},${second}]`]),
          `(weights @ x)[${column}]`,
        );
      case "mean":
        return this.#answer(
          `component ${first} of the plain mean of all tokens`,
          [symbol, number].map((write) => [
            "(",
            ...joined(keys, " + ", (k) => [write(`x[${k},${first}]`)]),
            `) / ${size}`,
          ]),
          `x.mean(axis=0)[${row}]`,
        );
      case "distance":
        return this.#answer(
          "how far what the query reads lies from the plain mean of all tokens",
          [symbol, number].map((write) => [
            "√(",
            ...joined(components, " + ", (m): Part[] => [
              "(",
              write(`z[${i},${m}]`),
              " − ",
              write(`mean[${m}]`),
              ")²",
            ]),
            ")",
          ]),
          "np.linalg.norm(weights @ x - x.mean(axis=0))",
        );
      case "x":
        return this.base.explain(name);
      default:
        return undefined;
    }
  }

  #answer(meaning: string, lines: readonly (readonly Part[])[], expression: string): Explanation {
    return {
      meaning,
      lines,
      python: this.base.program(
        expression,
        `q = ${pythonNumber(this.strength)} * x[${this.i}]`,
        "scores = x @ q",
        "e = np.exp(scores - scores.max())",
        "weights = e / e.sum()",
      ),
    };
  }
}
