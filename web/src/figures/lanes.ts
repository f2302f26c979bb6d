/** Columns of one width side by side: one for each component of a vector. */
export interface Lanes {
  readonly count: number;
  /** In pixels, from one column to the next, and between two. */
  readonly column: number;
  readonly gap: number;
  /** Columns have room for numbers. */
  readonly numbered: boolean;
  readonly world: string;
}

/** Columns narrower than this have no room for numbers. */
const NARROW = 46;
const WIDEST = 120;

export function lanesIn(width: number, count: number): Pick<Lanes, "column" | "gap" | "numbered"> {
  const column = Math.min(width / count, WIDEST);
  return { column, gap: column > 8 ? 2 : column > 3 ? 0.5 : 0, numbered: column >= NARROW };
}

/** Where the frame around a picked column lies. */
export const pickOf = (picked: number, { column, gap }: Pick<Lanes, "column" | "gap">) => ({
  left: picked * column - 1,
  width: Math.max(column - gap, 2) + 2,
});
