/**
 * The few words that the lesson itself speaks of, at hand without fetching the table: the same rows, code for code.
 */
import sample from "./sample-words.json" with { type: "json" };
import { readWordTable } from "./words";

export const sampleWords = readWordTable(
  Uint8Array.from(atob(sample.table), (byte) => byte.charCodeAt(0)),
);
