import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { grid } from "../../tools/lib/bench/cases.mjs";
import { contendersOf, nativeCases, parse, peersFor } from "../../tools/lib/bench/native.mjs";
import { performanceSection, withSection } from "../../tools/lib/bench/readme.mjs";
import { readResults } from "../../tools/lib/bench/results.mjs";
import {
  describe,
  percentile,
  ratios,
  spread,
  summarise,
  wrong,
} from "../../tools/lib/bench/statistics.mjs";
import { caseTable, columns, targetTable } from "../../tools/lib/bench/table.mjs";
import { judgeBrowser, judgeNative } from "../../tools/lib/bench/targets.mjs";
import { inRoot } from "../../tools/lib/process.mjs";
import { makeInput, reference, worstError } from "../../bench/page/inputs.js";
import { attend } from "../../bench/page/contenders/javascript.js";
import { float, model } from "../../bench/page/onnx.js";

const what = { tokens: 100, d: 25, form: "qkv", kind: "mild" }; // a million operations
const contenders = [
  { name: "ours baseline", flops: 1e6, error: 0.1, times: [1, 2, 1, 1, 1] },
  { name: "peak baseline", flops: 1e6, error: 0, times: [0.5, 0.5, 0.5, 0.5, 0.5] },
  { name: "slow", peer: true, flops: 1e6, error: 0.2, times: [9, null, null, null, 9] },
  { name: "fast", peer: true, flops: 1e6, error: 0.2, times: [2, 3, 4, 2, 3] },
];

test("percentiles are values that were measured; ratios skip rounds that one sat out", () => {
  assert.equal(percentile([5, 1, 4, 2, 3], 0.2), 2);
  assert.equal(percentile([7], 0.2), 7);
  assert.ok(Number.isNaN(percentile([], 0.5)));
  assert.deepEqual(spread([3, 1, 2]), { min: 1, median: 2, max: 3 });
  assert.deepEqual(ratios([4, null, 9], [2, 1, 3]), [2, 3]);
});

test("a case names its fastest peer, and sets ours against it and against the peak", () => {
  const result = summarise(what, contenders);
  assert.equal(result.fastestPeer, "fast");
  const [ours, peak, slow] = result.contenders;
  assert.equal(ours.gflops, 1);
  assert.deepEqual(ours.ratio, { min: 1.5, median: 2, max: 4 });
  assert.equal(ours.peak, 0.5);
  assert.equal(peak.ratio, undefined);
  assert.equal(slow.ratio, undefined);
  assert.equal(slow.rounds, 2);
});

test("a result further off than its bound is named, and so is one that is no number", () => {
  const off = (error) => summarise(what, [{ ...contenders[3], error }]);
  assert.deepEqual(wrong([off(0.99)]), []);
  assert.deepEqual(wrong([off(1.01), off(NaN)]), Array(2).fill(`fast, ${describe(what)}`));
});

test("tables keep their columns", () => {
  const rows = [
    ["", "ms"],
    ["one", "10"],
    ["longer", "9"],
  ];
  assert.equal(columns(rows), "        ms\none     10\nlonger   9");
  const lines = caseTable(summarise(what, contenders)).split("\n");
  assert.equal(lines.length, 5);
  assert.match(lines[1], /^ours baseline\s+1\s+1\.0\s+50 %\s+2\.00× \(1\.50×–4\.00×\)\s+1e-1$/);
  assert.match(lines[4], /^fast \*/);
});

test("the native program's repetitions come back in order, ours first", () => {
  const line = (name, index, more) => ({
    run_name: `${name}/process_time`,
    run_type: "iteration",
    repetition_index: index,
    ...more,
  });
  const benchmarks = [
    line("BLIS", 1, { cpu_time: 4, error: 0.5 }),
    line("ours", 0, { cpu_time: 1, error: 0.1 }),
    line("BLIS", 0, { cpu_time: 3, error: 0.5 }),
    { run_name: "BLIS", run_type: "aggregate", cpu_time: 99 },
    line("Eigen", 0, { error_occurred: true }),
  ];
  const [ours, blis, eigen] = contendersOf({ benchmarks }, what);
  assert.deepEqual([ours.name, ours.peer, ours.times], ["ours", false, [1]]);
  assert.deepEqual([blis.name, blis.peer, blis.times], ["BLIS", true, [3, 4]]);
  assert.equal(eigen.error, Infinity);
  assert.deepEqual(parse('{"error": NaN, "name": "nan: NaNs", "x": -inf}').error, null);
});

