/** The suites of `npm test`, in the order in which they run. */
import { buildEngine, buildSite } from "./build.mjs";
import { runChecks } from "./checks.mjs";
import { filesBelow } from "./freshness.mjs";
import { execute, inRoot, run, script, Stop } from "./process.mjs";
import { tallyCtest, tallyNode, tallyPlaywright } from "./tally.mjs";
import { atLeast } from "./versions.mjs";

/** Node’s runner leaves a processor to itself, which of two is half; the first releases of 20 cannot be told. */
const atOnce = atLeast(process.versions.node, "20.10") ? ["--test-concurrency=2"] : [];

/**
 * Runs a runner in the open and counts what it says. One that fails without a failed test has
 * failed all the same, and so has one that ran nothing.
 */
async function counted(tally, command, args, env) {
  const { code, output } = await execute(command, args, { show: true, env });
  const { passed, failed, skipped } = tally(output);
  const unexplained = code !== 0 ? failed === 0 : passed + failed === 0;
  return { passed, failed: unexplained ? failed + 1 : failed, skipped };
}

/** The engine's C++ tests, built by a preset of CMake's. */
async function native(preset) {
  await run("cmake", ["--preset", preset], { quiet: true });
  await run("cmake", ["--build", "--preset", preset]);
  return counted(tallyCtest, "ctest", ["--preset", preset]);
}

/** The test files below a folder, in JavaScript or TypeScript, under Node's own runner. */
function underNode(folder) {
  const files = filesBelow(folder).filter((file) => /\.test\.(mjs|js|ts)$/.test(file));
  if (files.length === 0) throw new Stop(`There are no tests in ${folder}.`);
  const options = ["--import", "tsx", "--test", "--test-reporter=spec", ...atOnce];
  const env = { TSX_TSCONFIG_PATH: inRoot("web/tsconfig.json") };
  return counted(tallyNode, process.execPath, [...options, ...files], env);
}

/** The page's tests, in a Chromium that reads the built site. */
function inBrowser() {
  const config = ["--config", "tests/browser/playwright.config.ts"];
  return counted(tallyPlaywright, ...script("@playwright/test/cli.js", "test", ...config));
}

/** The same work at most once a run: a broken build is told once, not once a suite. */
const once = (work) => {
  let result;
  return () => (result ??= work());
};
const engine = once(buildEngine);
const site = once(buildSite);

/**
 * `uses` names what the set-up has to see to; `build` is run before, and its failure is the suite's.
 * @type {Record<string, {uses: string[], build?: () => Promise<void>,
 *   test: () => Promise<import("./tally.mjs").Tally>}>}
 */
export const suites = {
  tools: { uses: [], test: () => underNode("tests/tools") },
  native: { uses: ["native"], test: () => native("native") },
  asan: { uses: ["asan"], test: () => native("asan") },
  lint: { uses: ["lint", "page"], build: site, test: runChecks },
  wasm: { uses: ["page"], build: engine, test: () => underNode("tests/wasm") },
  web: { uses: ["page"], build: engine, test: () => underNode("tests/web") },
  browser: { uses: ["browser", "page"], build: site, test: inBrowser },
};
