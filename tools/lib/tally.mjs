/** Counting test cases in what the runners print at their end. */

/** @typedef {{passed: number, failed: number, skipped: number}} Tally */

const escapes = /\x1b\[[0-9;]*m/g;

/** The sum of every number that `pattern`, which must be global, captures in `text`. */
const total = (text, pattern) =>
  [...text.matchAll(pattern)].reduce((sum, [, number]) => sum + Number(number), 0);

/** ctest: "98% tests passed, 1 tests failed out of 57". It counts skipped ones as passed. */
export function tallyCtest(output) {
  const failed = total(output, /^\d+% tests passed, (\d+) tests? failed out of \d+/gm);
  const all = total(output, /^\d+% tests passed, \d+ tests? failed out of (\d+)/gm);
  const skipped =
    output.match(/^\s*\d+\/\d+ Test .*\*\*\*(Skipped|Not Run \(Disabled\))/gm)?.length ?? 0;
  return { passed: all - failed - skipped, failed, skipped };
}

/** Node's own runner, either of its reporters: "ℹ pass 12" or "# pass 12". */
export function tallyNode(output) {
  const count = (word) =>
    total(output.replace(escapes, ""), new RegExp(`^[#ℹ] ${word} (\\d+)$`, "gm"));
  return {
    passed: count("pass"),
    failed: count("fail") + count("cancelled"),
    skipped: count("skipped") + count("todo"),
  };
}

/** Playwright: "  12 passed (3.4s)", "  1 failed", "  1 flaky". What passed only on a second try failed. */
export function tallyPlaywright(output) {
  const count = (words) =>
    total(output.replace(escapes, ""), new RegExp(`^ +(\\d+) (?:${words})\\b`, "gm"));
  return {
    passed: count("passed"),
    failed: count("failed|flaky|interrupted|did not run"),
    skipped: count("skipped"),
  };
}

/** @param {Tally[]} tallies */
export function addUp(tallies) {
  const sum = (key) => tallies.reduce((number, tally) => number + tally[key], 0);
  return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") };
}

/** "12 passed, 0 failed", and the skipped ones if there are any. */
export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`;
