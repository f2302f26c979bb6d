/** Numbers as each language writes them, for the programs that the page hands out. */
import { formatNumber } from "@/input/numbers";
import { pythonNumber } from "./quantities";

export type Language = "numpy" | "torch" | "cpp";

const broken = (value: number) => !Number.isFinite(value);
/** With a point, so that no language takes it for an integer. */
const pointed = (value: number) => {
  const text = formatNumber(value);
  return /[.e]/u.test(text) ? text : `${text}.0`;
};

const WRITE: Record<Language, (value: number) => string> = {
  numpy: (value) => (broken(value) ? pythonNumber(value) : pointed(value)),
  torch: (value) => (broken(value) ? `float("${formatNumber(value)}")` : pointed(value)),
  cpp: (value) => (broken(value) ? formatNumber(value) : `${pointed(value)}f`),
};

export const written = (values: readonly number[], language: Language) =>
  values.map(WRITE[language]).join(", ");

/** A finite number for an array of single precision: Python's may be whole. */
const inPython = (value: number) => {
  const text = formatNumber(value, "single");
  return Object.is(value, -0) || !Number.isSafeInteger(value) ? pointed(Number(text)) : text;
};

/** A finite number in as few digits as single precision needs. */
export const numberIn: Record<Language, (value: number) => string> = {
  numpy: inPython,
  torch: inPython,
  cpp: (value) => `${pointed(Number(formatNumber(value, "single")))}f`,
};

/** Controls and format characters, the lines' ends among them: a program's text must not turn round or break at them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const hexadecimal = (code: number) =>
  code > 0xffff
    ? `\\U${code.toString(16).padStart(8, "0")}`
    : `\\u${code.toString(16).padStart(4, "0")}`;
/** Half a character, which no program could print. */
const HALF = /\p{Cs}/gu;
const textInPython = (text: string) =>
  `"${text
    .replace(HALF, "\ufffd")
    .replace(/["\\]/gu, "\\$&")
    .replace(UNSEEN, (c) => hexadecimal(c.codePointAt(0)!))}"`;

/** Bytes in octal, three digits each: no digit after them can be taken for another of theirs. */
const octal = (character: string) =>
  Array.from(
    new TextEncoder().encode(character),
    (byte) => `\\${byte.toString(8).padStart(3, "0")}`,
  ).join("");

/** A text as a literal. */
export const textIn: Record<Language, (text: string) => string> = {
  numpy: textInPython,
  torch: textInPython,
  // Two question marks would begin a trigraph.
  cpp: (text) => `"${text.replace(/["\\?]/gu, "\\$&").replace(UNSEEN, octal)}"`,
};
