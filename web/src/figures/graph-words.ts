/** Words that must fit into the nodes of a drawn graph. */

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The word, or as much of its beginning as fits with an ellipsis; never less than one letter. */
export function fitted(word: string, room: number, measure: (text: string) => number): string {
  if (measure(word) <= room) return word;
  const letters = Array.from(graphemes.segment(word), ({ segment }) => segment);
  let kept = letters.length - 1;
  while (kept > 1 && measure(`${letters.slice(0, kept).join("")}…`) > room) kept--;
  return `${letters.slice(0, kept).join("")}…`;
}

/** Which words occur more than once: their nodes need their places to be told apart. */
export function repeated(words: readonly string[]): readonly boolean[] {
  return words.map((word, at) => words.indexOf(word) !== at || words.lastIndexOf(word) !== at);
}
