/**
 * Weights that sum to one over rows, over columns, or over the whole matrix. Instead of the sequence's own there are
 * `alpha[i,j]` (`attend`), `rowsum[i]`, `columnsum[j]` and `total` (`summarise`).
 */
import type { Attention, Normalise, WeightSummary } from "@engine";
import {
  counted,
  joined,
  number,
  parseName,
  symbol,
  twice,
  type Explanation,
  type Part,
  type World,
} from "./quantities";
import type { SequenceWorld } from "./sequence-world";

const OVER: Record<Normalise, { words: string; python: string }> = {
  row: { words: "of its row", python: "axis=1, keepdims=True" },
  column: { words: "of its column", python: "axis=0, keepdims=True" },
  matrix: { words: "of the whole matrix", python: "" },
};

export class NormaliseWorld implements World {
  readonly attention: Attention;
  readonly summary: WeightSummary;

  constructor(
    readonly base: SequenceWorld,
    readonly normalise: Normalise,
    readonly id: string,
  ) {
    const { engine, sequence, temperature } = base;
    this.attention = engine.attend({ x: sequence.x, temperature, normalise });
    this.summary = engine.summarise(this.attention.weights);
  }

  /** Whether weight (i, j), zero-based, is 0 only because floats ran out. */
  underflow(i: number, j: number): boolean {
    const { logits, weights } = this.attention;
    const at = i * weights.cols + j;
    return weights.data[at] === 0 && Number.isFinite(logits.data[at]);
  }

  read(name: string): number | undefined {
    const { letter, at } = parseName(name);
    const [i = 0, j = 0] = at.map((text) => Number(text) - 1);
    const { weights } = this.attention;
    switch (letter) {
      case "alpha":
        return weights.data[i * weights.cols + j];
      case "rowsum":
        return this.summary.rowSums[i];
      case "columnsum":
        return this.summary.columnSums[i];
      case "total":
        return this.summary.total;
      default:
        return this.base.read(name);
    }
  }

  explain(name: string): Explanation | undefined {
    const { letter, at } = parseName(name);
    const [i, j] = at as [string, string];
    const [row, column] = at.map((text) => Number(text) - 1);
    const all = counted(this.base.size);
    const token = (index: string) => `“${this.base.sequence.tokens[Number(index) - 1]}”`;
    switch (letter) {
      case "alpha":
        return this.#answer(
          `the exponential of the score of ${token(i)} with ${token(j)}, as a share of all those ${OVER[this.normalise].words}`,
          [symbol, number].map((write) => [
            "exp ",
            write(`omega[${i},${j}]`),
            " / (",
            ...joined(this.#group(i, j), " + ", (score): Part[] => ["exp ", write(score)]),
            ")",
          ]),
          `weights[${row}, ${column}]`,
        );
      case "rowsum":
        return this.#answer(
          `what the weights of the query ${token(i)} come to`,
          twice(all, " + ", (k) => [`alpha[${i},${k}]`]),
          `weights[${row}].sum()`,
        );
      case "columnsum":
        return this.#answer(
          `what the weights for the key ${token(i)} come to`,
          twice(all, " + ", (k) => [`alpha[${k},${i}]`]),
          `weights[:, ${row}].sum()`,
        );
      case "total":
        return this.#answer(
          "what all the weights come to",
          twice(all, " + ", (k) => [`rowsum[${k}]`]),
          "weights.sum()",
        );
      default:
        return this.base.explain(name);
    }
  }

  /** The scores that share one whole with ω_ij. */
  #group(i: string, j: string): string[] {
    const all = counted(this.base.size);
    if (this.normalise === "row") return all.map((k) => `omega[${i},${k}]`);
    if (this.normalise === "column") return all.map((k) => `omega[${k},${j}]`);
    return all.flatMap((k) => all.map((l) => `omega[${k},${l}]`));
  }

  #answer(meaning: string, lines: readonly (readonly Part[])[], expression: string): Explanation {
    const { python } = OVER[this.normalise];
    return {
      meaning,
      lines,
      python: this.base.program(
        expression,
        `e = np.exp(logits - logits.max(${python}))`,
        `weights = e / e.sum(${python})`,
      ),
    };
  }
}
