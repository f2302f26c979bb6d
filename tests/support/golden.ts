/** Reading the files of tests/golden, and holding results against them. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Matrix } from "../../dist/engine/index.js";

/** The file's lines, as words; the first word is the line's name. */
export function readGolden(file: string): string[][] {
  const text = readFileSync(new URL(`../golden/${file}`, import.meta.url), "utf8");
  const lines = text.split("\n").filter((line) => line && !line.startsWith("#"));
  return lines.map((line) => line.split(" "));
}

/** The matrix that starts at word `first` with its numbers of rows and columns. */
export function matrixOf(line: string[], first: number): Matrix {
  const [rows, cols, ...values] = line.slice(first).map(Number);
  return { rows: rows!, cols: cols!, data: new Float32Array(values) };
}

/** Whether a result may pass for the true value; what is not finite has to be the very same. */
const close = (actual: number, expected: number, tolerance: number) =>
  Number.isFinite(expected) && Number.isFinite(actual)
    ? Math.abs(actual - expected) <= tolerance
    : Object.is(actual, expected);

/** Each value within its tolerance, or all within one. */
export function near(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  tolerance: number | ArrayLike<number>,
  what = "values",
): void {
  assert.equal(actual.length, expected.length, `${what}: their number`);
  for (let i = 0; i < actual.length; i++) {
    const within = typeof tolerance === "number" ? tolerance : tolerance[i]!;
    assert.ok(
      close(actual[i]!, expected[i]!, within),
      `${what}: number ${i + 1} is ${actual[i]}, not ${expected[i]} ± ${within}`,
    );
  }
}

/** A printed decimal stands for all numbers within half of its last digit, and float32's own error. */
export const digits = (n: number) => 0.5 * 10 ** -n + 1.2e-7;
