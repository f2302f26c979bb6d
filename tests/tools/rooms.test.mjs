/** The one direction between the rooms: figures, shell → state → facade → bindings → engine → kernels. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { filesBelow } from "../../tools/lib/freshness.mjs";
import { inRoot } from "../../tools/lib/process.mjs";

/** What a source file names with #include or import, as written. */
function namedBy(file) {
  const text = readFileSync(inRoot(file), "utf8");
  const included = [...text.matchAll(/^\s*#include\s+[<"]([^>"]+)[>"]/gm)];
  const imported = [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)];
  return [...included, ...imported].map(([, name]) => name);
}

const rooms = [
  {
    room: "engine/, outside kernels/",
    files: (file) => /^engine\/(?!kernels\/)/.test(file),
    keepsOut: /^hwy\/|emscripten|^bindings\/|^iostream$|^fstream$|^cstdio$/,
    why: "Highway belongs to the kernels, Emscripten to the bindings, and the engine does no input or output",
  },
  {
    room: "engine/kernels/",
    files: (file) => file.startsWith("engine/kernels/"),
    keepsOut: /emscripten|^bindings\/|^engine\/(?!kernels\/)/,
    why: "kernels know spans of numbers, and nothing of the engine that calls them",
  },
  {
    room: "bindings/",
    files: (file) => file.startsWith("bindings/"),
    keepsOut: /^hwy\/|kernels\/|(^|\/)web\/|^@\//,
    why: "the bindings pass values on, between the engine and whoever calls",
  },
  {
    room: "web/src/input/",
    files: (file) => file.startsWith("web/src/input/"),
    keepsOut: /^@engine|^@\/|^svelte|\.\.\/(state|shell|figures|exhibits)/,
    why: "reading what people type needs neither the page nor the engine",
  },
  {
    room: "web/src/state/",
    files: (file) => file.startsWith("web/src/state/"),
    keepsOut: /(^@|\.\.)\/(figures|shell|exhibits)\/|kernels|engine\.js$|embind/,
    why: "the state knows nothing of what draws it, and the engine only by its facade",
  },
];

for (const { room, files, keepsOut, why } of rooms) {
  test(`${room} looks only one way`, () => {
    const sources = ["engine", "bindings", "web/src"]
      .flatMap(filesBelow)
      .filter((file) => /\.(cc|h|ts|svelte)$/.test(file) && files(file));
    assert.ok(sources.length > 0, `${room} is empty`);
    const offences = sources.flatMap((file) =>
      namedBy(file)
        .filter((name) => keepsOut.test(name))
        .map((name) => `${file} names ${name}`),
    );
    assert.deepEqual(offences, [], why);
  });
}
