/**
 * Online softmax of one query of a sequence, component m of the values: every number of it, and where each comes from.
 * Tiles are counted from 1 in the order of reading (t), keys in that of the sequence (j).
 * - `score[j]`, `value[j]`: ω_j and component m of x_j, as the format holds them (`round`);
 * - `m[t]`, `rescale[t]`, `keptl[t]`, `l[t]`, `keptz[t]`, `blend[t]`, `quotient[t]`: the state after tile t, with what was
 *   left of the old sums; t = 0 is before the first (`calculate`);
 * - `exp[j]`, `weighted[j]`: e^(ω_j − m) when key j was read, and that times its value;
 * - `share[j]`: what key j has of the result; `total`: their sum.
 * All else is the sequence's own.
 */
import { counted, joined, number, parseName, symbol, twice } from "./quantities";
import type { Explanation, Part, World } from "./quantities";
import { shortName } from "./formats";
import type { SequenceWorld } from "./sequence-world";
import {
  tiledPass,
  type Reading,
  type TiledPass,
  type TileStep,
  type Variation,
} from "./tiled-pass";
import { tiledProgram } from "./tiled-program";

/** How the sequence is read, and what is changed about it. */
export interface TiledSetting extends Pick<Reading, "tile" | "order" | "format"> {
  /** Query and component, zero-based. */
  readonly i: number;
  readonly m: number;
  /** Is subtracted from every score. */
  readonly lowered?: number;
  /** So many keys, from the first on, may not be attended to. */
  readonly masked?: number;
}

export class TiledWorld implements World {
  readonly pass: TiledPass;
  readonly reading: Reading;
  readonly #quotients: number[] = [];
  #shares?: readonly number[];
  #total?: number;

  constructor(
    readonly base: SequenceWorld,
    readonly setting: TiledSetting,
    readonly id: string,
    readonly variation: Variation = {},
  ) {
    const { i, m, lowered = 0, masked = 0, tile, order, format } = setting;
    const { engine, size, sequence } = base;
    const own = base.attention.scores.data.subarray(i * size, (i + 1) * size);
    const scores = Array.from(own, (score, j) => {
      if (j < masked) return -Infinity;
      return lowered === 0 ? score : engine.calculate("subtract", [score, lowered], "fp64").value;
    });
    this.reading = { scores, values: sequence.x.map((row) => row[m]!), tile, order, format };
    this.pass = tiledPass(engine, this.reading, variation);
  }

  /** The state after tile t of the reading, from 1. */
  step(t: number): TileStep | undefined {
    return this.pass.steps[t - 1];
  }

