/**
 * Where each format ends, and why: its largest and smallest numbers, and the inputs with which eˣ leaves it
 * (`formatInfo`). Names carry the format as a link writes it: `ceiling[fp16]`, `ceiling[e5m10]`.
 */
import type { Engine, FloatFormat, FormatInfo } from "@engine";
import { bitsOf, shortName } from "./formats";
import { pythonFormat } from "./python-format";
import { number, symbol, type Explanation, type Part } from "./quantities";

/** The letters, each with the landmark that it stands for. */
const LETTERS: Record<string, keyof FormatInfo> = {
  ceiling: "largest",
  lnceiling: "logLargest",
  boundary: "overflowBoundary",
  overflows: "overflowInput",
  underflows: "underflowInput",
  smallest: "smallestSubnormal",
  normal: "smallestNormal",
  epsilon: "epsilon",
  stalls: "onesStallAt",
};

export const readLandmark = (info: FormatInfo, letter: string): number | undefined =>
  LETTERS[letter] && Number(info[LETTERS[letter]]);

/** The last number of a format before its exponential overflows. */
export const lastInput = (engine: Engine, format: FloatFormat, info: FormatInfo) =>
  engine.round(info.overflowInput, format).down;

interface Answer {
  readonly meaning: string;
  readonly lines?: readonly (readonly Part[])[];
  /** Lines of the program before the one that prints, and what is printed. */
  readonly steps?: readonly string[];
  readonly expression: string;
}

/** The spacing of the format's numbers at x > 0. */
const STEP = "step = lambda x: np.ldexp(1.0, int(np.frexp(x)[1]) - 1 - fraction_bits)";
const OVERFLOWS = [
  STEP,
  "x = fp(np.log(largest))",
  "while not overflows(np.exp(x)):",
  "    x = x + step(x)",
];
const UNDERFLOWS = [
  STEP,
  "x = -fp(np.log(2) - np.log(smallest))",
  "if fp(np.exp(x)) != 0:",
  "    x = x - step(-x)",
  "if not -x <= largest:",
  "    x = np.nan",
];

function answer(letter: string, at: string, { beyond }: { beyond: string }): Answer | undefined {
  const inBoth = (parts: (write: (name: string) => Part) => Part[]) => [symbol, number].map(parts);
  switch (letter) {
    case "ceiling":
      return {
        meaning:
          beyond === "infinity"
            ? "the format's largest number: the top exponent but one, and all fraction bits set; the top exponent is kept for ∞ and NaN"
            : "the format's largest number: the top exponent, and all fraction bits set but the last; all of them set means NaN",
        expression: "largest",
      };
    case "lnceiling":
      return {
        meaning:
          "the natural logarithm of the format’s largest number: for every x beyond, eˣ is larger than that number",
        lines: inBoth((write) => ["ln ", write(`ceiling[${at}]`)]),
        expression: "np.log(largest)",
      };
    case "boundary":
      return {
        meaning:
          "half a step beyond the largest number: what lies below is still rounded down to the largest",
        lines: inBoth((write) => [write(`ceiling[${at}]`), " + half a step"]),
        expression: "boundary",
      };
    case "overflows":
      return {
        meaning: "the first number of the format whose exponential, rounded, is beyond the largest",
        lines: [["the first x in the format with exp(x) beyond ", number(`boundary[${at}]`)]],
        steps: OVERFLOWS,
        expression: "x",
      };
    case "last":
      return {
        meaning: "the last number whose exponential the format can still hold",
        lines: [["the number before ", number(`overflows[${at}]`)]],
        steps: [...OVERFLOWS, "while overflows(np.exp(x)):", "    x = fp(x - 0.6 * step(x))"],
        expression: "x",
      };
    case "lastpower":
      return {
        meaning:
          "the exponential of the last number for which the format can still hold it, rounded",
        lines: inBoth((write) => ["exp(", write(`last[${at}]`), ")"]),
        steps: [...OVERFLOWS, "while overflows(np.exp(x)):", "    x = fp(x - 0.6 * step(x))"],
        expression: "fp(np.exp(x))",
      };
    case "underflows":
      return {
        meaning: "the largest number of the format whose exponential is rounded to 0",
        lines: [["the last x with exp(x) at or below half of ", number(`smallest[${at}]`)]],
        steps: UNDERFLOWS,
        expression: "x",
      };
    case "smallest":
      return {
        meaning: "the format's smallest positive number, a subnormal: only its last bit is set",
        expression: "smallest",
      };
    case "half":
      return {
        meaning:
          "half the smallest positive number: what is no larger is rounded to 0, since ties go to the even one",
        lines: inBoth((write) => [write(`smallest[${at}]`), " / 2"]),
        expression: "smallest / 2",
      };
    case "normal":
      return {
        meaning:
          "the smallest number with all its fraction bits to use; below it they are lost one by one",
        expression: "2.0 ** (1 - bias)",
      };
    case "epsilon":
      return { meaning: "the step from 1 to the next number", expression: "2.0 ** -fraction_bits" };
    case "stalls":
      return {
        meaning:
          "where a sum of ones stops growing: from here on the step is 2, and 1 is half a step, rounded away",
        lines: [["2 to the power of the fraction bits and one more"]],
        expression:
          "2.0 ** (fraction_bits + 1) if 2.0 ** (fraction_bits + 1) <= largest else np.inf",
      };
    default:
      return undefined;
  }
}

export function explainLandmark(
  letter: string,
  at: string,
  format: FloatFormat,
): Explanation | undefined {
  const bits = bitsOf(format);
  const found = answer(letter, at, bits);
  if (!found) return undefined;
  const { meaning, lines = [], steps = [], expression } = found;
  const infinite = bits.beyond === "infinity";
  const python = [
    "import numpy as np",
    "",
    ...(steps.length ? pythonFormat(format) : []),
    `exponent_bits, fraction_bits = ${bits.exponentBits}, ${bits.fractionBits}  # ${shortName(format)}`,
    "bias = 2 ** (exponent_bits - 1) - 1",
    infinite
      ? "largest = (2 - 2.0 ** -fraction_bits) * 2.0 ** bias"
      : "largest = (2 - 2 * 2.0 ** -fraction_bits) * 2.0 ** (bias + 1)  # all bits set is NaN",
    `boundary = largest + 2.0 ** (bias${infinite ? "" : " + 1"} - fraction_bits) / 2`,
    "smallest = 2.0 ** (1 - bias - fraction_bits)",
    `overflows = lambda y: y ${infinite ? ">=" : ">"} boundary`,
    ...steps,
    `print(${expression})`,
    "",
  ].join("\n");
  return { meaning, lines, python };
}
