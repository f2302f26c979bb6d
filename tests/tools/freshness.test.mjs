import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { after, before, test } from "node:test";
import { filesBelow, whenChanged } from "../../tools/lib/freshness.mjs";
import { inRoot, root } from "../../tools/lib/process.mjs";

let folder;
before(() => {
  mkdirSync(inRoot("build"), { recursive: true });
  folder = mkdtempSync(inRoot("build/freshness-"));
});
after(() => rmSync(folder, { recursive: true }));

const write = (name, text) => writeFileSync(join(folder, name), text);
const path = (name) => relative(root, join(folder, name));

test("work is done again only when an input changes, an output is gone, or it failed", async (t) => {
  const name = path("stamp").replace("build", "..");
  let runs = 0;
  const work = (salt) =>
    whenChanged(name, { inputs: [path("in")], outputs: [path("out")], salt }, async () => {
      runs += 1;
      write("out", "made");
    });
  const expectRuns = async (number, why, salt) => {
    await work(salt);
    assert.equal(runs, number, why);
  };

  write("in", "1");
  await expectRuns(1, "first");
  await expectRuns(1, "nothing changed");
  write("in", "1");
  await expectRuns(1, "touched, not changed");
  write("in", "2");
  await expectRuns(2, "input changed");
  rmSync(join(folder, "out"));
  await expectRuns(3, "output gone");
  await expectRuns(4, "another compiler", "salt");

  await t.test("after a failure", async () => {
    write("in", "3");
    const failing = whenChanged(name, { inputs: [path("in")], outputs: [] }, async () => {
      throw new Error("broken");
    });
    await assert.rejects(failing, /broken/);
    await expectRuns(5, "after a failure");
  });
});

test("files are listed in one order, folders entered, missing paths empty", () => {
  mkdirSync(join(folder, "tree/b"), { recursive: true });
  for (const name of ["tree/c", "tree/b/2", "tree/b/1", "tree/a"]) write(name, name);
  const expected = ["tree/a", "tree/b/1", "tree/b/2", "tree/c"].map(path);
  assert.deepEqual(filesBelow(path("tree")), expected);
  assert.deepEqual(filesBelow("no/such/place"), []);
});
