import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addUp,
  closingLine,
  tallyCtest,
  tallyNode,
  tallyPlaywright,
} from "../../tools/lib/tally.mjs";

test("ctest's total, with the skipped ones taken out of the passed", () => {
  const output = `
    1/4 Test #1: softmax - rows sum to one .......   Passed    0.01 sec
    2/4 Test #2: kernels - AVX-512 ...............***Skipped   0.01 sec
    3/4 Test #3: dot - twins .....................***Failed    0.01 sec
    4/4 Test #4: off .............................***Not Run (Disabled)   0.00 sec

67% tests passed, 1 tests failed out of 4
`;
  assert.deepEqual(tallyCtest(output), { passed: 1, failed: 1, skipped: 2 });
  const clean = "100% tests passed, 0 tests failed out of 133\n";
  assert.deepEqual(tallyCtest(clean), { passed: 133, failed: 0, skipped: 0 });
  assert.deepEqual(tallyCtest("No tests were found!!!"), { passed: 0, failed: 0, skipped: 0 });
});

test("Node's runner, coloured or plain, spec or TAP", () => {
  const spec = "\x1b[34mℹ pass 12\x1b[39m\nℹ fail 1\nℹ cancelled 2\nℹ skipped 3\nℹ todo 0\n";
  assert.deepEqual(tallyNode(spec), { passed: 12, failed: 3, skipped: 3 });
  const tap = "# pass 5\n# fail 0\n# cancelled 0\n# skipped 0\n# todo 1\n";
  assert.deepEqual(tallyNode(tap), { passed: 5, failed: 0, skipped: 1 });
});

test("Playwright's summary; what passed on a second try has failed", () => {
  const output = `
  1 failed
    [chromium] › edit.spec.ts:3:1 › 7 passed vectors
  1 flaky
    edit.spec.ts:9:1 › drags
  2 skipped
  3 did not run
  \x1b[32m40 passed\x1b[39m (12.3s)
`;
  assert.deepEqual(tallyPlaywright(output), { passed: 40, failed: 5, skipped: 2 });
});

test("the closing line names the skipped only where there are some", () => {
  const sum = addUp([
    { passed: 3, failed: 0, skipped: 0 },
    { passed: 4, failed: 1, skipped: 0 },
  ]);
  assert.equal(closingLine(sum), "7 passed, 1 failed");
  assert.equal(closingLine({ ...sum, skipped: 2 }), "7 passed, 1 failed, 2 skipped");
});
