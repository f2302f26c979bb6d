/**
 * Online softmax beside the same in two passes (`onlineSoftmax`), for every component k of the values:
 * - `tiled[k]`, `twopass[k]`: the results; `ulps[k]`: how many steps of the format lie between them;
 * - `exact[k]`: in FP64 from the scores as given; `nearest[k]`: the format's number nearest to that (`round`);
 * - `p[j]`: key j's share in two passes (`softmax`);
 * - `ordered[o]`: component m of the tiled result, the tiles read in the o-th of `orders`.
 * All else is `TiledWorld`'s.
 */
import type { OnlineSoftmax, SoftmaxTrace } from "@engine";
import { shortName } from "./formats";
import { pythonUlp } from "./python-format";
import { counted, joined, number, parseName, pythonVector, symbol, twice } from "./quantities";
import type { Explanation, Part } from "./quantities";
import type { SequenceWorld } from "./sequence-world";
import { ordersOf, tilesOf } from "./tile-order";
import { tiledProgram } from "./tiled-program";
import { TiledWorld } from "./tiled-world";
import type { View } from "./view";

type Reader = Pick<View, "tile" | "tileOrder" | "format">;

/** The lines that lead from `scores` and `values` to the result of two passes. */
const TWO_PASSES = [
  "w = fp(np.exp(fp(scores - np.max(scores))))",
  "total = np.float64(0)",
  "for each in w:",
  "    total = fp(total + each)",
  "w = fp(w / total)",
  "two = np.float64(0)",
  "for j in range(len(w)):",
  "    two = fp(two + fp(w[j] * values[j]))",
];

export class OnlineWorld extends TiledWorld {
  /** All worlds of a sequence that have been asked for: several figures show the same one. */
  static readonly #known = new WeakMap<SequenceWorld, Map<string, OnlineWorld>>();

  #result?: OnlineSoftmax;
  #twoPasses?: SoftmaxTrace;
  #ordered?: readonly number[];

  /** As the learner has set it; `at`: query and component, zero-based. */
  static of(base: SequenceWorld, at: { i: number; m: number }, view: Reader, id = "online") {
    const tile = Math.min(view.tile, base.size);
    const key = [id, at.i, at.m, tile, view.tileOrder, JSON.stringify(view.format)].join();
    const known = OnlineWorld.#known.get(base) ?? new Map<string, OnlineWorld>();
    OnlineWorld.#known.set(base, known);
    let world = known.get(key);
    if (!world) {
      world = new OnlineWorld(base, at, tile, view.tileOrder, view.format, id);
      if (id === "online") known.clear(); // the learner's is the latest
      known.set(key, world);
    }
    return world;
  }

  private constructor(
    base: SequenceWorld,
    { i, m }: { i: number; m: number },
    tile: number,
    orderNumber: number,
    format: View["format"],
    id: string,
  ) {
    const orders = ordersOf(tilesOf(base.size, tile));
    const chosen = Math.min(orderNumber, orders.length) - 1;
    super(base, { i, m, tile, order: orders[chosen]!, format }, id);
    this.orders = orders;
    this.chosen = chosen;
  }

  /** All in which the tiles can be read, and which of them is (zero-based). */
  readonly orders: readonly (readonly number[])[];
  readonly chosen: number;

