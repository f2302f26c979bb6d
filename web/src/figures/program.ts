/** A program's lines of coloured tokens: those that some options ask for, and the learner's own in them. */
export interface Token {
  readonly text: string;
  /** A CSS colour. */
  readonly color?: string;
  /** It is the learner's. */
  readonly own?: boolean;
}

export type Line = readonly Token[];
export type Lines = readonly Line[];

export const lineText = (line: Line) => line.map(({ text }) => text).join("");
export const textOf = (lines: Lines) => lines.map((line) => lineText(line) + "\n").join("");

/** What takes a name's place: another name, in the same colour; or tokens, on as many lines as they need. */
export type Fill = string | Lines;

/**
 * The same lines with something else in the place of names in capitals. Where a fill has several lines, the
 * first goes on from what stood before the name, and what stood after it follows the last.
 */
export function splice(lines: Lines, fills: Readonly<Record<string, Fill>>): Token[][] {
  const places = new RegExp(`(${Object.keys(fills).join("|")})`, "u");
  return lines.flatMap((line) => {
    const done: Token[][] = [[]];
    const add = (token: Token) => {
      if (token.text) done.at(-1)!.push(token);
    };
    for (const token of line) {
      for (const text of token.text.split(places)) {
        const fill = Object.hasOwn(fills, text) ? fills[text]! : text;
        if (typeof fill === "string") add({ ...token, text: fill });
        else
          for (const [at, more] of fill.entries()) {
            if (at) done.push([]);
            more.forEach(add);
          }
      }
    }
    return done;
  });
}

export interface Section {
  readonly name: string;
  readonly lines: Lines;
}

const DIRECTIVE = /^\s*(?:#|\/\/)(if|end|section)(?: (\S+))?$/u;

/**
 * What is left of a program for these options, section by section. A line `#if mask=causal|others` (or `//if …`) keeps
 * what follows, to the next such line or `#end`, for those values of that option; `#section data` begins a section.
 */
export function choose(lines: Lines, options: Readonly<Record<string, string>>): Section[] {
  const sections: { name: string; lines: Line[] }[] = [{ name: "", lines: [] }];
  let kept = true;
  for (const line of lines) {
    const [, directive, rest = ""] = DIRECTIVE.exec(lineText(line)) ?? [];
    if (directive === "section") sections.push({ name: rest, lines: [] });
    if (directive === "if") {
      const [option, values] = rest.split("=") as [string, string];
      kept = values.split("|").includes(options[option]!);
    } else if (directive) kept = true;
    else if (kept) sections.at(-1)!.lines.push(line);
  }
  return sections.filter(({ lines: { length } }) => length > 0);
}
