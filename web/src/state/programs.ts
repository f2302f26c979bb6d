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
