/**
 * How often a head's heaviest edge goes to the word that settles the sense of another, as `tools/head` counted it when it
 * trained the head: of `sentences[part]` sentences, by blind choice a share of `chance[part]`, by the raw dot product `raw[part]`
 * of them, by the head `learned[part]`. Nothing here is computed in the page: the sentences are not part of it.
 */
import type { LEARNED } from "./learned-head";
import { parseName, pythonNumber, type Explanation, type World } from "./quantities";

export type Hits = (typeof LEARNED)["hits"];
export type Part = keyof Hits;

const PARTS: Record<Part, string> = {
  training: "that the head was trained on",
  contexts: "with words that it was trained on, in sentences that it never saw",
  words: "with ambiguous words that it was never asked about",
};

export class HitsWorld implements World {
  constructor(
    readonly hits: Hits,
    readonly id: string,
  ) {}

  read(name: string): number | undefined {
    const { letter, at } = parseName(name);
    const part = this.hits[at[0] as Part];
    switch (letter) {
      case "sentences":
        return part.sentences;
      case "chance":
        return part.chance;
      case "raw":
        return part.raw.selfExcluded;
      case "learned":
        return part.head.selfExcluded;
      default:
        return undefined;
    }
  }

  explain(name: string): Explanation | undefined {
    const value = this.read(name);
    if (value === undefined) return undefined;
    const { letter, at } = parseName(name);
    const sentences = `the sentences ${PARTS[at[0] as Part]}`;
    const whose = letter === "raw" ? "of the raw dot product" : "of the head";
    const meaning =
      letter === "sentences"
        ? `how many sentences there are ${PARTS[at[0] as Part]}`
        : letter === "chance"
          ? `how often blind choice among the other words would be right, on average over ${sentences}`
          : `in how many of ${sentences} the heaviest edge ${whose} goes from the ambiguous word to the one that settles it`;
    return {
      meaning: `${meaning}; counted when the head was trained, not in this page`,
      lines: [],
      python: `# Counted by tools/head, which writes the sentences and the choices into its report.\nprint(${pythonNumber(value)})\n`,
    };
  }
}
