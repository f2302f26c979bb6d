/**
 * One query, its keys, and what its scores are divided by before the softmax: row r has `omega[r,j]` and `scaled[r,j]`,
 * which the softmax sees (`attend`), and `alpha[r,j]` (`softmax`, in FP64: what is nearly 1 must not become 1 here); of
 * them `jacobian[i,j]`, ∂α_i/∂s_j, and its `norm` (`softmaxJacobian`), `entropy[r]` (`summarise`) and `largest`.
 * `divisor`: what the scores are divided by.
 */
import type { Attention, Engine, WideMatrix } from "@engine";
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
import { rootOf } from "./roots";

/** The right divisor and the wrong ones. */
export type Divisor = "none" | "sqrt" | "d" | "values" | "twice";

/** A query and its keys, and where they are from. */
export interface Asking {
  /** The row that the query is, one-based. */
  readonly row: number;
  readonly q: readonly number[];
  readonly k: readonly (readonly number[])[];
  /** What is blended; only how many numbers it has is of matter here. By default the keys. */
  readonly v?: readonly (readonly number[])[];
  /** What a component is, to follow “component 1 of …”. */
  readonly query: string;
  readonly key: (j: string) => string;
  /** The longer vectors that these are the beginnings of. */
  readonly source?: unknown;
  /** The lines of a NumPy program that make `q` and `k`. */
  readonly python: readonly string[];
}

export class QueryWorld implements World {
  readonly attention: Attention;
  readonly weights: Float64Array;
  readonly divisor: number;
  /** [keys, keys]. */
  readonly jacobian: WideMatrix;
  readonly norm: number;
  readonly entropy: number;
  readonly largest: number;
  readonly #dv: number;

