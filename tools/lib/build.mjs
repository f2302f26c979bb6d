/** Building dist/: the engine as an npm module, and the site around it. */
import {
  copyFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { emscriptenEnvironment, emscriptenVersion } from "./emscripten.mjs";
import { whenChanged } from "./freshness.mjs";
import { inRoot, run, script } from "./process.mjs";
import { withStandardMultiplyAdd } from "./relaxed.mjs";

/** What the engine is made from. */
const engineSources = [
  "CMakeLists.txt",
  "CMakePresets.json",
  "cmake",
  "engine",
  "bindings",
  "tools/lib/build.mjs",
  "tools/lib/relaxed.mjs",
];
const MODULES = ["engine.js", "engine.wasm", "kernels.wasm"];
const RELAXED = "kernels-relaxed.wasm";

/** An entry with all that it imports in one small file: every file more costs a fresh page a request. */
const joinImports = (entry) =>
  run(
    ...script(
      "rolldown/bin/cli.mjs",
      ...[inRoot(entry), "--file", inRoot(entry), "--minify", "--external", "node:fs/promises"],
    ),
    { quiet: true },
  );

/** dist/engine: Emscripten's modules, and the typed facades in front of them. */
export async function buildEngine() {
  const what = {
    inputs: engineSources,
    outputs: [...MODULES, RELAXED, "index.js", "index.d.ts", "kernels.js"].map(
      (name) => `dist/engine/${name}`,
    ),
    salt: await emscriptenVersion(),
  };
  await whenChanged("engine", what, async () => {
    console.log("Building the engine for the page.");
    const env = await emscriptenEnvironment();
    // What a newer compiler has come to warn of must not keep anybody from the page.
    const lenient = "-DCMAKE_COMPILE_WARNING_AS_ERROR=OFF";
    await run("cmake", ["--preset", "wasm", lenient], { env, quiet: true });
    await run("cmake", ["--build", "--preset", "wasm"], { env });
    rmSync(inRoot("dist/engine"), { recursive: true, force: true });
    await run(...script("typescript/bin/tsc", "-p", "bindings"));
    await joinImports("dist/engine/kernels.js");
    for (const name of MODULES) {
      copyFileSync(inRoot("build/wasm", name), inRoot("dist/engine", name));
    }
    const relaxed = withStandardMultiplyAdd(readFileSync(inRoot("build/wasm", RELAXED)));
    writeFileSync(inRoot("dist/engine", RELAXED), relaxed);
  });
}

/** Everything in dist but the engine, which has a build of its own. */
function clearSite() {
  const dist = inRoot("dist");
  for (const name of existsSync(dist) ? readdirSync(dist) : []) {
    if (name !== "engine") rmSync(inRoot("dist", name), { recursive: true });
  }
}

/** dist: the static site and, beside it, the lesson as one file; with the engine built first. */
export async function buildSite() {
  await buildEngine();
  const what = {
    inputs: ["dist/engine", "web", "package-lock.json"],
    outputs: ["dist/index.html", "dist/lesson.html"],
  };
  await whenChanged("site", what, async () => {
    console.log("Building the site.");
    clearSite();
    const options = ["--config", "web/vite.config.ts", "--logLevel", "warn"];
    await run(...script("vite/bin/vite.js", "build", ...options));
    await run(...script("vite/bin/vite.js", "build", "--mode", "one-file", ...options));
  });
}
