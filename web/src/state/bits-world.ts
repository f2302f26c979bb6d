/**
 * One number in a format, bit by bit (`round`, `fromBits`):
 * - `typed`: the number as given; `held`: the format's number nearest to it; `miss`: held − typed;
 * - `bit[k]`: its bits, the sign first; `significand`, `exponent`: held = ± significand · 2^exponent;
 * - `ulp`: the step between numbers there; `up`, `down`: the next ones.
 */
import type { Engine, FloatFormat, FormatValue } from "@engine";
import { bitsOf } from "./formats";
import { pythonFormat } from "./python-format";
import {
  number,
  parseName,
  pythonNumber,
  symbol,
  type Explanation,
  type Part,
  type World,
} from "./quantities";

export interface BitField {
  readonly name: "sign" | "exponent" | "fraction";
  /** Zero-based places of its bits, from the left. */
  readonly places: readonly number[];
}

export class BitsWorld implements World {
  readonly stored: FormatValue;
  readonly width: number;

  /** `pattern` is heeded where the number is NaN: which of the format's NaNs it is. */
  constructor(
    readonly engine: Engine,
    readonly typed: number,
    pattern: bigint,
    readonly format: FloatFormat,
    readonly id: string,
  ) {
    const { exponentBits, fractionBits } = bitsOf(format);
    this.width = 1 + exponentBits + fractionBits;
    const patterned = engine.fromBits(pattern, format);
    this.stored =
      Number.isNaN(typed) && patterned.class === "nan" ? patterned : engine.round(typed, format);
  }

  /** "0" and "1", the sign first. */
  get digits(): string {
    return this.stored.bits.toString(2).padStart(this.width, "0");
  }

