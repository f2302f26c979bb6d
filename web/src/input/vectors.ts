/**
 * Numbers in bulk, as people paste them from a spreadsheet, a file or a program: matrices of token vectors,
 * and plain lists.
 *
 * The rule throughout: exactly one sensible reading gives a value, several give a question, none gives the
 * reason. A cell is never guessed, filled in or left out.
 */
import {
  looksLikeJson,
  separatorsOf,
  splitJson,
  splitText,
  type Cell,
  type Grid,
  type Separator,
} from "./cells";
import { unguarded } from "./csv";
import { formatNumber, looksNumeric, parseNumber, type NumberOptions } from "./numbers";
import {
  counted,
  quoted,
  refuse,
  type Outcome,
  type Parsed,
  type Reading,
  type Refusal,
} from "./parsed";

/** Token vectors: x is [T, d], one row a token. */
export interface Vectors {
  /** T names, where the text has them. */
  readonly tokens?: readonly string[];
  /** d names, where the text has them. */
  readonly dimensions?: readonly string[];
  readonly x: readonly (readonly number[])[];
}

export const MOST_ROWS = 512;
export const MOST_COLUMNS = 1024;
export const LONGEST_LIST = 64;

/** `infinite` and `nan` say whether such values are taken, `precision` what the numbers must fit. */
export type CellOptions = Omit<NumberOptions, "decimalComma">;

/**
 * The matrix in `text`: CSV, tab- or semicolon-separated, parted by spaces, or JSON. Names of tokens may stand in a
 * first column, names of dimensions (or of tokens, if they are the columns) in a first row.
 * Numbers must fit the engine's float32 unless `precision` says otherwise.
 */
export function parseMatrix(text: string, options: CellOptions = {}): Parsed<Vectors> {
  return parseTable(text, { precision: "single", ...options }, readVectors);
}

/** The 1 to 64 numbers in `text`: one row or one column, written as `parseMatrix` takes it. */
export function parseList(text: string, options: CellOptions = {}): Parsed<readonly number[]> {
  return parseTable(text, options, readList);
}

/** What a grid says, given how its numbers are written: one reading, or more. */
type Reader<T> = (
  grid: Grid,
  options: NumberOptions,
  tokens?: readonly string[],
) => Outcome<Reading<T>[]>;

function parseTable<T>(text: string, options: CellOptions, read: Reader<T>): Parsed<T> {
  if (looksLikeJson(text)) {
    const json = splitJson(text);
    if ("error" in json) return json;
    const readings = read(json.value.grid, options, json.value.tokens);
    return "error" in readings ? readings : settle(readings.value, HEAD_QUESTION);
  }
  const [likeliest, other] = separatorsOf(text);
  const first = readSplit(text, likeliest, options, read);
  const second = other && readSplit(text, other, options, read);
  if (!second || "error" in second) {
    return "error" in first ? first : (first.doubt ?? settle(first.value, HEAD_QUESTION));
  }
  if ("value" in first) return settle([...first.value, ...second.value], COMMA_QUESTION);
  if (second.doubt) return second.doubt;
  if (!second.isColumn) return settle(second.value, HEAD_QUESTION);
  // Rows like "1,2" are numbers both ways: only the shape speaks against commas as separators.
  return {
    question: `Are these decimal commas? As separators they do not fit: ${first.error.message}`,
    ambiguous: second.value,
  };
}

/** The readings of one way to cut the text. */
type SplitReadings<T> =
  | Refusal
  | {
      readonly value: Reading<T>[];
      /** Why these readings cannot be trusted on their own. */
      readonly doubt?: Refusal | undefined;
      /** No row has more than one cell. */
      readonly isColumn: boolean;
    };

function readSplit<T>(
  text: string,
  separator: Separator,
  options: CellOptions,
  read: Reader<T>,
): SplitReadings<T> {
  const split = splitText(text, separator);
  if ("error" in split) return split;
  const grid = split.value;
  const { decimalComma, doubt } = howCommasRead(grid, separator);
  const readings = read(grid, { ...options, decimalComma });
  if ("error" in readings) return readings;
  return {
    value: readings.value,
    doubt: doubt ?? (separator === "space" ? groupedBySpaces(text) : undefined),
    isColumn: grid.every((row) => row.length === 1),
  };
}