  /** The engine's own pass, of all components. */
  get result(): OnlineSoftmax {
    const { scores, tile, order, format } = this.reading;
    return (this.#result ??= this.base.engine.onlineSoftmax(
      scores,
      this.base.sequence.x.map((row) => [...row]),
      { tile, order, format },
    ));
  }

  get #weights(): Float64Array {
    const { scores, format } = this.reading;
    this.#twoPasses ??= this.base.engine.softmax(scores, { format });
    return this.#twoPasses.probabilities;
  }

  get tiles(): number {
    return this.pass.steps.length;
  }

  /** Component m of the result for each of the orders. */
  get ordered(): readonly number[] {
    return (this.#ordered ??= this.orders.map((order) => this.#inOrder(order)));
  }

  #inOrder(order: readonly number[]): number {
    const { scores, values, tile, format } = this.reading;
    const column = values.map((value) => [value]);
    return this.base.engine.onlineSoftmax(scores, column, { tile, format, order }).context[0]!;
  }

  override read(name: string): number | undefined {
    const { letter, at } = parseName(name);
    const k = Number(at[0]) - 1;
    switch (letter) {
      case "tiled":
        return this.result.context[k];
      case "twopass":
        return this.result.twoPasses[k];
      case "exact":
        return this.result.exact[k];
      case "nearest":
        return this.base.engine.round(this.result.exact[k]!, this.setting.format).value;
      case "ulps":
        return this.result.ulpDistances[k];
      case "p":
        return this.#weights[k];
      case "ordered":
        return this.ordered[k];
      default:
        return super.read(name);
    }
  }

  override explain(name: string): Explanation | undefined {
    const { letter, at } = parseName(name);
    const [k = ""] = at;
    const format = shortName(this.setting.format);
    const keys = counted(this.base.size);
    const i = this.setting.i + 1;
    const last = this.tiles;
    const token = `“${this.base.sequence.tokens[this.setting.i]}”`;
    const measured = (write: (name: string) => Part, j: number): Part[] => [
      "exp(",
      write(`score[${j}]`),
      " − ",
      write(`m[${last}]`),
      ")",
    ];
    const answer = (
      meaning: string,
      lines: readonly (readonly Part[])[],
      expression: string,
      ...more: readonly string[]
    ): Explanation => ({
      meaning,
      lines,
      python: this.#programOf(Number(k) - 1, expression, more),
    });

    switch (letter) {
      case "tiled":
        return answer(
          `component ${k} of what ${token} becomes, read tile by tile in ${format}`,
          [symbol, number].map((write) => [
            "(",
            ...joined(keys, " + ", (j) => [...measured(write, j), " · ", write(`x[${j},${k}]`)]),
            ") / ",
            write(`l[${last}]`),
          ]),
          "states[-1][6]",
        );
      case "twopass":
        return answer(
          `component ${k} of what ${token} becomes, in two passes in ${format}: first all the weights, then the blend`,
          twice(keys, " + ", (j) => [`p[${j}]`, " · ", `x[${j},${k}]`]),
          "two",
          ...TWO_PASSES,
        );
      case "exact":
        return answer(
          `component ${k} of what ${token} becomes, in double precision from the scores as given`,
          [symbol, number].map((write) => [
            "(",
            ...joined(keys, " + ", (j) => ["exp ", write(`omega[${i},${j}]`), " · ", write(`x[${j},${k}]`)]), // prettier-ignore
            ") / (",
            ...joined(keys, " + ", (j) => ["exp ", write(`omega[${i},${j}]`)]),
            ")",
          ]),
          "exact",
          ...this.#exactly(Number(k) - 1),
        );
      case "nearest":
        return answer(
          `the number of ${format} nearest to the exact result`,
          twice([0], "", () => [`exact[${k}]`]).map((line) => [...line, ", rounded"]),
          "fp(exact)",
          ...this.#exactly(Number(k) - 1),
        );
      case "ulps":
        return answer(
          `how many steps of ${format}, from one of its numbers to the next, lie between the two results`,
          [symbol, number].map((write) => [
            "from ",
            write(`tiled[${k}]`),
            " to ",
            write(`twopass[${k}]`),
          ]),
          "abs(place(states[-1][6]) - place(two))",
          ...TWO_PASSES,
          ...this.#places(),
        );
      case "p":
        return {
          ...answer(
            `the share that two passes give to “${this.base.sequence.tokens[Number(k) - 1]}”`,
            [symbol, number].map((write) => [
              ...measured(write, Number(k)),
              " / (",
              ...joined(keys, " + ", (j) => measured(write, j)),
              ")",
            ]),
            "",
          ),
          python: this.program(`w[${Number(k) - 1}]`, ...TWO_PASSES),
        };
      case "ordered": {
        const order = this.orders[Number(k) - 1]!;
        return {
          meaning: `component ${this.setting.m + 1} of the tiled result in ${format} if the tiles are read in the order ${order.map((tile) => tile + 1).join(", ")}`,
          lines: [],
          python: tiledProgram({ ...this.reading, order }, {}, this.#wanted("states[-1][6]", [])),
        };
      }
      default:
        return super.explain(name);
    }
  }

  #wanted(expression: string, more: readonly string[], k = this.setting.m) {
    const query = this.base.sequence.tokens[this.setting.i]!;
    return { query, component: k + 1, expression, more };
  }

  /** A program about component k (zero-based), whichever is selected. */
  #programOf(k: number, expression: string, more: readonly string[]): string {
    const values = this.base.sequence.x.map((row) => row[k] ?? 0);
    return tiledProgram({ ...this.reading, values }, {}, this.#wanted(expression, more, k));
  }

  #exactly(k: number): string[] {
    return [
      `given = ${pythonVector(this.reading.scores)}  # not rounded`,
      "e = np.exp(given - given.max())",
      `exact = (e / e.sum()) @ ${pythonVector(this.base.sequence.x.map((row) => row[k]!))}`,
    ];
  }

  /** Defines `place(x)`: where x stands among the numbers of the format, counted from 0. */
  #places(): string[] {
    const { smallestSubnormal, fractionBits } = this.base.engine.formatInfo(this.setting.format);
    return [
      ...pythonUlp(this.setting.format),
      "def place(x):  # among the numbers of the format, counted from 0",
      "    if not np.isfinite(x): return np.nan",
      "    if x == 0: return 0",
      `    doublings = int(np.frexp(ulp(x))[1] - np.frexp(${smallestSubnormal})[1])`,
      `    return int(np.sign(x)) * (int(abs(x) / ulp(x)) + doublings * 2 ** ${fractionBits})`,
    ];
  }
}
