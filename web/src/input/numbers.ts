/**
 * One number, as people type or paste it, and back.
 *
 * Read: any of Unicode's minus signs, a leading plus, exponents, ".5" and "5.", spaces of every width
 * around the number, invisible marks anywhere. Refused with a sentence: everything that could mean two
 * things, and every number that the format would turn into something else (∞ or 0).
 */
import { quoted, refuse, type Outcome } from "./parsed";

/** The format that the number is for: "single" is the engine's float32, "double" float64. */
export type Precision = "single" | "double";

export interface NumberOptions {
  /** Read "1,5" as one and a half. Default false: in a list, a comma can also part two numbers. */
  readonly decimalComma?: boolean;
  /** Take "inf", "-inf" and "∞". Default false. */
  readonly infinite?: boolean;
  /** Take "NaN". Default false. */
  readonly nan?: boolean;
  /** Default "double". */
  readonly precision?: Precision;
}

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/iu;
const INFINITE = /^[+-]?(inf|infinity|∞)$/iu;
const NAN = /^[+-]?nan$/iu;
const UNFINISHED_EXPONENT = /^([+-]?(?:\d+\.?\d*|\.\d+))e[+-]?$/iu;

const LARGEST = { single: "3.403e38", double: "1.798e308" };
const SMALLEST = { single: "1.4e-45", double: "4.9e-324" };

/** The number that `text` writes. */
export function parseNumber(text: string, options: NumberOptions = {}): Outcome<number> {
  const written = plain(text);
  if (written === "") return refuse("Nothing is written here: a number is wanted.");
  if (NAN.test(written)) {
    if (options.nan) return { value: NaN };
    return refuse(`${quoted(written)} stands for “not a number”: a number is wanted here.`);
  }
  if (INFINITE.test(written)) {
    if (options.infinite) return { value: written.startsWith("-") ? -Infinity : Infinity };
    return refuse(`${quoted(written)} is infinite: a finite number is wanted here.`);
  }
  const decimal = options.decimalComma ? written.replace(",", ".") : written;
  if (!DECIMAL.test(decimal)) return refuse(whyNoNumber(written, options));
  return representable(written, decimal, options.precision ?? "double");
}

/** Whether `text` is a number or was meant as one, and so cannot be a token's name. */
export function looksNumeric(text: string): boolean {
  const written = plain(text);
  if (NAN.test(written) || INFINITE.test(written)) return true;
  return /\d/u.test(written) && /^[\d\s.,+e-]*$/iu.test(written);
}

/**
 * The shortest text that reads back as the same number. It holds no "+", which a link would turn into a space.
 * Infinities and NaN are "inf", "-inf" and "nan".
 */
export function formatNumber(value: number, precision: Precision = "double"): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value < 0 ? "-inf" : "inf";
  if (Object.is(value, -0)) return "-0";
  const shortest = precision === "single" ? shortestSingle(value) : value;
  return String(shortest).replace("e+", "e");
}

/** Spaces gone from the ends, invisible marks gone, one kind of minus and of plus. */
function plain(text: string): string {
  if (/^[\x21-\x7e]*$/u.test(text)) return text;
  return text
    .replace(/\p{Cf}/gu, "")
    .replace(/[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/gu, "-")
    .replace(/\uff0b/gu, "+")
    .trim();
}

function representable(written: string, decimal: string, precision: Precision): Outcome<number> {
  const value = Number(decimal);
  const stored = precision === "single" ? Math.fround(value) : value;
  if (!Number.isFinite(stored)) {
    return refuse(
      `${quoted(written)} is too large: the largest number here is ${LARGEST[precision]}.`,
    );
  }
  const [significand = ""] = decimal.split(/e/iu);
  if (stored === 0 && /[1-9]/u.test(significand)) {
    return refuse(
      `${quoted(written)} is too small to tell from 0: the smallest number here is ${SMALLEST[precision]}.`,
    );
  }
  return { value };
}

function whyNoNumber(written: string, options: NumberOptions): string {
  const name = quoted(written);
  if (/^[+-]+$/u.test(written)) return `${name} is only a sign: its number is missing.`;
  const unfinished = UNFINISHED_EXPONENT.exec(written)?.[1];
  if (unfinished) {
    return `${name} stops in the middle of an exponent: write ${unfinished}e3, or ${unfinished}.`;
  }
  const stray = /[^\d\s.,+e-]/iu.exec(written)?.[0];
  if (stray) return `${name} is not a number: ${characterName(stray)} does not belong in one.`;
  if (/\s/u.test(written)) return `${name} has a space inside: a number is written without.`;
  if (written.includes(",")) {
    return options.decimalComma
      ? `${name} has too many commas and points: one decimal comma is enough.`
      : `${name} has a comma, which can mean two things: write decimals with a point, as in 5.0.`;
  }
  return `${name} is not a number.`;
}

/** A character, with its code point where it could be mistaken for another. */
function characterName(character: string): string {
  if (/^[\x21-\x7e]$/u.test(character)) return `“${character}”`;
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `“${character}” (U+${code})`;
}

/** Every decimal of so many digits is a float32 of its own, if it is a normal one. */
const ALWAYS_KEPT = 6;
const SMALLEST_NORMAL = 2 ** -126;

/** The decimal of fewest digits that rounds to this float32, as a double. */
function shortestSingle(value: number): number {
  if (Math.abs(value) >= SMALLEST_NORMAL && Number(value.toPrecision(ALWAYS_KEPT)) === value)
    return value;
  const single = Math.fround(value);
  // What fits in few digits fits in more: one try tells whether to look for few.
  const first = inDigits(single, ALWAYS_KEPT) === undefined ? ALWAYS_KEPT + 1 : 1;
  for (let digits = first; digits < 9; digits++) {
    const decimal = inDigits(single, digits);
    if (decimal !== undefined) return decimal;
  }
  return Number(single.toPrecision(9));
}

/** A decimal of so many digits that rounds to this float32, if there is one. */
function inDigits(single: number, digits: number): number | undefined {
  const nearest = single.toExponential(digits - 1);
  if (Math.fround(Number(nearest)) === single) return Number(nearest);
  // Below a power of two floats lie twice as close: there the decimal next above can fit when the nearest does not.
  const [significand = "", exponent] = nearest.replace(".", "").split("e");
  const above = Number(significand) + Math.sign(single);
  const next = Number(`${above}e${Number(exponent) - digits + 1}`);
  return Math.fround(next) === single ? next : undefined;
}
