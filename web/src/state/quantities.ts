/**
 * Every number of the page has a name, `omega[1,3]`, and a world that can say what it is and why.
 * Names carry one-based indices; the letters are those of the equations.
 */

/** A quantity's name taken apart. */
export interface Name {
  readonly letter: string;
  /** One-based, as written. Words are allowed where an index is a name: `length[a]`. */
  readonly at: readonly string[];
}

export function parseName(name: string): Name {
  const found = /^([A-Za-z]+)(?:\[([^\]]*)\])?$/.exec(name);
  if (!found) throw new Error(`“${name}” is not the name of a quantity`);
  return { letter: found[1]!, at: found[2] === undefined ? [] : found[2].split(",") };
}

/** One piece of an expression: words and signs, a quantity's symbol, or a quantity's number, which can be asked again. */
export type Part = string | { readonly symbol: string } | { readonly value: string };

export interface Explanation {
  /** What the number says, in a sentence without the number. */
  readonly meaning: string;
  /** The expression, a line for each step, each line the right-hand side of an equation. */
  readonly lines: readonly (readonly Part[])[];
  /** A NumPy program that prints the number. */
  readonly python: string;
}

/** A place where names have numbers: the current sequence, the lesson's fixed example, a pair of arrows. */
export interface World {
  /** Tells worlds apart in the document (`data-world`). */
  readonly id: string;
  read(name: string): number | undefined;
  explain(name: string): Explanation | undefined;
}

export const symbol = (name: string): Part => ({ symbol: name });
export const number = (name: string): Part => ({ value: name });

/** One-based indices: 1 … length. */
export const counted = (length: number) => Array.from({ length }, (_, index) => index + 1);

/** The parts of `items`, with `separator` between each two. */
export function joined<T>(
  items: readonly T[],
  separator: string,
  parts: (item: T) => readonly Part[],
): Part[] {
  return items.flatMap((item, at) => [...(at ? [separator] : []), ...parts(item)]);
}

/** An expression twice: in symbols, then in numbers. Strings that end in a bracket are names, others are signs. */
export function twice<T>(
  items: readonly T[],
  separator: string,
  parts: (item: T) => readonly string[],
): Part[][] {
  const as = (write: (name: string) => Part) =>
    joined(items, separator, (item) =>
      parts(item).map((part) => (part.endsWith("]") ? write(part) : part)),
    );
  return [as(symbol), as(number)];
}

const row = (values: readonly number[]) => `[${values.map(pythonNumber).join(", ")}]`;

export function pythonNumber(value: number): string {
  if (Number.isNaN(value)) return "np.nan";
  if (!Number.isFinite(value)) return value > 0 ? "np.inf" : "-np.inf";
  if (Object.is(value, -0)) return "-0.0";
  // Written without a point, a larger one would be an integer that no float array takes.
  return Number.isInteger(value) && !Number.isSafeInteger(value)
    ? value.toExponential()
    : String(value);
}

export const pythonVector = (values: readonly number[]) => `np.array(${row(values)})`;

export const pythonMatrix = (rows: readonly (readonly number[])[]) =>
  `np.array([${rows.map(row).join(",\n              ")}])`;
