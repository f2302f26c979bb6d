/** The programs that the page hands out run, and print what the page says that they print. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { loadEngine } from "../../dist/engine/index.js";
import { findNumpy } from "../../tools/lib/python.mjs";
import { splice, textOf } from "../../web/src/figures/program";
import { written, type Language } from "../../web/src/state/programs";

const engine = await loadEngine();
const numpy = await findNumpy();
const compiler = ["g++", "clang++", "c++"].find(
  (name) => spawnSync(name, ["--version"]).status === 0,
);

const ROWS = [
  [100, 102, 105],
  [0.5, -1e-7, 3],
  [88.8],
  [-Infinity, 0, 1e20],
  [NaN, 1],
  [1, NaN],
  [Infinity, 0],
];

function program(file: string, logits: readonly number[], language: Language): string {
  const path = fileURLToPath(new URL(`../../web/programs/${file}`, import.meta.url));
  const lines = readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((text) => [{ text }]);
  return textOf(splice(lines, { LOGITS: [[{ text: written(logits, language), own: true }]] }));
}

/** The library's exp may be a few last places off: FP32 carries 24 bits. */
function assertShares(printed: readonly number[], logits: readonly number[]) {
  const expected = [...engine.softmax(logits, { format: "fp32" }).probabilities];
  assert.equal(printed.length, expected.length);
  for (const [k, share] of expected.entries()) {
    const near = Math.abs(printed[k]! - share) <= 16 * 2 ** -24 * share;
    assert.ok(Number.isNaN(share) ? Number.isNaN(printed[k]) : near, `${logits}: ${printed}`);
  }
}

test("NumPy", { skip: !numpy }, () => {
  for (const logits of ROWS) {
    const code = `${program("softmax.numpy.py", logits, "numpy")}print(*softmax(logits).tolist())`;
    const output = execFileSync(numpy!.path, ["-W", "ignore", "-c", code]).toString();
    assertShares(output.trim().split("\n").at(-1)!.split(" ").map(Number), logits);
    if (logits[0] === 100) assert.match(output, /naive: +\[nan nan nan\]/u);
  }
});

test("C++, with nothing but the standard library", { skip: !compiler }, () => {
  const folder = mkdtempSync(join(tmpdir(), "programs-"));
  try {
    // Each row is a compilation: those that ask something of the language.
    for (const logits of [ROWS[0]!, ROWS[3]!, ROWS[4]!]) {
      const [source, binary] = [join(folder, "softmax.cc"), join(folder, "softmax")];
      writeFileSync(source, program("softmax.cc", logits, "cpp"));
      execFileSync(compiler!, ["-std=c++20", "-Wall", "-Wextra", "-Werror", source, "-o", binary]);
      const output = execFileSync(binary).toString().trim().replaceAll("-nan", "nan");
      assertShares(output.split("\n").map(Number), logits);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("PyTorch's is Python", { skip: !numpy }, () => {
  const code = program("softmax.torch.py", [1, -Infinity, NaN], "torch");
  assert.match(code, /\[1\.0, float\("-inf"\), float\("nan"\)\]/u);
  execFileSync(numpy!.path, ["-c", "import ast, sys; ast.parse(sys.argv[1])", code]);
});