  #over(part: number, sum: number): number {
    if (this.variation.guarded && sum === 0) return 0;
    return this.base.engine.calculate("divide", [part, sum], this.setting.format).value;
  }

  /** What each key has of the result. */
  get shares(): readonly number[] {
    const { parts, steps } = this.pass;
    return (this.#shares ??= parts.map((part) => this.#over(part, steps.at(-1)!.sum)));
  }

  /** What the shares come to, added up in FP64. */
  get total(): number {
    const ones = this.shares.map(() => 1);
    return (this.#total ??= this.base.engine.dotInFormat(this.shares, ones, {
      format: "fp64",
    }).dot);
  }

  /** At which tile, from 1, key j (from 1) was read. */
  tileOf(j: number): number {
    return this.pass.steps.findIndex(({ keys }) => keys.includes(j - 1)) + 1;
  }

  read(name: string): number | undefined {
    const { letter, at } = parseName(name);
    const k = Number(at[0]);
    const { pass } = this;
    const step = this.step(k);
    const first = k === 0;
    switch (letter) {
      case "score":
        return pass.scores[k - 1];
      case "value":
        return pass.values[k - 1];
      case "exp":
        return at.length === 1 ? pass.exponentials[k - 1] : this.base.read(name);
      case "weighted":
        return pass.weighted[k - 1];
      case "m":
        return first ? pass.start : step?.maximum;
      case "rescale":
        return step?.rescale;
      case "keptl":
        return step?.keptSum;
      case "keptz":
        return step?.keptBlend;
      case "l":
        return first ? 0 : step?.sum;
      case "blend":
        return first ? 0 : step?.blend;
      case "quotient":
        return step && (this.#quotients[k] ??= this.#over(step.blend, step.sum));
      case "share":
        return this.shares[k - 1];
      case "total":
        return this.total;
      default:
        return this.base.read(name);
    }
  }

  explain(name: string): Explanation | undefined {
    const { letter, at } = parseName(name);
    if (letter === "exp" && at.length > 1) return this.base.explain(name);
    const { i, m, lowered = 0, masked = 0, format } = this.setting;
    const { rescaling = "both", guarded = false } = this.variation;
    const [k = ""] = at;
    const t = Number(k);
    const before = t - 1;
    const { tokens } = this.base.sequence;
    const token = `“${tokens[Number(k) - 1]}”`;
    const keys = counted(tokens.length);
    const read = (this.step(t)?.keys ?? []).map((j) => j + 1);
    const state = (field: number) => `states[${t}][${field}]`;
    const answer = (
      meaning: string,
      lines: readonly (readonly Part[])[],
      expression: string,
    ): Explanation => ({ meaning, lines, python: this.program(expression) });
    const kept = (old: string, does: boolean) => [
      `${old}[${before}]`,
      ...(does ? [" · ", `rescale[${t}]`] : []),
    ];
    const begin = "where the pass begins, before it has read anything";

    switch (letter) {
      case "score":
        return answer(
          `the score of “${tokens[i]}”, the query, with ${token}, as ${shortName(format)} holds it` +
            (t <= masked ? ": minus infinity, for the key is masked" : ""),
          t <= masked
            ? []
            : [
                [
                  number(`omega[${i + 1},${k}]`),
                  ...(lowered ? [` − ${lowered}`] : []),
                  ", rounded",
                ],
              ],
          `scores[${before}]`,
        );
      case "value":
        return answer(
          `component ${m + 1} of the embedding of ${token}, as ${shortName(format)} holds it`,
          [[number(`x[${k},${m + 1}]`), ", rounded"]],
          `values[${before}]`,
        );
      case "m":
        if (t === 0) return answer(begin, [], state(0));
        return answer(
          `the largest score after ${t} of the tiles`,
          [symbol, number].map((write) => [
            "max(",
            ...joined([`m[${before}]`, ...read.map((j) => `score[${j}]`)], ", ", (each) => [
              write(each),
            ]),
            ")",
          ]),
          state(0),
        );
      case "rescale":
        return answer(
          "what all that was collected before is multiplied by, so that it is measured from the new maximum",
          [symbol, number].map((write) => [
            "exp(",
            write(`m[${before}]`),
            " − ",
            write(`m[${k}]`),
            ")",
          ]),
          state(1),
        );
      case "keptl":
        return answer(
          "what the sum was before this tile, measured from the new maximum",
          twice([0], "", () => kept("l", rescaling !== "neither")),
          state(2),
        );
      case "keptz":
        return answer(
          "what the blend was before this tile, measured from the new maximum",
          twice([0], "", () => kept("blend", rescaling === "both")),
          state(4),
        );
      case "l":
        if (t === 0) return answer(begin, [], state(3));
        return answer(
          `the running sum after ${t} of the tiles`,
          twice([`keptl[${k}]`, ...read.map((j) => `exp[${j}]`)], " + ", (each) => [each]),
          state(3),
        );
      case "blend":
        if (t === 0) return answer(begin, [], state(5));
        return answer(
          `component ${m + 1} of the running blend after ${t} of the tiles, not yet divided`,
          twice([`keptz[${k}]`, ...read.map((j) => `weighted[${j}]`)], " + ", (each) => [each]),
          state(5),
        );
      case "quotient":
        return answer(
          `component ${m + 1} of what the answer would be if the row ended here`,
          twice([0], "", () => [`blend[${k}]`, " / ", `l[${k}]`]),
          state(6),
        );
      case "exp":
        return answer(
          `the exponential of the score with ${token}, measured from the maximum at the time`,
          twice([0], "", () => ["exp(", `score[${k}]`, " − ", `m[${this.tileOf(t)}]`, ")"]).map(
            (line) => (guarded ? [...line, " (0 in place of −∞)"] : line),
          ),
          `e[${before}]`,
        );
      case "weighted":
        return answer(
          `what ${token} adds to component ${m + 1} of the blend`,
          twice([0], "", () => [`exp[${k}]`, " · ", `value[${k}]`]),
          `p[${before}]`,
        );
      case "share": {
        const last = this.pass.steps.length;
        const later = counted(last).slice(this.tileOf(t));
        const factors = rescaling === "both" ? later.map((at) => `rescale[${at}]`) : [];
        return answer(
          `what ${token} has of the result: what its value has been multiplied by, over the sum`,
          [symbol, number].map((write) => [
            ...joined([`exp[${k}]`, ...factors], " · ", (each) => [write(each)]),
            " / ",
            write(`l[${last}]`),
          ]),
          `shares[${before}]`,
        );
      }
      case "total":
        return answer(
          "what the shares come to: 1, but for rounding, if all went well",
          twice(keys, " + ", (j) => [`share[${j}]`]),
          "sum(shares)",
        );
      default:
        return this.base.explain(name);
    }
  }

  /** A NumPy program that reads the tiles as here, and prints one number of it. */
  program(expression: string, ...more: readonly string[]): string {
    const { i, m } = this.setting;
    return tiledProgram(this.reading, this.variation, {
      query: this.base.sequence.tokens[i]!,
      component: m + 1,
      expression,
      more,
    });
  }
}