  get fields(): readonly BitField[] {
    const { exponentBits } = bitsOf(this.format);
    const places = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => from + at);
    return [
      { name: "sign", places: [0] },
      { name: "exponent", places: places(1, 1 + exponentBits) },
      { name: "fraction", places: places(1 + exponentBits, this.width) },
    ];
  }

  /** The number, and its pattern, once the bit at a place is the other one. */
  flipped(place: number): FormatValue {
    const bit = 1n << BigInt(this.width - 1 - place);
    return this.engine.fromBits(this.stored.bits ^ bit, this.format);
  }

  read(name: string): number | undefined {
    const { letter, at } = parseName(name);
    const { value, significand, exponent, ulp, up, down } = this.stored;
    switch (letter) {
      case "typed":
        return this.typed;
      case "held":
        return value;
      case "miss":
        return this.engine.calculate("subtract", [value, this.typed], "fp64").value;
      case "bit":
        return Number(this.digits[Number(at[0]) - 1]);
      case "significand":
        return significand;
      case "exponent":
        return exponent;
      case "ulp":
        return ulp;
      case "up":
        return up;
      case "down":
        return down;
      default:
        return undefined;
    }
  }

  explain(name: string): Explanation | undefined {
    const { letter, at } = parseName(name);
    const inBoth = (parts: (write: (of: string) => Part) => Part[]) => [symbol, number].map(parts);
    const finite = Number.isFinite(this.stored.value);
    switch (letter) {
      case "typed":
        return this.#answer("the number as it was given", [], "typed");
      case "held":
        return this.#answer(
          "the number of the format that is nearest to the one given, on a tie the one that ends in a 0 bit",
          finite
            ? inBoth((write) => [
                this.digits[0] === "1" ? "−" : "",
                write("significand"),
                " · 2^",
                write("exponent"),
              ])
            : [],
          "stored",
        );
      case "miss":
        return this.#answer(
          "by how much the number was moved when it was stored",
          inBoth((write) => [write("held"), " − ", write("typed")]),
          "stored - typed",
        );
      case "bit": {
        const field = this.fields.find(({ places }) => places.includes(Number(at[0]) - 1))!;
        return this.#answer(
          `a bit of the number's ${field.name}`,
          [],
          `pattern(stored) >> ${this.width - Number(at[0])} & 1`,
        );
      }
      case "significand":
        return this.#answer(
          "what the fraction's bits say: from 1 to 2, or below 1 for subnormals, which have no leading 1",
          inBoth((write) => [write("held"), " / 2^", write("exponent"), ", without the sign"]),
          "abs(stored) / 2.0 ** exponent(stored)",
        );
      case "exponent":
        return this.#answer(
          "what the exponent's bits say, read as a whole number, less the bias",
          [],
          "exponent(stored)",
        );
      case "ulp":
        return this.#answer(
          "the step between the format's numbers here, a unit in the last place",
          inBoth((write) => ["2^(", write("exponent"), ` − ${bitsOf(this.format).fractionBits})`]),
          "2.0 ** (exponent(stored) - fraction_bits)",
        );
      case "up":
      case "down":
        return this.#answer(
          `the format's next ${letter === "up" ? "larger" : "smaller"} number`,
          [],
          `neighbour(stored, ${letter === "up" ? 1 : -1})`,
        );
      default:
        return undefined;
    }
  }

  #answer(meaning: string, lines: readonly (readonly Part[])[], expression: string): Explanation {
    const python = [
      "import numpy as np",
      "",
      ...pythonFormat(this.format),
      ...this.#codec(),
      `typed = ${pythonNumber(this.typed)}`,
      "stored = fp(typed)",
      `print(${expression})`,
      "",
    ].join("\n");
    return { meaning, lines, python };
  }

  /** NumPy that turns a number of the format into its bits, and bits into the number. */
  #codec(): string[] {
    const { exponentBits, fractionBits, beyond } = bitsOf(this.format);
    const infinite = beyond === "infinity";
    const nan = `0x${(Number.isNaN(this.stored.value) ? this.stored : this.engine.round(NaN, this.format)).bits.toString(16)}`;
    const top = "((2 ** exponent_bits - 1) << fraction_bits)";
    return [
      `exponent_bits, fraction_bits = ${exponentBits}, ${fractionBits}`,
      "bias = 2 ** (exponent_bits - 1) - 1",
      "sign_bit = 1 << exponent_bits + fraction_bits",
      "def exponent(x):",
      "    if not np.isfinite(x): return np.nan",
      "    return max(int(np.frexp(x)[1]) - 1, 1 - bias) if x else 1 - bias",
      "def pattern(x):",
      `    if np.isnan(x): return ${nan}`,
      infinite ? `    if np.isinf(x): bits = ${top}` : "    if False: pass",
      "    else: bits = int(np.ldexp(abs(x), fraction_bits - exponent(x))) + (exponent(x) + bias - 1 << fraction_bits)",
      "    return bits + sign_bit * int(np.signbit(x))",
      "def number(bits):",
      "    sign, bits = divmod(bits, sign_bit)",
      "    field, fraction = divmod(bits, 2 ** fraction_bits)",
      ...(infinite
        ? [
            "    if field == 2 ** exponent_bits - 1: x = np.nan if fraction else np.inf",
            "    else: x = np.ldexp(fraction + (field > 0) * 2.0 ** fraction_bits, max(field, 1) - bias - fraction_bits)",
          ]
        : [
            `    x = np.ldexp(fraction + (field > 0) * 2.0 ** fraction_bits, max(field, 1) - bias - fraction_bits)`,
            `    if bits == sign_bit - 1: x = ${beyond === "nan" ? "np.nan" : "fp(np.inf)"}`,
          ]),
      "    return -x if sign else x",
      "def neighbour(x, way):",
      "    if np.isnan(x) or np.isinf(x) and way * x > 0: return x",
      "    bits = pattern(abs(x)) * (-1 if x < 0 else 1) + way",
      "    return number(bits) if bits >= 0 else -number(-bits)",
    ];
  }
}