const COMMA_QUESTION = "Do the commas part the numbers, or are they decimal commas?";
const HEAD_QUESTION = "What does the first row name?";

function settle<T>(readings: Reading<T>[], question: string): Parsed<T> {
  return readings.length === 1 ? { value: readings[0]!.value } : { question, ambiguous: readings };
}

/** Commas inside cells are decimal, unless other numbers have points, or all could group thousands. */
function howCommasRead(
  grid: Grid,
  separator: Separator,
): { decimalComma: boolean; doubt?: Refusal } {
  const numbersWith = (mark: string) =>
    grid.flat().filter(({ text }) => text.includes(mark) && looksNumeric(text));
  const withComma = numbersWith(",");
  const decimalComma = withComma.length > 0 && numbersWith(".").length === 0;
  const thousands = (cell: Cell) => /^\D?[1-9]\d{0,2}(,\d{3})+$/u.test(cell.text);
  if (!decimalComma || separator === ";" || !withComma.every(thousands)) return { decimalComma };
  const row = grid.findIndex((cells) => cells.includes(withComma[0]!));
  const column = grid[row]!.indexOf(withComma[0]!);
  const sentence = `${quoted(withComma[0]!.text)} could group thousands or have decimals: write it without a comma`;
  return { decimalComma, doubt: refuseAt(row, column, `: ${sentence}.`) };
}

/** Typographic spaces between groups of three digits can be inside one number. */
function groupedBySpaces(text: string): Refusal | undefined {
  const grouped = /\d+[\u00a0\u2009\u202f]\d{3}(?!\d)/u.exec(text)?.[0];
  if (!grouped) return undefined;
  return refuse(
    `${quoted(grouped)} could be one number or two: write ${grouped.replace(/\s/u, "")}, or part them with a comma.`,
  );
}

/** A refusal that begins with its place; `row` and `column` count from 0, the sentence from 1. */
function refuseAt(row: number, column: number, sentence: string) {
  return refuse(`Row ${row + 1}, column ${column + 1}${sentence}`, row + 1, column + 1);
}

const readList: Reader<readonly number[]> = (grid, options, tokens) => {
  if (tokens) return refuse("A plain list of numbers is wanted here, without names.");
  const flaw = flawOf(grid);
  if (flaw) return flaw;
  if (grid.length > 1 && grid[0]!.length > 1) {
    const shape = `${grid.length} rows of ${grid[0]!.length}`;
    return refuse(`A list is one row or one column: this has ${shape}.`);
  }
  if (grid.flat().length > LONGEST_LIST) {
    return refuse(`${grid.flat().length} numbers are too many: up to ${LONGEST_LIST} fit.`);
  }
  const numbers = readNumbers(grid, 0, 0, options);
  if ("error" in numbers) return numbers;
  const value = numbers.value.flat();
  return { value: [{ label: preview(counted(value.length, "number"), value), value }] };
};

const readVectors: Reader<Vectors> = (grid, options, tokens) => {
  const flaw = flawOf(grid);
  if (flaw) return flaw;
  const head = hasHead(grid) ? 1 : 0;
  const body = grid.slice(head);
  const side = !tokens && hasSide(body) ? 1 : 0;
  const [rows, columns] = [body.length, grid[0]!.length - side];
  if (!fits(rows, columns) && !fits(columns, rows)) return tooLarge(rows, columns);
  const numbers = readNumbers(body, head, side, options);
  if ("error" in numbers) return numbers;
  const x = numbers.value;
  const names = head === 1 ? nameRow(grid[0]!.slice(side)) : undefined;
  const rowNames = tokens ?? (side === 1 ? nameRow(body.map((row) => row[0]!)) : undefined);
  if (rowNames && rowNames.length !== x.length) {
    const named = `${counted(rowNames.length, "token")} ${rowNames.length === 1 ? "is" : "are"} named`;
    return refuse(`${named}, but x has ${counted(x.length, "row")}.`);
  }
  if (!names || rowNames) {
    return asReadings([["", { tokens: rowNames, dimensions: names, x }]]);
  }
  const transposed = names.map((_, m) => x.map((row) => row[m]!));
  return asReadings([
    ["The first row names the dimensions: ", { dimensions: names, x }],
    ["The first row names the tokens, one a column: ", { tokens: names, x: transposed }],
  ]);
};

