/**
 * Scores and what they are made of. Beside all the numbers of the sequence itself there are
 * - `rest[i,j,n]`: what all but the n largest of the products behind ω_ij come to (`similarity`);
 * - `scoresum[i]`: what row i of the scores comes to (`summarise`).
 */
import {
  counted,
  number,
  parseName,
  symbol,
  twice,
  joined,
  type Explanation,
  type World,
} from "./quantities";
import type { SequenceWorld } from "./sequence-world";

export class ScoreWorld implements World {
  #sums?: Float32Array;

  constructor(
    readonly base: SequenceWorld,
    readonly id: string,
  ) {}

  /** The sums of the rows of the scores. */
  get sums(): Float32Array {
    return (this.#sums ??= this.base.engine.summarise(this.base.attention.scores).rowSums);
  }

  /** Components (zero-based) by the size of their products in ω_ij, the largest first; broken ones before all. */
  byProduct(i: number, j: number): number[] {
    const { products } = this.base.similarity(i, j);
    const size = (m: number) => {
      const magnitude = Math.abs(products[m]!);
      return Number.isNaN(magnitude) ? Infinity : magnitude;
    };
    return [...products.keys()].sort((a, b) => (size(a) === size(b) ? a - b : size(b) - size(a)));
  }

  read(name: string): number | undefined {
    const { letter, at } = parseName(name);
    const [i = 0, j = 0] = at.map((text) => Number(text) - 1);
    const { x } = this.base.sequence;
    switch (letter) {
      case "rest": {
        const rest = new Set(this.byProduct(i, j).slice(Number(at[2])));
        const kept = x[i]!.map((value, m) => (rest.has(m) ? value : 0));
        const other = x[j]!.map((value, m) => (rest.has(m) ? value : 0));
        return this.base.engine.similarity(kept, other).dot;
      }
      case "scoresum":
        return this.sums[i];
      default:
        return this.base.read(name);
    }
  }

  explain(name: string): Explanation | undefined {
    const { letter, at } = parseName(name);
    const [i, j, n] = at as [string, string, string];
    const [row, key] = at.map((text) => Number(text) - 1) as [number, number];
    const token = (index: string) => `“${this.base.sequence.tokens[Number(index) - 1]}”`;
    switch (letter) {
      case "rest": {
        const rest = this.byProduct(row, key).slice(Number(n));
        return {
          meaning: `what the other ${rest.length} products of ${token(i)} and ${token(j)} come to`,
          lines: twice(rest, " + ", (m) => [`product[${i},${j},${m + 1}]`]),
          python: this.base.program(
            `(x[${row}] * x[${key}])[rest].sum()`,
            `rest = [${rest.join(", ")}]`,
          ),
        };
      }
      case "scoresum": {
        const scores = counted(this.base.size).map((k) => `omega[${i},${k}]`);
        return {
          meaning: `what the scores of ${token(i)} come to: any number at all, for they are no shares`,
          lines: [symbol, number].map((write) => joined(scores, " + ", (score) => [write(score)])),
          python: this.base.program(`scores[${row}].sum()`),
        };
      }
      default:
        return this.base.explain(name);
    }
  }
}
