/**
 * Which of several words a token is like, before a round of attention and after it. Beside what the head's own world has:
 * - `cosx[w]` and `cosz[w]`: the cosine of the token's embedding, and of its context, with the vector of word w (`similarity`);
 * - `word[w,m]`, that vector, and the lengths `xsize`, `zsize` and `wordsize[w]`.
 */
import type { Similarity } from "@engine";
import { headProgram } from "./head-why";
import type { HeadWorld } from "./head-world";
import {
  counted,
  joined,
  number,
  parseName,
  pythonVector,
  symbol,
  type Explanation,
  type Part,
  type World,
} from "./quantities";

type Vectors = Readonly<Record<string, readonly number[]>>;

export class SenseWorld implements World {
  /** `token` is zero-based; the head's values must have as many numbers as its embeddings. */
  constructor(
    readonly head: HeadWorld,
    readonly token: number,
    readonly words: Vectors,
    readonly id: string,
  ) {}

  #compared(letter: "x" | "z", word: string): Similarity {
    const { sequence, attention, engine } = this.head;
    const { cols, data } = attention.context;
    const [from, to] = [this.token * cols, (this.token + 1) * cols];
    const vector = letter === "x" ? sequence.x[this.token]! : data.subarray(from, to);
    return engine.similarity(vector, this.words[word]!);
  }

  read(name: string): number | undefined {
    const { letter, at } = parseName(name);
    const [word = Object.keys(this.words)[0]!, m] = at;
    switch (letter) {
      case "cosx":
      case "cosz":
        return this.#compared(letter === "cosx" ? "x" : "z", word).cosine;
      case "xsize":
      case "zsize":
        return this.#compared(letter === "xsize" ? "x" : "z", word).lengthX;
      case "wordsize":
        return this.#compared("x", word).lengthY;
      case "word":
        return this.words[word]?.[Number(m) - 1];
      default:
        return this.head.read(name);
    }
  }

  explain(name: string): Explanation | undefined {
    const { letter, at } = parseName(name);
    const [word = "", m] = at;
    const components = counted(this.head.dimensions.d);
    const row = this.token + 1;
    const token = `“${this.head.sequence.tokens[this.token]}”`;
    const vectorOf = this.words[word];
    const given = vectorOf ? [`word = ${pythonVector(vectorOf)}  # ${word}`] : [];
    const python = (expression: string) => headProgram(this.head, expression, given);
    const root = (of: string) =>
      [symbol, number].map((write) => ["√(", ...squares(of, write), ")"]);
    const squares = (of: string, write: (name: string) => Part) =>
      joined(components, " + ", (c): Part[] => [write(`${of},${c}]`), "²"]);
    const vector = { x: `x[${this.token}]`, z: `context[${this.token}]` };

    switch (letter) {
      case "cosx":
      case "cosz": {
        const of = letter === "cosx" ? "x" : "z";
        const lines = [symbol, number].map((write) => [
          "(",
          ...joined(components, " + ", (c): Part[] => [
            write(`${of}[${row},${c}]`),
            " · ",
            write(`word[${word},${c}]`),
          ]),
          ") / (",
          write(`${of}size`),
          " · ",
          write(`wordsize[${word}]`),
          ")",
        ]);
        const a = vector[of];
        return {
          meaning: `the cosine of ${of === "x" ? "the embedding of" : "what attention makes of"} ${token} and the vector of “${word}”: 1 where they point the same way, 0 where they have nothing in common`,
          lines,
          python: python(`${a} @ word / np.sqrt((${a} @ ${a}) * (word @ word))`),
        };
      }
      case "xsize":
      case "zsize": {
        const of = letter === "xsize" ? "x" : "z";
        return {
          meaning: `the length of ${of === "x" ? "the embedding of" : "what attention makes of"} ${token}`,
          lines: root(`${of}[${row}`),
          python: python(`np.sqrt(${vector[of]} @ ${vector[of]})`),
        };
      }
      case "wordsize":
        return {
          meaning: `the length of the vector of “${word}”`,
          lines: root(`word[${word}`),
          python: python("np.sqrt(word @ word)"),
        };
      case "word":
        return {
          meaning: `component ${m} of the vector of “${word}”: an input`,
          lines: [],
          python: python(`word[${Number(m) - 1}]`),
        };
      default:
        return this.head.explain(name);
    }
  }
}
