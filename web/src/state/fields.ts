/** The kinds of settings: how each is written into a link, and what is accepted when it is read back. */

import type { FloatFormat } from "@engine";
import { formatNumber, parseNumber } from "@/input/numbers";

/** How one setting is written into a link and read back; `read` answers undefined for what it cannot accept. */
export interface Field<T> {
  readonly initial: T;
  readonly write: (value: T) => string;
  readonly read: (text: string) => T | undefined;
  /** What is accepted, in words that follow "must be". */
  readonly accepts: string;
}

interface Range {
  min: number;
  max: number;
}

function parse(text: string): number {
  const parsed = parseNumber(text);
  return "value" in parsed ? parsed.value : NaN;
}

const within = (value: number, { min, max }: Range) => value >= min && value <= max;

/** A number in a closed range, or any. */
export function real(initial: number, range?: Range): Field<number> {
  return {
    initial,
    write: String,
    read: (text) => {
      const value = parse(text);
      return Number.isFinite(value) && (!range || within(value, range)) ? value : undefined;
    },
    accepts: range ? `a number from ${range.min} to ${range.max}` : "a number",
  };
}

/** A whole number in a closed range. */
export function whole(initial: number, range: Range): Field<number> {
  return {
    initial,
    write: String,
    read: (text) =>
      Number.isInteger(parse(text)) && within(parse(text), range) ? parse(text) : undefined,
    accepts: `a whole number from ${range.min} to ${range.max}`,
  };
}

/** One of the given numbers. */
export function oneOf<const N extends number>(initial: N, options: readonly N[]): Field<N> {
  return {
    initial,
    write: String,
    read: (text) => options.find((option) => option === parse(text)),
    accepts: `one of ${options.join(", ")}`,
  };
}

/** One of the given words; the first is the initial one. */
export function choice<const T extends string>(...options: readonly [T, ...T[]]): Field<T> {
  return {
    initial: options[0],
    write: (value) => value,
    read: (text) => options.find((option) => option === text),
    accepts: `one of ${options.join(", ")}`,
  };
}

export function flag(initial = false): Field<boolean> {
  return {
    initial,
    write: (value) => (value ? "yes" : "no"),
    read: (text) => (text === "yes" ? true : text === "no" ? false : undefined),
    accepts: "yes or no",
  };
}

/** A list of `min` to `max` finite numbers, parted by commas. */
export function list(
  initial: readonly number[],
  count: Range,
  range: Range = { min: -Infinity, max: Infinity },
): Field<readonly number[]> {
  return {
    initial,
    write: (values) => values.join(","),
    read(text) {
      const values = text.split(",").map(parse);
      const good = values.every((v) => Number.isFinite(v) && within(v, range));
      return good && within(values.length, count) ? values : undefined;
    },
    accepts:
      count.min === count.max
        ? `${count.min} numbers parted by commas`
        : `${count.min} to ${count.max} numbers parted by commas`,
  };
}

/** Any number at all, infinities and NaN among them. */
export function anyNumber(initial: number): Field<number> {
  return {
    initial,
    write: (value) => formatNumber(value),
    read(text) {
      const parsed = parseNumber(text, { infinite: true, nan: true });
      return "value" in parsed ? parsed.value : undefined;
    },
    accepts: "a number, inf, -inf or nan",
  };
}

/** Any of the given words, or none; all of them at first. */
export function some<const T extends string>(options: readonly T[]): Field<readonly T[]> {
  return {
    initial: options,
    write: (words) => words.join(","),
    read(text) {
      const words = text === "" ? [] : text.split(",");
      const known = words.every((word) => options.some((option) => option === word));
      return known ? options.filter((option) => words.includes(option)) : undefined;
    },
    accepts: `some of ${options.join(", ")}, parted by commas`,
  };
}

/** Where a token may stand. */
const PLACES: Range = { min: 1, max: 64 };

/** A pattern of at most 64 bits, in hexadecimal digits. */
export function pattern(): Field<bigint> {
  return {
    initial: 0n,
    write: (value) => value.toString(16),
    read: (text) => (/^[0-9a-f]{1,16}$/.test(text) ? BigInt(`0x${text}`) : undefined),
    accepts: "up to 16 hexadecimal digits",
  };
}