test("targets are judged where they were measured, and only there", () => {
  const measured = (name, ratio) => [
    { tokens: 1024, d: 64, form: "x", kind: "mild", contenders: [{ name, ratio, gflops: 1 }] },
  ];
  const cold = [
    { name: "relaxed", milliseconds: { median: 3 }, brotliBytes: 10_240 },
    { name: "ort", milliseconds: { median: 600 }, brotliBytes: 1 },
  ];
  const judged = judgeBrowser({ cases: measured("ours relaxed", { median: 2.3 }), cold });
  assert.deepEqual(
    judged.map(([, wanted, got, met]) => [wanted, got, met]),
    [
      ["≥ 2.4", 2.3, false],
      ["≥ 100", 200, true],
      ["≤ 22", 10, true],
    ],
  );
  const native = [{ target: "AVX3_DL", cases: measured("ours", { median: 1.9 }) }];
  assert.match(targetTable(judgeNative(native)), /AVX3_DL: ours, .* ≥ 1\.9\s+1\.90\s+reached$/);
  assert.equal(targetTable(judgeNative([{ target: "SSE4", cases: [] }])), "");
});

test("the section on speed has a row a size, and says so where ours are absent", () => {
  const cases = grid({ tokens: [64, 1024], d: [64], form: ["qkv", "x"], kind: ["mild", "peaky"] });
  const run = { date: "2026-01-02", commit: "abc", cpu: "CPU", load: { before: [1], after: [2] } };
  const browser = {
    ...run,
    cases: cases.map((one) => summarise(one, contenders)),
    builds: ["baseline"],
    cold: [{ name: "ort", milliseconds: { median: 1740.5 }, brotliBytes: 2048 }],
    chromium: "1",
    peers: { tfjs: "4" },
  };
  const text = performanceSection({ browser });
  assert.match(text, /^\| 1024 \| 64 \| 0\.5 fast \| 1\.0 \(2\.00×\) \| 1\.0 \(2\.00×\) \|$/m);
  assert.match(text, /takes 50 % \(baseline\) of what its own build reached so in the same rounds/);
  assert.match(text, /^\| onnxruntime-web \| 1741 ms \| 2\.0 KB \|$/m);
  assert.match(performanceSection({ browser: { ...browser, builds: [] } }), /ours are absent/);
});

test("every combination is a case, and old instruction sets have few", () => {
  assert.deepEqual(grid({ a: [1, 2], b: [3] }), [
    { a: 1, b: 3 },
    { a: 2, b: 3 },
  ]);
  assert.equal(nativeCases("AVX2", {}).length, 32);
  assert.equal(nativeCases("SSE4", {}).length, 2);
  assert.equal(peersFor("AVX3_DL").eigen, "avx512");
  assert.equal(peersFor("AVX3").env.OPENBLAS_CORETYPE, undefined);
});

for (const form of ["qkv", "x"]) {
  for (const kind of ["mild", "peaky"]) {
    test(`plain JavaScript is within the bound, and one false row is not: ${form}, ${kind}`, () => {
      const input = makeInput({ tokens: 64, d: 16, form, kind });
      const truth = reference(input);
      const context = attend(input);
      assert.ok(worstError(context, truth) < 0.5);
      context.copyWithin(16, 0, 16);
      assert.ok(worstError(context, truth) > 1);
      context.fill(NaN, 40, 41);
      assert.equal(worstError(context, truth), Infinity);
    });
  }
}

test("peaky entries: one weight takes all, and most others are too small for a normal float", () => {
  const { q, k } = makeInput({ tokens: 256, d: 64, form: "x", kind: "peaky" });
  const dot = (i, j) => {
    let sum = 0;
    for (let m = 0; m < 64; m++) sum += q.data[i * 64 + m] * k.data[j * 64 + m];
    return sum / 8;
  };
  let small = 0;
  for (let j = 1; j < 256; j++) small += Math.exp(dot(0, j) - dot(0, 0)) < 2 ** -120;
  assert.ok(small > 128, `${small} of 255`);
});

test("a model is written as ONNX's protobuf has it", () => {
  const bytes = model({
    inputs: [{ name: "q", shape: [2, 300] }],
    outputs: [{ name: "z", shape: [2, 300] }],
    nodes: [{ type: "Elu", inputs: ["q"], outputs: ["z"], attributes: { alpha: float(1.5) } }],
  });
  const hex = Buffer.from(bytes).toString("hex");
  assert.ok(hex.startsWith("08083a"), "the version of the format, then the graph");
  const attribute = "2a0f" + "0a05" + "616c706861" + "150000c03f" + "a00101"; // alpha = 1.5f, FLOAT
  assert.ok(hex.includes(attribute), hex);
  assert.ok(hex.includes("0a0208020a0308ac02"), "the shape, 300 in two bytes");
  assert.ok(hex.endsWith("42040a001011" + "42110a0d" + "636f6d2e6d6963726f736f6674" + "1001"));
});

test("the README's section on speed is what the results give", () => {
  const text = readFileSync(inRoot("README.md"), "utf8");
  const made = withSection(text, performanceSection(readResults()));
  assert.equal(text, made, "npm run bench writes both");
  assert.throws(() => withSection("no marks", "…"), /marks/);
});
