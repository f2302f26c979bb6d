/** What becomes of something that the learner typed or pasted. */

/** Why input was refused: a sentence for the learner, and where to look. Places count from 1. */
export interface InputError {
  readonly message: string;
  /** The row as pasted: a line of names counts. */
  readonly row?: number;
  /** The column as pasted: a column of names counts. */
  readonly column?: number;
}

/** A value, or the reason why there is none. */
export type Outcome<T> = { readonly value: T } | Refusal;

/** One of several ways to read the same text; `label` says it on a button. */
export interface Reading<T> {
  readonly label: string;
  readonly value: T;
}

/** A question to the learner, who may choose a reading; one alone is offered where it is likely, but not certain. */
export interface Question<T> {
  readonly question: string;
  readonly ambiguous: readonly Reading<T>[];
}

export type Parsed<T> = Outcome<T> | Question<T>;

export interface Refusal {
  readonly error: InputError;
}

export function refuse(message: string, row?: number, column?: number): Refusal {
  return {
    error: {
      message,
      ...(row === undefined ? {} : { row }),
      ...(column === undefined ? {} : { column }),
    },
  };
}

/** The learner's own text inside a sentence: in quotation marks, cut where it would flood the page. */
export function quoted(text: string): string {
  const characters = [...text.replace(/\s+/gu, " ")];
  return characters.length > 24
    ? `“${characters.slice(0, 23).join("")}…”`
    : `“${characters.join("")}”`;
}

/** "1 row", "3 rows". */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}
