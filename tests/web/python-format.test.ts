/** The NumPy that the page hands out rounds as the engine does. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { loadEngine, type FloatFormat } from "../../dist/engine/index.js";
import { findNumpy } from "../../tools/lib/python.mjs";
import { bitsOf } from "../../web/src/state/formats";
import { pythonFormat, pythonUlp } from "../../web/src/state/python-format";
import { pythonVector } from "../../web/src/state/quantities";
import { TraceWorld, type TraceOptions } from "../../web/src/state/trace-world";
import { generator } from "./support";

const engine = await loadEngine();
const numpy = await findNumpy();

const FORMATS: FloatFormat[] = [
  "fp64",
  "fp32",
  "fp16",
  "bf16",
  "fp8e5m2",
  "fp8e4m3",
  "fp8e4m3-saturating",
  { exponentBits: 2, fractionBits: 1 },
  { exponentBits: 5, fractionBits: 10 },
  { exponentBits: 11, fractionBits: 20 },
  { exponentBits: 11, fractionBits: 52 },
];

/** What each program prints, as numbers. */
function printed(programs: readonly string[]): number[][] {
  const runner = fileURLToPath(new URL("../support/run_programs.py", import.meta.url));
  const { stdout } = spawnSync(numpy!.path, [runner], {
    input: JSON.stringify(programs),
    maxBuffer: 2 ** 26,
  });
  const lines = JSON.parse(stdout.toString()) as string[];
  for (const line of lines) assert.doesNotMatch(line, /Error/u);
  return lines.map((line) =>
    line.split(/\s+/u).map((each) => Number(each.replace("inf", "Infinity"))),
  );
}

test("rounding, in every kind of format", { skip: !numpy }, () => {
  const { single } = generator(7);
  for (const format of FORMATS) {
    const { largest, smallestNormal, smallestSubnormal, overflowBoundary } =
      engine.formatInfo(format);
    const marks = [largest, smallestNormal, smallestSubnormal, overflowBoundary, 1, 100.3, 105];
    const ties = marks.flatMap((mark) => [mark, mark / 2, mark * 0.75, mark * 1.25, mark * 1.0625]);
    const values = [0, NaN, Infinity, ...ties, ...Array.from({ length: 60 }, single)].flatMap(
      (value) => [value, -value],
    );
    const finite = values.filter((value) => Number.isFinite(value) && value !== 0);
    const [rounded, steps] = printed([
      [
        "import numpy as np",
        ...pythonFormat(format),
        `print(*fp(${pythonVector(values)}).tolist())`,
      ].join("\n"),
      [
        "import numpy as np",
        ...pythonUlp(format),
        `print(*ulp(${pythonVector(finite)}).tolist())`,
      ].join("\n"),
    ]);
    const what = JSON.stringify(format);
    assert.deepEqual(
      rounded!.map((value) => value + 0),
      values.map((value) => engine.round(value, format).value + 0),
      what,
    );
    // The engine's `ulp` is of values of the format.
    for (const [at, value] of finite.entries()) {
      const stored = engine.round(value, format);
      if (stored.value === value) assert.equal(steps![at], stored.ulp, `${what}: step at ${value}`);
    }
  }
});

test("every number of a trace is what its own program prints", { skip: !numpy }, () => {
  const rows = [
    [100, 102, 105],
    [-1, 0.5, 2.75, -17.125],
    [5],
    [-Infinity, 0.3, 1],
    [-Infinity, -Infinity],
    [1, NaN],
  ];
  const formats: FloatFormat[] = ["fp64", "fp16", "fp8e4m3", { exponentBits: 6, fractionBits: 9 }];
  const shifts: TraceOptions["shift"][] = ["max", "none", 1.3];
  const names = "logit stored shifted exp running p logp exact,p ulps,p".split(" ");
  for (const format of formats) {
    for (const logits of rows) {
      const worlds = [
        ...shifts.map((shift) => new TraceWorld(engine, logits, { format, shift })),
        ...(format === "fp16"
          ? [new TraceWorld(engine, logits, { format, shift: "max", accumulate: "fp32" })]
          : []),
      ];
      const asked = worlds.flatMap((world) => [
        ...["m", "c", "sum", "logsum", "total"].map((name) => ({ world, name })),
        ...logits.flatMap((_, k) =>
          names.map((name) => {
            const [letter, of] = name.split(",");
            return { world, name: `${letter}[${of ? `${of},` : ""}${k + 1}]` };
          }),
        ),
      ]);
      const answers = printed(asked.map(({ world, name }) => world.explain(name)!.python));
      for (const [at, { world, name }] of asked.entries()) {
        const value = world.read(name)!;
        const [other = NaN] = answers[at]!;
        // NumPy's exponential and logarithm may be a last place of FP64 off, which shows only where FP64 is shown; the
        // logarithms are differences of numbers up to 20.
        const ulps = bitsOf(format).fractionBits === 52 ? 4 : 1e-6;
        const slack = name.startsWith("ulps") ? ulps : 8 * 2 ** -52 * Math.max(20, Math.abs(value));
        const fits =
          Object.is(value + 0, other + 0) ||
          (Number.isFinite(value) && Math.abs(value - other) <= slack);
        assert.ok(
          fits,
          `${name} of ${logits.join()} in ${JSON.stringify(world.options)}: ${value}, NumPy ${other}`,
        );
      }
    }
  }
});
