import assert from "node:assert/strict";
import { test } from "node:test";
import { readLink, writeLink, type Snapshot } from "../../web/src/state/link";
import type { Sequence } from "../../web/src/state/presets";
import { initialView } from "../../web/src/state/view";

const sequence: Sequence = {
  tokens: ["東京", "naïve", "a,b", "50%", "%2C", "x&y=z", ""],
  x: [[1], [2], [3], [4], [5], [6], [7]],
  dimensions: ["so, so"],
};

function linkTo(own: Sequence): string {
  const source: Snapshot["source"] = { kind: "own", sequence: own };
  return writeLink({
    stage: "softmax",
    source,
    selection: { i: 0, j: 0, m: 0 },
    view: initialView(),
  });
}

function sequenceOf(link: string): Sequence {
  const { source, problems } = readLink(link, "pattern");
  assert.deepEqual(problems, []);
  assert.equal(source.kind, "own");
  return (source as Extract<Snapshot["source"], { kind: "own" }>).sequence;
}

test("a link carries names of any characters, those of dimensions too", () => {
  assert.deepEqual(sequenceOf(linkTo(sequence)), sequence);
});

test("names are encoded once", () => {
  const tokens = ["the bank", "東京", "naïve?"];
  const link = linkTo({ tokens, x: [[1], [2], [3]] });
  assert.ok(!link.includes("%25"), link);
});

test("a link from when names were encoded twice still opens", () => {
  const tokens = sequence.tokens.map(encodeURIComponent).join(",");
  const query = new URLSearchParams({ tokens, x: sequence.x.join(";") });
  assert.deepEqual(sequenceOf(`#/softmax?${query}`).tokens, sequence.tokens);
});

test("as many names as there are dimensions, or none", () => {
  const { problems } = readLink("#/softmax?tokens=a&x=1,2&dimensions=water", "pattern");
  assert.deepEqual(problems, ["dimensions: 1 names for 2 columns"]);
});
