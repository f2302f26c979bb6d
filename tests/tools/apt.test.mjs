import assert from "node:assert/strict";
import { test } from "node:test";
import { backportsEntry } from "../../tools/lib/apt.mjs";

const key = "Signed-By: /usr/share/keyrings/some.gpg";

test("a one-line entry keeps its mirror, options and components", () => {
  const text = `
# deb http://old.example/debian bookworm main
deb-src http://a.example/debian bookworm main
deb http://a.example/debian-security bookworm-security main
deb [arch=amd64 signed-by=/k.gpg] http://a.example/debian bookworm main contrib
`;
  assert.equal(
    backportsEntry(text, "bookworm"),
    "deb [arch=amd64 signed-by=/k.gpg] http://a.example/debian bookworm-backports main contrib\n",
  );
});

test("of the deb822 stanzas, the one that serves the release is taken, with its key", () => {
  const text = `Types: deb
URIs: http://a.example/debian-security
Suites: bookworm-security
Components: main
${key}

Types: deb deb-src
# the mirror next door
URIs: http://a.example/debian
Suites: bookworm
 bookworm-updates
Components: main
${key}
`;
  assert.equal(
    backportsEntry(text, "bookworm"),
    `Types: deb deb-src
# the mirror next door
URIs: http://a.example/debian
Suites: bookworm-backports
Components: main
${key}
`,
  );
});

test("what is switched off, holds only sources or serves another release is passed over", () => {
  const stanza = (types, suites, more = "") =>
    `Types: ${types}\nURIs: http://a.example/debian\nSuites: ${suites}\nComponents: main\n${more}`;
  for (const text of [
    "",
    "#deb http://a.example/debian bookworm main\n",
    "deb http://a.example/debian trixie main\n",
    stanza("deb", "bookworm", "Enabled: no\n"),
    stanza("deb-src", "bookworm"),
    stanza("deb", "trixie bookworm-updates"),
  ]) {
    assert.equal(backportsEntry(text, "bookworm"), undefined, text);
  }
});
