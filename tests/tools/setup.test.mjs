import assert from "node:assert/strict";
import { test } from "node:test";
import { requirements } from "../../tools/lib/requirements.mjs";
import { advice, agrees, everyUse } from "../../tools/lib/setup.mjs";
import { suites } from "../../tools/lib/suites.mjs";
import { atLeast, versionIn } from "../../tools/lib/versions.mjs";

test("versions are compared by number, place by place", () => {
  for (const [version, least] of [
    ["3.25.1", "3.25"],
    ["3.25", "3.25"],
    ["3.100", "3.25"],
    ["4.0", "3.25"],
    ["3.1.69-git", "3.1.6"],
    ["156.0.8078.108", "3"],
  ]) {
    assert.ok(atLeast(version, least), `${version} ≥ ${least}`);
    if (version !== least) assert.ok(!atLeast(least, version), `${least} < ${version}`);
  }
  assert.ok(!atLeast("2.13.10", "3"));
  assert.ok(!atLeast("", "0.1"));
});

test("a version is found in what programs print", () => {
  assert.equal(versionIn("Debian clang-format version 14.0.6"), "14.0.6");
  assert.equal(versionIn("c++ (Debian 12.2.0-14+deb12u1) 12.2.0"), "12.2.0");
  assert.equal(versionIn("1:14.0-55.7~deb12u1"), "14.0");
  assert.equal(versionIn("(none)"), undefined);
});

test("every use that a suite has is one that the set-up knows", () => {
  const used = Object.values(suites).flatMap(({ uses }) => uses);
  assert.deepEqual([...new Set(used)].sort(), [...everyUse].sort());
});

test("what draws pictures outside a browser is there for the browser tests, from every manager", () => {
  const row = requirements.find(({ what }) => what === "rsvg-convert");
  assert.deepEqual(row.uses, ["browser"]);
  assert.match(advice([row], ["apt", "dnf"]), /apt-get install librsvg2-bin\n.*librsvg2-tools$/m);
});

test("the advice names what lacks, what was found, and the package of each manager", () => {
  const rows = requirements.filter(({ what }) => ["CMake", "Chromium"].includes(what));
  rows[0] = { ...rows[0], found: "3.18.4" };
  const text = advice(rows, ["apt", "brew"]);
  assert.match(text, /CMake ≥ 3\.25 \(found 3\.18\.4\)/);
  assert.match(text, /Chromium \(not found\): .*CHROME_PATH/);
  assert.match(text, /apt-get install cmake chromium$/m);
  assert.match(text, /brew install cmake google-chrome$/m);
  assert.doesNotMatch(text, /pacman/);
});

test("npm's record agrees with the lock only if every package is there in its version", () => {
  const lock = {
    packages: {
      "": { name: "us" },
      "node_modules/a": { version: "1.0.0" },
      "node_modules/b-for-another-system": { version: "2.0.0", optional: true },
    },
  };
  const record = (packages) => ({ packages });
  assert.ok(agrees(lock, record({ "node_modules/a": { version: "1.0.0" } })));
  assert.ok(!agrees(lock, record({ "node_modules/a": { version: "1.0.1" } })));
  assert.ok(!agrees(lock, record({})));
});
