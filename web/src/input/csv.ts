/** Token vectors written as CSV (RFC 4180), safe to open in a spreadsheet. */
import { formatNumber, type Precision } from "./numbers";

/** A matrix to write: rows of doubles, or the engine's row-major float32. */
export type WritableMatrix =
  | readonly (readonly number[])[]
  | { readonly rows: number; readonly cols: number; readonly data: Float32Array | Float64Array };

/**
 * One line a token: its name in quotation marks, then its numbers in their shortest exact form. `parseMatrix` reads
 * it back as it was.
 */
export function writeCsv(tokens: readonly string[], matrix: WritableMatrix): string {
  return tokens.map((token, row) => lineOf([nameCell(token), ...numbersOf(matrix, row)])).join("");
}

/** The same below a line of the columns' names; `corner` says what the rows are. */
export function writeTable(
  rows: readonly string[],
  matrix: WritableMatrix,
  { columns, corner }: { columns: readonly string[]; corner: string },
): string {
  return lineOf([corner, ...columns].map(nameCell)) + writeCsv(rows, matrix);
}

const lineOf = (cells: readonly string[]) => cells.join(",") + "\r\n";

function numbersOf(matrix: WritableMatrix, row: number): string[] {
  if (!("data" in matrix)) return matrix[row]!.map((value) => numberCell(value, "double"));
  const { cols, data } = matrix;
  const precision = data instanceof Float32Array ? "single" : "double";
  const values = Array.from(data.subarray(row * cols, (row + 1) * cols));
  return values.map((value) => numberCell(value, precision));
}

/** Without its point pandas reads −0 as a whole number, which has no sign. */
const numberCell = (value: number, precision: Precision) =>
  Object.is(value, -0) ? "-0.0" : formatNumber(value, precision);

const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;

/**
 * Spreadsheets run a cell that begins like a formula, quoted or not; an apostrophe before it stops them. Only
 * names are guarded: a number that begins with a minus is a number.
 */
const guarded = (name: string) => (/^'*[=+\-@\t\r]/u.test(name) ? `'${name}` : name);

const nameCell = (name: string) => quote(guarded(name));

/** The name that `guarded` was given. */
export const unguarded = (name: string) => name.replace(/^'(?='*[=+\-@\t\r])/u, "");
