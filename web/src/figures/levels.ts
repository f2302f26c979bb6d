/** Levels of a picture that lie so close together that they share one line of text. */

export interface Level {
  /** Which formats end here, in the order given. */
  readonly keys: readonly string[];
  /** Pixels from the top. */
  readonly y: number;
}

/** Gathers levels that are nearer to each other than `gap`; the text stands at the first of them. */
export function gathered(
  levels: readonly { readonly key: string; readonly y: number }[],
  gap: number,
): Level[] {
  const lines: { keys: string[]; y: number }[] = [];
  for (const { key, y } of [...levels].sort((a, b) => a.y - b.y)) {
    const last = lines.at(-1);
    if (last && y - last.y < gap) last.keys.push(key);
    else lines.push({ keys: [key], y });
  }
  return lines;
}

/** Where a format ends, above or below. */
export interface FormatEnd {
  readonly key: string;
  /** The logarithm of its largest or its smallest number. */
  readonly log: number;
}

/** What a picture of e to the x shows. */
export interface FormatCurve {
  /** Both axes run from −most to most: of x, and of the logarithm of e to the x. */
  readonly most: number;
  /** Where x stands. */
  readonly at: number;
  readonly ceilings: readonly FormatEnd[];
  readonly floors: readonly FormatEnd[];
  readonly chosen: string;
  /** The chosen format's e to the x, as its logarithm: ∞ where it overflows, −∞ where it is 0. */
  readonly samples: readonly { readonly x: number; readonly log: number }[];
  /** From here up it overflows, and from here down it is 0. */
  readonly overflows: number;
  readonly underflows: number;
}
