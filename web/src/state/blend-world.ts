/**
 * What attention blends on the current sequence, and how the blend lies to what went in. Beside all the numbers of the
 * sequence itself there are
 * - `partial[i,j,m]`: component m of the sum of the pulls of tokens 1 … j on token i (`blend`);
 * - `zlength[i]`: |z_i| (`lengths` of the context), and `longest`: max_j |x_j| (`stack` of no layers);
 * - `gap[i,j]`: |z_i − x_j| (`multiply`, `lengths`);
 * - `share[1]`, `share[2]`: of the tokens' variance, along the axes of their picture (`plane`).
 */
import type { Layers } from "@engine";
import { Picture, rowsOf, type Place } from "./picture";
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

/** One over the temperatures that a path goes through, close enough to each other for a smooth line. */
const COOLING = Array.from({ length: 48 }, (_, step) => [0.005 * 1.22 ** step]);

export class BlendWorld implements World {
  static readonly #known = new WeakMap<SequenceWorld, BlendWorld>();

  readonly id = "blend";
  readonly picture: Picture;
  /** Where the context vectors lie in it. */
  readonly places: readonly Place[];
  /** |z_i|. */
  readonly lengths: Float32Array;
  /** The sequence as a matrix: layer 0 of a stack, with its longest row. */
  readonly #first: Layers;
  readonly #weights: readonly (readonly number[])[];

  static of(base: SequenceWorld): BlendWorld {
    let world = BlendWorld.#known.get(base);
    if (!world) BlendWorld.#known.set(base, (world = new BlendWorld(base)));
    return world;
  }

  private constructor(readonly base: SequenceWorld) {
    const { engine, sequence, attention } = base;
    this.picture = Picture.of(engine, sequence.x);
    this.places = this.picture.places(attention.context);
    this.lengths = engine.lengths(attention.context);
    this.#first = engine.stack(sequence.x, 0);
    this.#weights = rowsOf(attention.weights);
  }

  /** The weights of row i, zero-based. */
  weights(i: number): readonly number[] {
    return this.#weights[i]!;
  }

  /** The tokens that token i attends to most: one, or those that tie. */
  strongest(i: number): number[] {
    const row = this.weights(i);
    const most = Math.max(...row);
    return [...row.keys()].filter((j) => row[j] === most);
  }

  /** The tokens, those that token i attends to most first. */
  strongestFirst(i: number): number[] {
    const row = this.weights(i);
    return [...row.keys()].sort((a, b) => row[b]! - row[a]!);
  }

  /**
   * Where z_i goes as the temperature falls to 0: from near the tokens' mean. A query that is divided by τ scores like the
   * query at temperature τ, so that the whole way is one attention.
   */
  path(i: number): Place[] {
    const { engine } = this.base;
    const x = this.#first.outputs[0]!;
    const query = { rows: 1, cols: x.cols, data: x.data.subarray(i * x.cols, (i + 1) * x.cols) };
    const cooling = engine.attend({
      ...{ q: engine.multiply(COOLING, query), k: x, v: x },
      only: "context",
    });
    const limit = engine.attend({ q: query, k: x, v: x, temperature: 0, only: "context" });
    return [cooling, limit].flatMap(({ context }) => this.picture.places(context));
  }

  read(name: string): number | undefined {
    const { letter, at } = parseName(name);
    const [i = 0, j = 0, m = 0] = at.map((text) => Number(text) - 1);
    const { engine, sequence, attention, dimension } = this.base;
    switch (letter) {
      case "partial":
        return this.base.blend(i).partialSums.data[j * dimension + m];
      case "zlength":
        return this.lengths[i];
      case "longest":
        return this.#first.longest[0];
      case "gap":
        return engine.lengths(
          engine.multiply([[1, -1]], [rowsOf(attention.context)[i]!, sequence.x[j]!]),
        )[0];
      case "share":
        return this.picture.plane.shares[i];
      default:
        return this.base.read(name);
    }
  }

  explain(name: string): Explanation | undefined {
    const { letter, at } = parseName(name);
    const [i, j, m] = at as [string, string, string];
    const [row, key, component] = at.map((text) => Number(text) - 1);
    const token = (index: string) => `“${this.base.sequence.tokens[Number(index) - 1]}”`;
    const components = counted(this.base.dimension);
    const answer = (
      meaning: string,
      lines: readonly (readonly Part[])[],
      expression: string,
      ...more: readonly string[]
    ) => ({ meaning, lines, python: this.base.program(expression, ...more) });
    const norm = (parts: (write: (name: string) => Part, k: number) => Part[]) =>
      [symbol, number].map((write) => [
        "√(",
        ...joined(components, " + ", (k) => parts(write, k)),
        ")",
      ]);

    switch (letter) {
      case "partial":
        return answer(
          `component ${m} of what the first ${j} pulls on ${token(i)} come to`,
          twice(counted(Number(j)), " + ", (k) => [`pull[${i},${k},${m}]`]),
          `weights[${row}, :${j}] @ x[:${j}, ${component}]`,
        );
      case "zlength":
        return answer(
          `the length of what ${token(i)} becomes`,
          norm((write, k) => [write(`z[${i},${k}]`), "²"]),
          `np.linalg.norm((weights @ x)[${row}])`,
        );
      case "longest": {
        const lengths = counted(this.base.size).map((k) => `length[${k}]`);
        return answer(
          "the length of the longest embedding: no blend of them is longer",
          [["max(", ...joined(lengths, ", ", (length) => [number(length)]), ")"]],
          "np.linalg.norm(x, axis=1).max()",
        );
      }
      case "gap":
        return answer(
          `how far what ${token(i)} becomes lies from the embedding of ${token(j)}`,
          norm((write, k) => ["(", write(`z[${i},${k}]`), " − ", write(`x[${j},${k}]`), ")²"]),
          `np.linalg.norm((weights @ x)[${row}] - x[${key}])`,
        );
      case "share":
        return answer(
          `the share of the tokens’ variance that lies along axis ${i} of the picture, their principal component ${i}`,
          [],
          `(s**2 / (s**2).sum())[${row}]`,
          "s = np.linalg.svd(x - x.mean(axis=0), compute_uv=False)",
        );
      default:
        return this.base.explain(name);
    }
  }
}
