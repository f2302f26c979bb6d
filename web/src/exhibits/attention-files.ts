/** The program for attention put together: on the page, in a file, in a notebook. */
import { choose, splice, textOf, type Lines, type Section } from "@/figures/program";
import {
  programChoices,
  programFills,
  type ProgramData,
  type ProgramOptions,
} from "@/state/attention-program";
import { notebook } from "@/state/notebook";
import type { Language } from "@/state/programs";

/** The sections of a program: the function, the data, the run. `whole`: with all of the data. */
export const sectionsOf = (
  template: Lines,
  language: Language,
  options: ProgramOptions,
  data: ProgramData,
  whole: boolean,
): Section[] => {
  const fills = programFills(language, options, data, whole);
  return choose(template, programChoices(options, data)).map(({ name, lines }) => ({
    name,
    lines: splice(lines, fills),
  }));
};

/** One program of its sections, with what Python wants between them. */
export const joinedLines = (sections: readonly Section[]): Lines =>
  sections.flatMap(({ lines }, at) => (at ? [[], [], ...lines] : lines));

const MASKED = {
  none: "Every token looks at all of them.",
  others: "Every token looks at all others, and not at itself.",
  causal: "Every token looks at itself and at earlier ones.",
};
const ROLES = {
  x: "The embeddings themselves are queries, keys and values.",
  head: "Queries, keys and values are made by $W_Q$, $W_K$ and $W_V$.",
  heads:
    "Several heads look at once, each with matrices of its own; their contexts stand side by side.",
};

/** What a section is, in words. */
const CELLS: Record<string, string> = {
  function: "The function",
  data: "The data",
  run: "The run",
};

export function notebookOf(
  sections: readonly Section[],
  { roles, scale, mask }: ProgramOptions,
  { tokens, x }: ProgramData,
): string {
  const about = [
    "# Attention",
    "",
    "Two matrix products with a softmax between:",
    "",
    `$$Z = \\operatorname{softmax}\\!\\left(${roles === "x" ? "X X" : "Q K"}^{\\top}${scale === "sqrt" ? " / \\sqrt{d_k}" : ""}\\right) ${roles === "x" ? "X" : "V"}$$`,
    "",
    `The sequence has ${tokens.length} tokens of ${x[0]!.length} numbers. ${ROLES[roles]} ${MASKED[mask]}`,
  ];
  return notebook([
    { id: "about", kind: "markdown", text: about.join("\n") },
    ...sections.flatMap(({ name, lines }) => [
      { id: `${name}-title`, kind: "markdown" as const, text: `## ${CELLS[name]}` },
      { id: name, kind: "code" as const, text: textOf(lines) },
    ]),
  ]);
}
