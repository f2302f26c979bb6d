/**
 * Takes the words of the sentences out of the page's word table, in the table's own format, so that the head learns
 * from the very vectors that the page has:
 *
 *   npx tsx tools/head/words.ts
 *
 * Where the vectors are from: web/words/ORIGIN.md.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { unpackWordTable } from "../../web/src/input/words";
import { only, pack } from "../words/quantise";

const TABLE = new URL("../../web/words/glove.bin", import.meta.url);
const SENTENCES = new URL("sentences.txt", import.meta.url);
const WORDS = new URL("words.bin", import.meta.url);

/** The lesson's own sentences, on which the report shows the head as well. */
const LESSON = ["the bank of river", "the bank approved loan"];

const sentences = readFileSync(SENTENCES, "utf8").match(/^ {2}.*$/gmu) ?? [];
const words = new Set([...sentences, ...LESSON].join(" ").match(/[a-z]+/gu));
const table = await unpackWordTable(new Uint8Array(readFileSync(TABLE)));
writeFileSync(WORDS, pack(only(table, [...words].sort())));