  constructor(
    readonly engine: Engine,
    readonly asking: Asking,
    readonly by: Divisor,
    readonly id: string,
  ) {
    const { q, k, v = k } = asking;
    const d = q.length;
    this.#dv = v[0]!.length;
    const root = rootOf(engine, d);
    const scales = {
      none: 1,
      sqrt: "sqrt",
      d,
      values: rootOf(engine, this.#dv),
      twice: "sqrt",
    } as const;
    this.divisor = { none: 1, sqrt: root, d, values: scales.values, twice: d }[by];
    const temperature = by === "twice" ? root : 1;
    this.attention = engine.attend({ q: [q], k, v, scale: scales[by], temperature });
    const { logits } = this.attention;
    this.weights = engine.softmax(logits.data, { format: "fp64" }).probabilities;
    const { jacobian, norm } = engine.softmaxJacobian(this.weights);
    this.jacobian = jacobian;
    this.norm = norm;
    this.entropy = engine.summarise([[...this.weights]]).entropy[0]!;
    this.largest = Math.max(...this.weights);
  }

  /** Whether the weight of key j, zero-based, is 0 only because floats ran out. */
  underflow(j: number): boolean {
    return this.weights[j] === 0 && Number.isFinite(this.attention.logits.data[j]);
  }

  read(name: string): number | undefined {
    const { letter, at } = parseName(name);
    const [i = 0, j = 0] = at.map((text) => Number(text) - 1);
    const { scores, logits } = this.attention;
    switch (letter) {
      case "q":
        return this.asking.q[i];
      case "k":
        return this.asking.k[i]?.[j];
      case "omega":
        return scores.data[j];
      case "scaled":
        return logits.data[j];
      case "alpha":
        return this.weights[j];
      case "divisor":
        return this.divisor;
      case "jacobian":
        return this.jacobian.data[i * this.jacobian.cols + j];
      case "norm":
        return this.norm;
      case "entropy":
        return this.entropy;
      case "largest":
        return this.largest;
      default:
        return undefined;
    }
  }

  explain(name: string): Explanation | undefined {
    const { letter, at } = parseName(name);
    const [i, j] = at as [string, string];
    const { q, k, row, query, key } = this.asking;
    const keys = counted(k.length);
    const alpha = (index: string | number) => `alpha[${row},${index}]`;
    switch (letter) {
      case "q":
        return this.#answer(`component ${i} of ${query}`, [], `q[${Number(i) - 1}]`);
      case "k":
        return this.#answer(
          `component ${j} of ${key(i)}`,
          [],
          `k[${Number(i) - 1}, ${Number(j) - 1}]`,
        );
      case "omega":
        return this.#answer(
          `the dot product of the query with key ${j}`,
          twice(counted(q.length), " + ", (m) => [`q[${m}]`, " · ", `k[${j},${m}]`]),
          `scores[${Number(j) - 1}]`,
        );
      case "divisor":
        return this.#answer(`what the scores are divided by: ${this.#words()}`, [], "divisor");
      case "scaled":
        return this.#answer(
          `what the softmax sees for key ${j}`,
          [symbol, number].map((write) => [write(`omega[${row},${j}]`), " / ", write("divisor")]),
          `scaled[${Number(j) - 1}]`,
        );
      case "alpha":
        return this.#answer(
          `the share of its attention that the query gives to key ${j}`,
          [symbol, number].map((write) => [
            "exp ",
            write(`scaled[${row},${j}]`),
            " / (",
            ...joined(keys, " + ", (c): Part[] => ["exp ", write(`scaled[${row},${c}]`)]),
            ")",
          ]),
          `alpha[${Number(j) - 1}]`,
        );
      case "jacobian":
        return this.#answer(
          i === j
            ? `how much weight key ${i} gains for each point that its own score gains`
            : `how much weight key ${i} gains for each point that the score of key ${j} gains: below 0, for what one gains the others lose`,
          i === j
            ? [symbol, number].map((write) => [write(alpha(i)), " · (1 − ", write(alpha(i)), ")"])
            : [symbol, number].map((write) => ["−", write(alpha(i)), " · ", write(alpha(j))]),
          `J[${Number(i) - 1}, ${Number(j) - 1}]`,
        );
      case "norm":
        return this.#answer(
          "the length of the whole Jacobian, all its cells taken as one vector: how strongly the weights answer to the scores",
          [symbol, number].map((write) => [
            "√(",
            ...joined(keys, " + ", (r) =>
              joined(keys, " + ", (c) => [write(`jacobian[${r},${c}]`), "²"]),
            ),
            ")",
          ]),
          "np.sqrt((J ** 2).sum())",
        );
      case "entropy":
        return this.#answer(
          "how undecided the query is, in bits",
          [symbol, number].map((write) => [
            "−(",
            ...joined(keys, " + ", (c) => [write(alpha(c)), " · log₂ ", write(alpha(c))]),
            ")",
          ]),
          "-sum(a * np.log2(a) for a in alpha if a > 0)",
        );
      case "largest":
        return this.#answer(
          "the largest of the weights",
          [["max(", ...joined(keys, ", ", (c) => [number(alpha(c))]), ")"]],
          "alpha.max()",
        );
      default:
        return undefined;
    }
  }

  #words(): string {
    const d = this.asking.q.length;
    return {
      none: "nothing, which is to say 1",
      sqrt: `the square root of ${d}, the number of components of query and key`,
      d: `${d}, the number of components of query and key, not its root`,
      values: `the square root of ${this.#dv}, the number of components of the values`,
      twice: `the square root of ${d}, and then once more by the same`,
    }[this.by];
  }

  #answer(meaning: string, lines: readonly (readonly Part[])[], expression: string): Explanation {
    const d = this.asking.q.length;
    const divisor = {
      none: "1",
      sqrt: `np.sqrt(${d})`,
      d: pythonNumber(d),
      values: `np.sqrt(${this.#dv})`,
      twice: `np.sqrt(${d}) * np.sqrt(${d})`,
    }[this.by];
    const python = [
      ...this.asking.python,
      "scores = k @ q",
      `divisor = ${divisor}`,
      "scaled = scores / divisor",
      "e = np.exp(scaled - scaled.max())",
      "alpha = e / e.sum()",
      "J = np.diag(alpha) - np.outer(alpha, alpha)",
      `print(${expression})`,
      "",
    ].join("\n");
    return { meaning, lines, python };
  }
}
