/** Pasted text, cut into rows of cells. What the cells hold is not this file's business. */
import { refuse, type Outcome } from "./parsed";

export interface Cell {
  readonly text: string;
  /** It stood in quotation marks, so it is text even where it looks like a number. */
  readonly quoted: boolean;
}

export type Grid = readonly (readonly Cell[])[];

/** What parts the cells of a row; "space" is any run of spaces. */
export type Separator = "\t" | ";" | "," | "space";

/** Every way to cut the text that is not absurd, the likeliest first. */
export function separatorsOf(text: string): [Separator, Separator?] {
  const unquotedText = text.replace(/(^|[\n\t;,])"(?:[^"]|"")*"(?=[\r\n\t;,]|$)/gu, '$1""');
  if (unquotedText.includes("\t")) return ["\t"];
  const mark = unquotedText.includes(";") ? ";" : ",";
  if (!unquotedText.includes(mark)) return ["space"];
  // Between digits a comma can be decimal, and alone it can be a token; anywhere else it parts cells.
  const onlyParts = /\S[,;](?=\s|$)|[^\s\d][,;]|[,;][^\s\d]/u;
  return onlyParts.test(unquotedText) ? [mark] : [mark, "space"];
}

/**
 * Rows and cells of the text. Quotation marks are read as RFC 4180 has it, except between spaces, where
 * the mark is a token like any other. Blank lines at the ends are gone, and so is a separator that ends the rows;
 * every other blank cell stays, for the reader to complain of.
 */
export function splitText(text: string, separator: Separator): Outcome<Grid> {
  const lines = text.replace(/^\ufeff/u, "").replace(/\r\n?/gu, "\n");
  if (separator === "space") {
    const words = lines
      .trim()
      .split("\n")
      .map((line) => line.trim().split(/\s+/u).map(unquoted));
    return { value: words };
  }
  const grid = splitDelimited(lines, separator);
  return "error" in grid ? grid : { value: withoutTrailingColumn(withoutBlankEnds(grid.value)) };
}

const unquoted = (text: string): Cell => ({ text: text.trim(), quoted: false });

const isBlankRow = (row: readonly Cell[]) => row.length === 1 && row[0]!.text === "";

function splitDelimited(text: string, separator: string): Outcome<Cell[][]> {
  const cell = new RegExp(
    `[^\\S\\n${separator}]*"((?:[^"]|"")*)"[^\\S\\n${separator}]*(?=[\\n${separator}]|$)|([^\\n${separator}]*)`,
    "uy",
  );
  const rows: Cell[][] = [[]];
  for (;;) {
    const row = rows.at(-1)!;
    const [, inside, bare = ""] = cell.exec(text)!;
    if (inside === undefined && bare.trim().startsWith('"')) {
      const [at, column] = [rows.length, row.length + 1];
      const place = `Row ${at}, column ${column}`;
      return refuse(
        `${place}: the text in quotation marks does not end with the cell.`,
        at,
        column,
      );
    }
    row.push(
      inside === undefined ? unquoted(bare) : { text: inside.replaceAll('""', '"'), quoted: true },
    );
    if (cell.lastIndex === text.length) return { value: rows };
    if (text[cell.lastIndex] === "\n") rows.push([]);
    cell.lastIndex++;
  }
}

function withoutBlankEnds(rows: Cell[][]): Cell[][] {
  const first = rows.findIndex((row) => !isBlankRow(row));
  const last = rows.findLastIndex((row) => !isBlankRow(row));
  return first < 0 ? [] : rows.slice(first, last + 1);
}

/** "1,2," is two values and a separator: a last column that no row fills is no column. */
function withoutTrailingColumn(rows: Cell[][]): Cell[][] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 1);
  const isEmpty = (cell: Cell | undefined) => !cell || (cell.text === "" && !cell.quoted);
  if (width === 1 || !rows.every((row) => isEmpty(row[width - 1]))) return rows;
  return rows.map((row) => row.slice(0, width - 1));
}

/** A list, a matrix, or `{"tokens": […], "x": [[…], …]}` in JSON, as cells. */
export interface JsonCells {
  readonly tokens?: readonly string[];
  readonly grid: Grid;
}

export const looksLikeJson = (text: string) => /^[\s\ufeff]*[[{]/u.test(text);

/**
 * JSON's cells. Numbers stay as written: JSON's own reader would silently turn 1e400 into ∞ and 1e-400 into 0.
 */
export function splitJson(text: string): Outcome<JsonCells> {
  const withNumbersQuoted = text
    .replace(/^\ufeff/u, "")
    .replace(/"(?:[^"\\]|\\.)*"|[^\s[\]{},:"]+/gu, (piece) =>
      piece.startsWith('"') ? piece : JSON.stringify(piece === "null" ? "" : piece),
    );
  let parsed: unknown;
  try {
    parsed = JSON.parse(withNumbersQuoted);
  } catch {
    return refuse(
      "This begins like JSON, but a bracket, a comma or a quotation mark is missing or too many.",
    );
  }
  if (Array.isArray(parsed)) {
    const rows = parsed.every((entry) => typeof entry === "string") ? [parsed] : parsed;
    return isTable(rows) ? { value: { grid: cellsOf(rows) } } : refuse(NO_TABLE);
  }
  const { tokens, x } = parsed as { tokens?: unknown; x?: unknown };
  if (!isTable(x)) return refuse(NO_TABLE);
  if (tokens === undefined) return { value: { grid: cellsOf(x) } };
  if (!isRow(tokens)) return refuse('In this JSON, "tokens" is not a list of names.');
  return { value: { tokens, grid: cellsOf(x) } };
}

const NO_TABLE =
  'This JSON is not a list of rows: write [[1, 0], [0, 1]], or {"tokens": ["a", "b"], "x": [[1, 0], [0, 1]]}.';

const isRow = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === "string");

const isTable = (value: unknown): value is string[][] => Array.isArray(value) && value.every(isRow);

const cellsOf = (rows: string[][]): Grid =>
  rows.map((row) => row.map((text) => ({ text: text.trim(), quoted: false })));
