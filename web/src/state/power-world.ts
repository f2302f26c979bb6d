/**
 * One number x and its exponential in every format (`round`, `calculate`), with where each of them ends:
 * - `input`: x as given; `exact`: eˣ in double precision;
 * - `held[f]`: x in format f; `power[f]`: its exponential there; `unheld[f]`: the exponential of x as given, rounded once;
 * - `ceiling[f]` and the other landmarks of `landmarks.ts`, and `last[f]`, the last input before the exponential
 *   overflows, with `lastpower[f]`; `half[f]`, half of the smallest number.
 */
import type { Engine, FloatFormat, FormatInfo, FormatValue } from "@engine";
import { bitsOf, shortName } from "./formats";
import { explainLandmark, lastInput, readLandmark } from "./landmarks";
import { pythonFormat } from "./python-format";
import {
  number,
  parseName,
  pythonNumber,
  symbol,
  type Explanation,
  type World,
} from "./quantities";
import { FIELDS } from "./view";

/** A format as names and links write it. */
export const keyOf = (format: FloatFormat): string => FIELDS.format.write(format);

/** What became of x and of its exponential in a format. */
export interface Fate {
  readonly held: FormatValue;
  readonly power: FormatValue;
  /** In a word or two; empty where all is well. */
  readonly word: string;
}

/** What the engine says of a format does not change: it is asked once. */
const known = new WeakMap<Engine, Map<string, FormatInfo>>();
export function infoOf(engine: Engine, format: FloatFormat): FormatInfo {
  if (!known.has(engine)) known.set(engine, new Map());
  const infos = known.get(engine)!;
  const key = keyOf(format);
  if (!infos.has(key)) infos.set(key, engine.formatInfo(format));
  return infos.get(key)!;
}

export class PowerWorld implements World {
  readonly #fates = new Map<string, Fate>();

  constructor(
    readonly engine: Engine,
    readonly input: number,
    readonly id: string,
  ) {}

  fate(format: FloatFormat): Fate {
    const key = keyOf(format);
    let fate = this.#fates.get(key);
    if (!fate) {
      const held = this.engine.round(this.input, format);
      const power = this.engine.calculate("exp", [held.value], format);
      fate = { held, power, word: wordFor(held, power, bitsOf(format).beyond) };
      this.#fates.set(key, fate);
    }
    return fate;
  }

  read(name: string): number | undefined {
    const { letter, at } = parseName(name);
    if (letter === "input") return this.input;
    if (letter === "exact") return this.engine.calculate("exp", [this.input], "fp64").value;
    const format = FIELDS.format.read(at[0] ?? "");
    if (!format) return undefined;
    const info = infoOf(this.engine, format);
    switch (letter) {
      case "held":
        return this.fate(format).held.value;
      case "power":
        return this.fate(format).power.value;
      case "unheld":
        return this.engine.calculate("exp", [this.input], format).value;
      case "half":
        return this.engine.calculate("divide", [info.smallestSubnormal, 2], "fp64").value;
      case "last":
        return lastInput(this.engine, format, info);
      case "lastpower":
        return this.engine.calculate("exp", [lastInput(this.engine, format, info)], format).value;
      default:
        return readLandmark(info, letter);
    }
  }

  explain(name: string): Explanation | undefined {
    const { letter, at } = parseName(name);
    const [key = ""] = at;
    const format = FIELDS.format.read(key) ?? "fp64";
    const python = (expression: string) =>
      [
        "import numpy as np",
        "",
        ...pythonFormat(format),
        `x = ${pythonNumber(this.input)}`,
        `print(${expression})`,
        "",
      ].join("\n");
    switch (letter) {
      case "input":
        return { meaning: "the x that was given", lines: [], python: python("x") };
      case "exact":
        return {
          meaning: "e to the x, in double precision",
          lines: [symbol, number].map((write) => ["exp(", write("input"), ")"]),
          python: python("np.exp(x)"),
        };
      case "held":
        return {
          meaning: `the number of ${shortName(format)} that is nearest to x`,
          lines: [symbol, number].map((write) => ["rounded(", write("input"), ")"]),
          python: python("fp(x)"),
        };
      case "power":
        return {
          meaning: `e to the x that ${shortName(format)} holds, rounded to the format`,
          lines: [symbol, number].map((write) => ["rounded(exp(", write(`held[${key}]`), "))"]),
          python: python("fp(np.exp(fp(x)))"),
        };
      case "unheld":
        return {
          meaning: "e to the x as it was given: only the result is rounded to the format",
          lines: [symbol, number].map((write) => ["rounded(exp(", write("input"), "))"]),
          python: python("fp(np.exp(x))"),
        };
      default:
        return explainLandmark(letter, key, format);
    }
  }
}

function wordFor(held: FormatValue, power: FormatValue, beyond: string): string {
  const past = beyond === "largest" ? "held at the largest" : "overflow";
  if (held.overflow) return `x itself: ${past}`;
  if (power.overflow) return past;
  if (power.underflow) return "underflow";
  return power.class === "subnormal" ? "subnormal" : "";
}
