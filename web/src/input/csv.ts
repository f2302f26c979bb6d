/** Token vectors written as CSV (RFC 4180), safe to open in a spreadsheet. */
import { formatNumber } from "./numbers";

/** A matrix to write: rows of doubles, or the engine's row-major float32. */
export type WritableMatrix =
  | readonly (readonly number[])[]
  | { readonly rows: number; readonly cols: number; readonly data: Float32Array };

/**
 * One line a token: its name in quotation marks, then its numbers in their shortest exact form. `parseMatrix` reads
 * it back as it was.
 */
export function writeCsv(tokens: readonly string[], matrix: WritableMatrix): string {
  return tokens
    .map((token, row) => [quote(guarded(token)), ...numbersOf(matrix, row)].join(",") + "\r\n")
    .join("");
}

function numbersOf(matrix: WritableMatrix, row: number): string[] {
  if ("data" in matrix) {
    const { cols, data } = matrix;
    const values = data.subarray(row * cols, (row + 1) * cols);
    return Array.from(values, (value) => formatNumber(value, "single"));
  }
  return matrix[row]!.map((value) => formatNumber(value));
}

const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;

/**
 * Spreadsheets run a cell that begins like a formula, quoted or not; an apostrophe before it stops them. Only
 * names are guarded: a number that begins with a minus is a number.
 */
const guarded = (name: string) => (/^'*[=+\-@\t\r]/u.test(name) ? `'${name}` : name);

/** The name that `guarded` was given. */
export const unguarded = (name: string) => name.replace(/^'(?='*[=+\-@\t\r])/u, "");
