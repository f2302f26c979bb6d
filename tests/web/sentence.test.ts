import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readSentence, type Lexicon } from "../../web/src/input/sentence";
import { errorOf, generator, valueOf } from "./support";

const KNOWN = (
  "the cat sat on bank do ca wo it is dogs state of art well-known well known tired river up - , . ? ! ( ) \" ' : ; " +
  "n't 's 're mr anti"
).split(" ");
const lexicon: Lexicon = {
  rowOf: (word) => (KNOWN.includes(word) ? KNOWN.indexOf(word) : undefined),
};
/** A table without the endings of contractions, as one that holds whole words only. */
const withoutEndings: Lexicon = {
  rowOf: (word) => (word.includes("'") && word.length > 1 ? undefined : lexicon.rowOf(word)),
};

const read = (text: string, words = lexicon) => valueOf(readSentence(text, words));
const texts = (text: string, words = lexicon) =>
  read(text, words).tokens.map((token) => token.text);
const words = (text: string) => read(text).tokens.map((token) => token.word);

describe("tokens", () => {
  test("keep the learner's spelling and are looked up in lower case", () => {
    assert.deepEqual(read("The BANK"), {
      tokens: [
        { text: "The", word: "the", row: 0 },
        { text: "BANK", word: "bank", row: 4 },
      ],
      unknown: [],
    });
  });

  const pieces: [string, string[]][] = [
    ["The cat sat on the bank.", ["The", "cat", "sat", "on", "the", "bank", "."]],
    ["(the cat), sat?!", ["(", "the", "cat", ")", ",", "sat", "?", "!"]],
    ["\"the\" 'cat'", ['"', "the", '"', "'", "cat", "'"]],
    ["“the” ‘cat’", ["“", "the", "”", "‘", "cat", "’"]],
    ["Don't can't WON’T", ["Do", "n't", "ca", "n't", "WO", "N’T"]],
    ["it's the cat's", ["it", "'s", "the", "cat", "'s"]],
    ["the dogs' bank", ["the", "dogs", "'", "bank"]],
    ["well-known", ["well-known"]],
    ["state-of-the-art", ["state", "of", "the", "art"]],
    ["well\u2011known", ["well\u2011known"]],
    ["on - up", ["on", "-", "up"]],
    ["on—up – on", ["on", "—", "up", "–", "on"]],
    ["cat...", ["cat", "..."]],
    ["the cat… sat", ["the", "cat", "…", "sat"]],
    ["Mr. cat", ["Mr", ".", "cat"]],
    ["U.S. bank", ["U.S.", "bank"]],
    ["3.5 1,000 12:30", ["3.5", "1,000", "12:30"]],
    ["the\u00a0cat\n\tsat", ["the", "cat", "sat"]],
    ["\ufeffthe c\u00adat\u200b", ["the", "cat"]],
    ["東京 river🌊👩‍🚀🇫🇷", ["東京", "river", "🌊", "👩‍🚀", "🇫🇷"]],
    ["x₁ + 5%", ["x₁", "+", "5", "%"]],
    ["e\u0301t\u00e9", ["\u00e9t\u00e9"]],
  ];
  for (const [text, expected] of pieces) {
    test(text, () => assert.deepEqual(texts(text), expected));
  }

  test("spell punctuation as the table does", () => {
    assert.deepEqual(words("“the” ‘cat’ — on…"), [
      '"',
      "the",
      '"',
      "'",
      "cat",
      "'",
      "-",
      "on",
      "...",
    ]);
    assert.deepEqual(words("DON’T well‑known"), ["do", "n't", "well-known"]);
  });

  test("stay whole where the parts are not known", () => {
    assert.deepEqual(texts("state-of-the-qzx"), ["state-of-the-qzx"]);
    assert.deepEqual(texts("qzx's"), ["qzx's"]);
  });
});

describe("unknown words", () => {
  test("stay in the sentence and are named with their place", () => {
    const { tokens, unknown } = read("The qzx sat on Ünbekannt");
    assert.equal(tokens.length, 5);
    assert.equal(tokens[1]!.row, undefined);
    assert.deepEqual(unknown, [
      { text: "qzx", position: 2 },
      { text: "Ünbekannt", position: 5 },
    ]);
  });

  test("may be the ending of a contraction, or a mark", () => {
    assert.deepEqual(texts("the cat's", withoutEndings), ["the", "cat", "'s"]);
    assert.deepEqual(read("the cat's % …", withoutEndings).unknown, [
      { text: "'s", position: 3 },
      { text: "%", position: 4 },
      { text: "…", position: 5 },
    ]);
  });
});

describe("limits", () => {
  test("64 tokens fit; more are refused with their number", () => {
    assert.equal(read("cat ".repeat(64)).tokens.length, 64);
    for (const [text, count] of [
      ["cat ".repeat(65), 65],
      ["the cat ".repeat(100), 200],
      ["can't ".repeat(33), 66],
    ] as const) {
      assert.equal(
        errorOf(readSentence(text, lexicon)).message,
        `This sentence has ${count} tokens: up to 64 fit.`,
      );
    }
  });

  test("nothing is not a sentence", () => {
    for (const text of ["", "  \n", "\u200b\ufeff", "\u00a0"]) {
      assert.match(errorOf(readSentence(text, lexicon)).message, /^There are no words here yet/);
    }
  });
});

test("no visible character is lost but joining hyphens, and tokens read back as themselves", () => {
  const { below, pick } = generator(5);
  const alphabet = [
    ..."abé東🌊'’\"“-—.,…!5 \u00a0",
    "n't",
    "'s",
    "the",
    "cat",
    "well-known",
    "U.S.",
  ];
  for (let round = 0; round < 5_000; round++) {
    const text = Array.from({ length: 1 + below(8) }, () => pick(alphabet)).join("");
    const parsed = readSentence(text, lexicon);
    if ("error" in parsed) continue;
    const tokens = parsed.value.tokens.map((token) => token.text);
    const visible = (piece: string) => piece.normalize("NFC").replace(/[\s-]/gu, "");
    assert.equal(visible(tokens.join("")), visible(text), JSON.stringify(text));
    assert.deepEqual(texts(tokens.join(" ")), tokens, JSON.stringify(text));
  }
});
