/** A program's lines of coloured tokens, and the learner's numbers in them. */
export interface Token {
  readonly text: string;
  /** A CSS colour. */
  readonly color?: string;
  /** It is the learner's. */
  readonly own?: boolean;
}

export type Lines = readonly (readonly Token[])[];

/** The word that the numbers replace. */
const PLACE = "LOGITS";

export function splice(lines: Lines, numbers: string): Lines {
  const pieces = (token: Token): Token[] => {
    const [before, after] = token.text.split(PLACE);
    if (after === undefined) return [token];
    const kept = (text = "") => (text ? [{ ...token, text }] : []);
    return [...kept(before), { text: numbers, own: true }, ...kept(after)];
  };
  return lines.map((line) => line.flatMap(pieces));
}

export const textOf = (lines: Lines) =>
  lines.map((line) => line.map(({ text }) => text).join("") + "\n").join("");