/** Those of the candidates that are not too large, each with the words that its label begins with. */
function asReadings(
  candidates: [string, { tokens?: Names; dimensions?: Names; x: number[][] }][],
): Outcome<Reading<Vectors>[]> {
  const fitting = candidates.filter(([, { x }]) => fits(x.length, x[0]!.length));
  if (fitting.length === 0) {
    const { x } = candidates[0]![1];
    return tooLarge(x.length, x[0]!.length);
  }
  return {
    value: fitting.map(([beginning, { tokens, dimensions, x }]) => {
      const shape = `${counted(x.length, "token")} with ${counted(x[0]!.length, "value")}`;
      const label = preview(beginning + (x.length > 1 ? `${shape} each` : shape), x.flat());
      return { label, value: { ...(tokens && { tokens }), ...(dimensions && { dimensions }), x } };
    }),
  };
}

type Names = readonly string[] | undefined;

/** "2 numbers: 1, 5": enough of them to tell one reading from another. */
function preview(shape: string, values: readonly number[]): string {
  const shown = values.slice(0, 4).map((value) => formatNumber(value));
  return `${shape}: ${shown.join(", ")}${values.length > shown.length ? ", …" : ""}`;
}

/** The first thing wrong with the grid whatever its cells mean: nothing there, a blank, rows of different lengths. */
function flawOf(grid: Grid): Refusal | undefined {
  if (grid.flat().every(({ text }) => text === "")) {
    return refuse("There are no numbers here yet: at least one is wanted.");
  }
  const width = grid[0]!.length;
  for (const [r, row] of grid.entries()) {
    if (row.every(({ text }) => text === "")) return refuse(`Row ${r + 1} is blank.`, r + 1);
    for (const [c, cell] of row.entries()) {
      const isCorner = r === 0 && c === 0 && hasHead(grid);
      if (cell.text === "" && !cell.quoted && !isCorner) return refuseAt(r, c, " is blank.");
    }
    if (row.length !== width) {
      const columns = counted(row.length, "column");
      return refuse(`Row ${r + 1} has ${columns}, but row 1 has ${width}.`, r + 1);
    }
  }
  return undefined;
}

const fits = (rows: number, columns: number) => rows <= MOST_ROWS && columns <= MOST_COLUMNS;

function tooLarge(rows: number, columns: number): Refusal {
  const size = `${counted(rows, "row")} of ${counted(columns, "value")}`;
  return refuse(`${size} are too many: up to ${MOST_ROWS} rows of ${MOST_COLUMNS} fit.`);
}

/**
 * A first row is of names when all of its cells are text, and a number comes after: not numbers, or quoted where the
 * numbers below are not.
 */
function hasHead(grid: Grid): boolean {
  const [head, ...body] = grid;
  const numeric = body.flat().filter(({ text }) => looksNumeric(text));
  const bare = numeric.some((cell) => !cell.quoted);
  return (
    numeric.length > 0 &&
    head!.every(({ text, quoted: inQuotes }) => !looksNumeric(text) || (inQuotes && bare))
  );
}

/** A first column is of names when all of its cells are text: not numbers, or quoted where the numbers are not. */
function hasSide(body: Grid): boolean {
  if (body[0]!.length < 2) return false;
  const side = body.map((row) => row[0]!);
  if (side.some(({ text, quoted: inQuotes }) => looksNumeric(text) && !inQuotes)) return false;
  const rest = body.flatMap((row) => row.slice(1));
  return side.some(({ text }) => !looksNumeric(text)) || !rest.some((cell) => cell.quoted);
}

const nameRow = (cells: readonly Cell[]) => cells.map(({ text }) => unguarded(text));

/** The numbers of the grid's cells from column `side` on; `head` rows stood above, for the places in messages. */
function readNumbers(
  grid: Grid,
  head: number,
  side: number,
  options: NumberOptions,
): Outcome<number[][]> {
  const numbers: number[][] = [];
  for (const [r, row] of grid.entries()) {
    const values: number[] = [];
    for (const [c, cell] of row.slice(side).entries()) {
      const parsed = parseNumber(cell.text, options);
      if ("error" in parsed) return refuseAt(r + head, c + side, `: ${parsed.error.message}`);
      values.push(parsed.value);
    }
    numbers.push(values);
  }
  return { value: numbers };
}
