/** The checks that read the sources without running them. Each counts as one test. */
import { filesBelow } from "./freshness.mjs";
import { execute, script } from "./process.mjs";

const cpp = ["engine", "bindings", "bench/native", "tests/native", "tools/head"]
  .flatMap(filesBelow)
  .filter((file) => /\.(cc|h)$/.test(file));

/** From npm, so that it is the same one everywhere: each release lays out a little differently. */
const clangFormat = (...options) =>
  script("@wasm-fmt/clang-format/clang-format-cli.cjs", ...options, ...cpp);

const prettier = (...options) =>
  script("prettier/bin/prettier.cjs", "--log-level=warn", ...options, ".");

const cppcheck = [
  "--std=c++20",
  "--enable=warning,performance,portability",
  "--inline-suppr",
  "--suppress=missingIncludeSystem",
  "--suppress=normalCheckLevelMaxBranches", // newer ones say where they cut short
  "--suppress=constStatement", // takes float{…}[…] for a statement without effect
  "--error-exitcode=1",
  "--quiet",
  "-I.",
  // Macros of libraries that it does not read.
  "-DTEST_CASE(...)=void test_case()",
  "-DEMSCRIPTEN_BINDINGS(...)=void bindings()",
];

const checks = {
  "clang-format": clangFormat("--dry-run", "--Werror", "--fno-color-diagnostics"),
  cppcheck: ["cppcheck", [...cppcheck, ...cpp.filter((file) => file.endsWith(".cc"))]],
  prettier: prettier("--check"),
  eslint: script("eslint/bin/eslint.js", "--max-warnings=0", "."),
  "svelte-check": script(
    "svelte-check/bin/svelte-check",
    ...["--tsconfig", "web/tsconfig.json", "--fail-on-warnings", "--output", "human"],
  ),
};

/** Rewrites what the formatters would complain of. */
export const formatters = [clangFormat("-i"), prettier("--write")];

/** Runs every check, two at a time; shows what a failing one has to say. */
export async function runChecks() {
  const tally = { passed: 0, failed: 0, skipped: 0 };
  const waiting = Object.entries(checks);
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, [command, args]] = next;
      const { code, output } = await execute(command, args);
      tally[code === 0 ? "passed" : "failed"] += 1;
      console.log(code === 0 ? `${name}: clean` : `${name}: failed\n${output.trimEnd()}`);
    }
  };
  await Promise.all([worker(), worker()]);
  return tally;
}
