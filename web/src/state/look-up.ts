/** Sentences of the learner's own, in real word vectors. */
import type { Engine } from "@engine";
import tableUrl from "@words/glove.bin?url";
import { readSentence } from "@/input/sentence";
import { loadWordTable, type WordTable } from "@/input/words";
import type { Sequence } from "./presets";

/** Some words of a sentence have no vector. */
export class UnknownWords extends Error {
  constructor(
    readonly words: readonly string[],
    message: string,
    /** The sentence without them. */
    readonly rest: string,
  ) {
    super(message);
  }
}

let table: Promise<WordTable> | undefined;

/** The word table, fetched when it is first needed; after a failure the next call tries again. */
function wordTable(): Promise<WordTable> {
  table ??= loadWordTable(tableUrl).catch((error: unknown) => {
    table = undefined;
    throw error;
  });
  return table;
}

/** The sentence as tokens and embeddings. Rejects with an `Error` whose message is a sentence for the learner. */
export async function lookUp(text: string, engine: Engine): Promise<Sequence> {
  const words = await wordTable();
  const sentence = readSentence(text, words);
  if ("error" in sentence) throw new Error(sentence.error.message);

  const { tokens, unknown } = sentence.value;
  if (unknown.length) {
    const named = unknown
      .map(({ text: word, position }) => `“${word}” (word ${position})`)
      .join(", ");
    const verb = unknown.length === 1 ? "is" : "are";
    const rest = tokens.filter(({ row }) => row !== undefined).map((token) => token.text);
    throw new UnknownWords(
      unknown.map(({ text: word }) => word),
      `${named} ${verb} not among the ${words.words.length.toLocaleString("en")} words that have vectors here.`,
      rest.join(" "),
    );
  }
  const { rows, cols, data } = engine.dequantise(words.take(tokens.map(({ row }) => row!)));
  return {
    tokens: tokens.map((token) => token.text),
    x: [...Array(rows).keys()].map((i) => Array.from(data.subarray(i * cols, (i + 1) * cols))),
  };
}
