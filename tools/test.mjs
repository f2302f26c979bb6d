/** npm test [-- SUITE …]: the set-up, then every suite or those named; a failure stops none. */
import { main, Stop } from "./lib/process.mjs";
import { setUp } from "./lib/setup.mjs";
import { suites } from "./lib/suites.mjs";
import { addUp, closingLine } from "./lib/tally.mjs";

/** The names on the command line, or all; in the order of the table. */
function chosen(names) {
  const unknown = names.filter((name) => !Object.hasOwn(suites, name));
  if (unknown.length) {
    throw new Stop(`No suite is called ${unknown}. There are: ${Object.keys(suites).join(", ")}.`);
  }
  return Object.keys(suites).filter((name) => names.length === 0 || names.includes(name));
}

/** Runs one suite. What keeps it from running at all counts as a failure of its own. */
async function runSuite(name) {
  console.log(`\n── ${name} ${"─".repeat(70 - name.length)}`);
  const start = performance.now();
  const tally = { passed: 0, failed: 1, skipped: 0 };
  try {
    await suites[name].build?.();
    Object.assign(tally, await suites[name].test());
  } catch (error) {
    console.error(error instanceof Stop ? error.message : error);
  }
  return { name, ...tally, seconds: (performance.now() - start) / 1000 };
}

/** One line a suite: what it counted, and how long it took. */
function summary(results) {
  const line = ({ name, passed, failed, skipped, seconds }) =>
    [
      name.padEnd(9),
      `${passed} passed`.padStart(12),
      `${failed} failed`.padStart(10),
      `${skipped} skipped`.padStart(11),
      `${seconds.toFixed(1)} s`.padStart(9),
    ].join(" ");
  return results.map(line).join("\n");
}

await main(async () => {
  const names = chosen(process.argv.slice(2));
  await setUp(names.flatMap((name) => suites[name].uses));
  const results = [];
  for (const name of names) results.push(await runSuite(name));
  const sum = addUp(results);
  console.log(`\n${"─".repeat(74)}\n${summary(results)}\n\n${closingLine(sum)}`);
  if (sum.failed) process.exitCode = 1;
});
