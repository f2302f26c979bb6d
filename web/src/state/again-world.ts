/**
 * What a row's weights become if they are taken for scores and go through the softmax again: `again[p,j]` is key j's
 * share after p passes; the first pass is the row's own softmax (`softmax`).
 */
import type { Matrix } from "@engine";
import {
  counted,
  joined,
  number,
  parseName,
  symbol,
  type Explanation,
  type Part,
  type World,
} from "./quantities";
import type { SequenceWorld } from "./sequence-world";

export class AgainWorld implements World {
  readonly id = "again";
  /** [passes, T]. */
  readonly shares: Matrix;

  /** `i`: the row, zero-based. */
  constructor(
    readonly base: SequenceWorld,
    readonly i: number,
    passes: number,
  ) {
    const { data, cols } = base.attention.weights;
    const rows = [data.subarray(i * cols, (i + 1) * cols)];
    while (rows.length < passes) {
      const { probabilities } = base.engine.softmax(rows.at(-1)!, { format: "fp32", shift: "max" });
      rows.push(Float32Array.from(probabilities));
    }
    this.shares = {
      rows: passes,
      cols,
      data: Float32Array.from(rows.flatMap((row) => [...row])),
    };
  }

  read(name: string): number | undefined {
    const { letter, at } = parseName(name);
    if (letter !== "again") return this.base.read(name);
    return this.shares.data[(Number(at[0]) - 1) * this.shares.cols + Number(at[1]) - 1];
  }

  explain(name: string): Explanation | undefined {
    const { letter, at } = parseName(name);
    if (letter !== "again") return this.base.explain(name);
    const [pass, key] = at.map(Number) as [number, number];
    const scores = (k: number) =>
      pass === 1 ? `logit[${this.i + 1},${k}]` : `again[${pass - 1},${k}]`;
    return {
      meaning:
        pass === 1
          ? "a share of the row's own softmax"
          : `a share of the softmax of the shares before it: of numbers between 0 and 1, none of which is far from another`,
      lines: [symbol, number].map((write) => [
        "exp ",
        write(scores(key)),
        " / (",
        ...joined(counted(this.base.size), " + ", (k): Part[] => ["exp ", write(scores(k))]),
        ")",
      ]),
      python: this.base.program(
        `w[${key - 1}]`,
        `w = logits[${this.i}]`,
        `for _ in range(${pass}):`,
        "    w = np.exp(w - w.max())",
        "    w = w / w.sum()",
      ),
    };
  }
}
