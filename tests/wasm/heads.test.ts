/** The lesson's heads do what the lesson says of them, through the facade. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { loadEngine, type Matrix } from "../../dist/engine/index.js";
import { readWordTable, unpackWordTable } from "../../web/src/input/words.js";
import { HAND_MADE, othersOnly } from "../../web/src/state/hand-head.js";
import { LEARNED } from "../../web/src/state/learned-head.js";
import { PRESETS } from "../../web/src/state/presets.js";

const engine = await loadEngine();
const fileAt = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url));

const row = ({ cols, data }: Matrix, i: number) =>
  Array.from(data.subarray(i * cols, (i + 1) * cols));
const heaviest = (weights: number[]) => weights.indexOf(Math.max(...weights));

/** The hand-made head on a preset of four tokens. */
const byHand = ({ x }: { x: readonly (readonly number[])[] }) =>
  engine.attend({ x, ...HAND_MADE, scale: "sqrt", mask: othersOnly(x.length) });

test("by hand, bank looks at river with weight 0.82", () => {
  const { weights, context } = byHand(PRESETS.bank);
  const bank = row(weights, 1);
  assert.ok(bank[3]! >= 0.815 && bank[3]! <= 0.825, `${bank[3]}`);
  assert.equal(Math.max(...weights.data), Math.fround(bank[3]!), "the heaviest edge of all");
  // softmax of 0.4, 0 and 4 over √3, worked out in doubles.
  const exponentials = [0, 0.4, 4].map((score) => Math.exp(score / Math.sqrt(3)));
  const sum = exponentials.reduce((a, b) => a + b);
  assert.ok(Math.abs(bank[3]! - exponentials[2]! / sum) < 1e-6);
  const [water, money, , grammar] = row(context, 1);
  assert.ok(water! > 1.6);
  assert.equal(money, 0);
  assert.equal(grammar, 0);
});

test("by hand, loan in place of river moves the heavy edge and bank's context", () => {
  const { weights, context } = byHand(PRESETS.loan);
  assert.equal(heaviest(row(weights, 1)), 3);
  const [water, money] = row(context, 1);
  assert.equal(water, 0);
  assert.ok(money! > 1.5);
});

test("by hand, scores are not symmetric: “the” looks at bank, bank not at “the”", () => {
  const { scores } = byHand(PRESETS.bank);
  assert.equal(row(scores, 0)[1], 2);
  assert.equal(row(scores, 1)[0], 0);
});

interface Sentence {
  part: keyof typeof LEARNED.hits;
  words: string[];
  ambiguous: number;
  settling: number;
}

/** The sentences of tools/head, divided by the rule that they state. */
function readSentences(): Sentence[] {
  const sentences: Sentence[] = [];
  const ambiguous: string[] = [];
  for (const sense of fileAt("tools/head/sentences.txt")
    .toString()
    .split(/^(?=\w)/mu)
    .slice(1)) {
    const [heading, ...lines] = sense.split("\n").filter((line) => line !== "");
    const word = heading!.split(":")[0]!;
    if (!ambiguous.includes(word)) ambiguous.push(word);
    lines.forEach((line, at) => {
      const words = line.trim().split(" ");
      sentences.push({
        part:
          ambiguous.length % 4 === 0 ? "words" : at === lines.length - 1 ? "contexts" : "training",
        words: words.map((marked) => marked.replace(/[[\]*]/gu, "")),
        ambiguous: words.findIndex((marked) => marked.startsWith("[")),
        settling: words.findIndex((marked) => marked.startsWith("*")),
      });
    });
  }
  return sentences;
}

const words = readWordTable(new Uint8Array(fileAt("tools/head/words.bin")));
const vectorsOf = (tokens: string[]) =>
  engine.dequantise(words.take(tokens.map((w) => words.rowOf(w)!)));
const learned = {
  wq: engine.dequantise(LEARNED.wq),
  wk: engine.dequantise(LEARNED.wk),
  scale: "sqrt",
} as const;

test("the learned head hits as often as its file says", () => {
  const counted = Object.fromEntries(
    Object.keys(LEARNED.hits).map((part) => [
      part,
      {
        sentences: 0,
        raw: { selfIncluded: 0, selfExcluded: 0 },
        head: { selfIncluded: 0, selfExcluded: 0 },
      },
    ]),
  );
  for (const { part, words, ambiguous, settling } of readSentences()) {
    const x = vectorsOf(words);
    const hit = (head: object, mask: "none" | boolean[][]) =>
      Number(heaviest(row(engine.attend({ x, ...head, mask }).weights, ambiguous)) === settling);
    const count = counted[part]!;
    count.sentences++;
    count.raw.selfIncluded += hit({}, "none");
    count.raw.selfExcluded += hit({}, othersOnly(words.length));
    count.head.selfIncluded += hit(learned, "none");
    count.head.selfExcluded += hit(learned, othersOnly(words.length));
  }
  for (const [part, { chance, ...reported }] of Object.entries(LEARNED.hits)) {
    assert.deepEqual(counted[part], reported, part);
    assert.ok(chance > 0.1 && chance < 0.13);
  }
});

test("the learned head sends bank to river and to loan, which settle none of its training sentences", () => {
  for (const sentence of ["the bank of river", "the bank approved loan"]) {
    const x = vectorsOf(sentence.split(" "));
    const raw = row(engine.attend({ x }).weights, 1);
    assert.equal(heaviest(raw), 1, "raw, bank looks at itself");
    const weights = row(engine.attend({ x, ...learned }).weights, 1);
    assert.equal(heaviest(weights), 3, `${sentence}: ${weights}`);
  }
});

test("the words that it learned from are those of the page", async () => {
  const table = await unpackWordTable(new Uint8Array(fileAt("web/words/glove.bin")));
  assert.deepEqual(table.take(words.words.map((w) => table.rowOf(w)!)), words.vectors);
});