/** A row of at most `most` marks, "0110". */
export function marks(initial: readonly boolean[], most: number): Field<readonly boolean[]> {
  return {
    initial,
    write: (value) => value.map((mark) => (mark ? "1" : "0")).join(""),
    read: (text) =>
      /^[01]+$/.test(text) && text.length <= most
        ? [...text].map((digit) => digit === "1")
        : undefined,
    accepts: `1 to ${most} digits, each 0 or 1`,
  };
}

/** The logits of the numerics laboratory, infinities and NaN among them. */
export function logits(initial: readonly number[]): Field<readonly number[]> {
  const most = 64;
  const read = (text: string) => parseNumber(text, { infinite: true, nan: true });
  return {
    initial,
    write: (values) => values.map((value) => formatNumber(value)).join(","),
    read(text) {
      const parsed = text.split(",").map(read);
      if (parsed.length > most) return undefined;
      const values = parsed.flatMap((outcome) => ("value" in outcome ? [outcome.value] : []));
      return values.length === parsed.length ? values : undefined;
    },
    accepts: `1 to ${most} numbers parted by commas, inf, -inf and nan among them`,
  };
}

/** The most rows and columns that a matrix of the learner's own may have: it must go into a link. */
export const MOST_SIDE = 16;

/** A matrix, rows parted by semicolons and numbers by commas: "1,0;0,1". None at first. */
export function matrix(): Field<readonly (readonly number[])[]> {
  const read = (text: string) => parseNumber(text, { precision: "single" });
  return {
    initial: [],
    write: (rows) => rows.map((row) => row.map((value) => formatNumber(value)).join(",")).join(";"),
    read(text) {
      if (text === "") return [];
      const rows = text.split(";").map((row) => row.split(",").map(read));
      const values = rows.map((row) => row.flatMap((each) => ("value" in each ? each.value : [])));
      const cols = rows[0]!.length;
      const good = values.every((row) => row.length === cols);
      return good && rows.length <= MOST_SIDE && cols <= MOST_SIDE ? values : undefined;
    },
    accepts: `1 to ${MOST_SIDE} rows, parted by semicolons, of equally many numbers, up to ${MOST_SIDE}, parted by commas`,
  };
}

/** Pairs of tokens, one-based, "1-3,2-1": none at first. */
export function pairs(): Field<readonly string[]> {
  const most = 64 * 64;
  const good = (text: string) => {
    const [, i, j] = (/^(\d{1,2})-(\d{1,2})$/.exec(text) ?? []).map(Number);
    return i !== undefined && j !== undefined && within(i, PLACES) && within(j, PLACES);
  };
  return {
    initial: [],
    write: (value) => value.join(","),
    read(text) {
      const all = text === "" ? [] : text.split(",");
      return all.length <= most && all.every(good) ? [...new Set(all)] : undefined;
    },
    accepts: "pairs of whole numbers from 1 to 64, like 1-3,2-1",
  };
}

const NAMED_FORMATS = [
  "fp64",
  "fp32",
  "fp16",
  "bf16",
  "fp8e5m2",
  "fp8e4m3",
  "fp8e4m3-saturating",
] as const;

/** A floating-point format: one of the named ones, or "e5m10", a learner's own of 5 exponent and 10 fraction bits. */
export function format(initial: FloatFormat): Field<FloatFormat> {
  return {
    initial,
    write: (value) =>
      typeof value === "string" ? value : `e${value.exponentBits}m${value.fractionBits}`,
    read(text) {
      const named = NAMED_FORMATS.find((name) => name === text);
      if (named) return named;
      const [, e, m] = (/^e(\d{1,2})m(\d{1,2})$/.exec(text) ?? []).map(Number);
      const good = e !== undefined && m !== undefined && e >= 2 && e <= 11 && m >= 1 && m <= 52;
      return good ? { exponentBits: e, fractionBits: m } : undefined;
    },
    accepts: `one of ${NAMED_FORMATS.join(", ")}, or like e5m10, with 2 to 11 exponent and 1 to 52 fraction bits`,
  };
}
