/** A matrix as a grid that one walks about in: what its parts are given, and where the keys lead. */
import type { Matrix, WideMatrix } from "@engine";
import type { Scale } from "./scale";

/** What a grid can show: matrices of either precision. */
export type AnyMatrix = Matrix | WideMatrix;

/** A place in a matrix, zero-based. */
export interface Cell {
  readonly i: number;
  readonly j: number;
}

/** The sums at the end of the rows, or at the foot of the columns: number k is `name[k]`. */
export interface Margin {
  readonly title: string;
  readonly name: string;
  readonly values: ArrayLike<number>;
}

/** What the table and the canvas draw; `Matrix` is what exhibits use. */
export interface Grid {
  readonly caption: string;
  readonly name: string;
  readonly world: string;
  readonly values: AnyMatrix;
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly rowTitle: string;
  readonly columnTitle: string;
  readonly scale: Scale;
  readonly digits: number;
  /** What the full colour stands for, if not the greatest magnitude of the matrix. */
  readonly full?: number;
  /** Cells have no room for powers of ten. */
  readonly tight?: boolean;
  readonly selected: Cell;
  readonly marked: readonly Cell[];
  readonly filled: number;
  /** Whether the number in a cell is 0 only because floats ran out. */
  readonly underflow: (value: number, at: Cell) => boolean;
  /** A cell in words, with the number in it. */
  readonly describe: (at: Cell, value: number) => string;
  /** The pointer passes over a cell. */
  readonly onhover: (at: Cell) => void;
  /** A cell is chosen by finger or click, or come to by a key. */
  readonly onchoose: (at: Cell) => void;
  readonly onstep: (at: Cell) => void;
  readonly onask: (at: Cell) => void;
}

/** The number in a cell, and those of a row. */
export const valueAt = ({ data, cols }: AnyMatrix, { i, j }: Cell) => data[i * cols + j]!;
export const rowOf = ({ data, cols }: AnyMatrix, i: number) =>
  data.subarray(i * cols, (i + 1) * cols);

export const nameOf = (name: string, { i, j }: Cell) => `${name}[${i + 1},${j + 1}]`;

export const same = (a: Cell, b: Cell) => a.i === b.i && a.j === b.j;

const clamp = (at: number, size: number) => Math.min(Math.max(at, 0), size - 1);

/** The nearest cell of a grid of this size. */
export const within = ({ rows, cols }: AnyMatrix, { i, j }: Cell): Cell => ({
  i: clamp(i, rows),
  j: clamp(j, cols),
});

/** Where a key leads from a cell: arrows by one, Home and End along the row, Page Up and Down along the column. */
export function walk(event: KeyboardEvent, { i, j }: Cell, size: AnyMatrix): Cell | undefined {
  const far = event.ctrlKey || event.metaKey;
  const leads: Record<string, Cell> = {
    ArrowUp: { i: i - 1, j },
    ArrowDown: { i: i + 1, j },
    ArrowLeft: { i, j: j - 1 },
    ArrowRight: { i, j: j + 1 },
    Home: { i: far ? 0 : i, j: 0 },
    End: { i: far ? size.rows : i, j: size.cols },
    PageUp: { i: 0, j },
    PageDown: { i: size.rows, j },
  };
  const to = leads[event.key];
  return to && within(size, to);
}

/** Where a key leads from one of `size` lines: arrows by one, Home and End to the first and the last. */
export function walkLines(key: string, at: number, size: number): number | undefined {
  const leads: Record<string, number> = {
    ArrowUp: at - 1,
    ArrowDown: at + 1,
    Home: 0,
    End: size,
  };
  const to = leads[key];
  return to === undefined ? undefined : clamp(to, size);
}

/** Names that can be told apart: those that occur more than once get their place in the sequence. */
export function distinct(names: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return names.map((name, at) => (counts.get(name)! > 1 ? `${name} (${at + 1})` : name));
}

/** The class that colours what rows or columns stand for: queries and keys have a colour, components none. */
export const roleOf = (title: string) =>
  title === "query" || title === "key" ? `role-${title}` : "role-plain";
