/** attend() through the facade: the golden cases, the lesson's numbers, and what breaks others. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { loadEngine, type AttendOptions, type MaskInput } from "../../dist/engine/index.js";
import { digits, matrixOf, near, readGolden } from "../support/golden.js";

const engine = await loadEngine();
const TOY = [
  [1, 0],
  [0, 1],
  [1, 1],
];

interface Case {
  name: string;
  options: Record<string, unknown> & { mask: MaskInput[] };
  rowFlags: string[];
  results: Map<string, number[]>;
  bounds: Map<string, number[]>;
}

function maskOf(line: string[]): MaskInput {
  if (line[1] === "causal") return "causal";
  const { rows, cols, data } = matrixOf(line, 1);
  return Array.from({ length: rows }, (_, i) =>
    Array.from(data.subarray(i * cols, (i + 1) * cols), (allowed) => allowed === 1),
  );
}

function readCases(): Case[] {
  const cases: Case[] = [];
  for (const line of readGolden("attention.txt")) {
    const [key, word] = line as [string, string];
    if (key === "case") {
      const name = line.slice(1).join(" ");
      const options = { mask: [] };
      cases.push({ name, options, rowFlags: [], results: new Map(), bounds: new Map() });
      continue;
    }
    const { options, results, bounds, ...rest } = cases.at(-1)!;
    if (key === "scale") options.scale = Number.isNaN(Number(word)) ? word : Number(word);
    else if (key === "temperature") options.temperature = Number(word);
    else if (key === "normalise") options.normalise = word;
    else if (key === "mask") options.mask.push(maskOf(line));
    else if (key === "rowFlags") rest.rowFlags.push(...line.slice(1));
    else if (/^(x|[qkv]|w[qkv])$/.test(key)) options[key] = matrixOf(line, 1);
    else if (key === "within") bounds.set(word, line.slice(4).map(Number));
    else results.set(key, line.slice(3).map(Number));
  }
  return cases;
}

const cases = readCases();

test("the golden cases are there", () => assert.ok(cases.length >= 20));

for (const { name, options, rowFlags, results, bounds } of cases) {
  test(`golden: ${name}`, () => {
    // A list that masks nothing and no mask at all are the same.
    const mask = options.mask.length ? options.mask : "none";
    const given = { ...options, mask } as AttendOptions;
    const actual = engine.attend(given);
    assert.deepEqual(actual.rowFlags, rowFlags);
    for (const key of ["scores", "scaled", "logits", "weights", "context"] as const) {
      near(actual[key].data, results.get(key)!, bounds.get(key)!, key);
    }
    const { context, ...more } = engine.attend({ ...given, only: "context" });
    assert.deepEqual(more, {});
    near(context.data, results.get("context")!, bounds.get("context")!, "context alone");
  });
}

/** The weights of one query whose scores are the given ones. */
function weights(scores: number[], options: Partial<AttendOptions> = {}) {
  const column = scores.map((score) => [score]);
  const ones = scores.map(() => [1]);
  return engine.attend({ q: [[1]], k: column, v: ones, ...options });
}

test("integers are numbers", () => {
  near(
    engine.attend({ x: TOY }).weights.data.subarray(0, 3),
    [0.422319, 0.155362, 0.422319],
    digits(6),
  );
});

test("what stands in row 1, column 3 is what x₁ gives to x₃", () => {
  const { data, cols } = engine.attend({ x: TOY }).weights;
  near([data[0 * cols + 2]!, data[2 * cols + 0]!], [0.4223, 0.2119], digits(4));
});

test("large scores stay finite", () => {
  near(weights([200, 0]).weights.data, [1, 0], 0);
  near(weights([1000, 0]).weights.data, [1, 0], 0);
  near(weights([88.5, 88.5]).weights.data, [0.5, 0.5], 0);
  near(weights([88.8]).weights.data, [1], 0);
  near(weights([100, 102, 105]).weights.data, [0.0063775, 0.0471234, 0.9464992], digits(7));
});

test("NaN poisons its row in every lane", () => {
  for (let n = 1; n <= 9; n++) {
    for (let at = 0; at < n; at++) {
      const scores = Array.from({ length: n }, (_, j) => (j === at ? NaN : j));
      const { weights: poisoned, context, rowFlags } = weights(scores);
      near(poisoned.data, Array(n).fill(NaN), 0, `NaN at ${at + 1} of ${n}`);
      near(context.data, [NaN], 0);
      assert.deepEqual(rowFlags, ["poisoned"]);
    }
  }
});

test("infinity poisons, except in the limit of temperature 0", () => {
  near(weights([Infinity, 0]).weights.data, [NaN, NaN], 0);
  near(weights([Infinity, Infinity, 0]).weights.data, [NaN, NaN, NaN], 0);
  near(weights([Infinity, 0], { temperature: 0 }).weights.data, [1, 0], 0);
});

test("a row with nothing to attend to is empty", () => {
  const empty = weights([0.3, 0.1, -0.2], { mask: [[false, false, false]] });
  near(empty.weights.data, [0, 0, 0], 0);
  near(empty.context.data, [0], 0);
  assert.deepEqual(empty.rowFlags, ["empty"]);
});

test("what is masked is skipped, not multiplied", () => {
  const masked = weights([1, 5], { v: [[1], [NaN]], mask: [[true, false]] });
  near(masked.context.data, [1], 0);
  assert.deepEqual(masked.rowFlags, ["ok"]);
  near(
    weights([0.5, -0.5, 1, 0.2], { mask: [[true, true, true, false]] }).weights.data,
    [0.331499, 0.121952, 0.546549, 0],
    digits(6),
  );
});

test("true means: may attend", () => {
  const mask = [
    [true, false],
    [true, true],
  ];
  const { weights: kept, rowFlags } = engine.attend({ x: [[1], [2]], mask });
  near(kept.data.subarray(0, 2), [1, 0], 0);
  assert.deepEqual(rowFlags, ["ok", "ok"]);
});

test("temperature sharpens down to the limit, where ties share", () => {
  near(
    weights([2, 1, 2], { temperature: 0.5 }).weights.data,
    [0.468311, 0.063379, 0.468311],
    digits(6),
  );
  near(weights([2, 1, 2], { temperature: 0 }).weights.data, [0.5, 0, 0.5], 0);
});

test("the root of d_k, once, and of no other dimension", () => {
  const q = [[4, 0, 0, 0]];
  const k = [
    [1, 0, 0, 0],
    [0, 0, 0, 0],
  ];
  const v = [Array(9).fill(1), Array(9).fill(2)];
  const first = (scale: AttendOptions["scale"]) => [
    engine.attend({ q, k, v, scale }).weights.data[0]!,
  ];
  near(first("sqrt"), [0.880797], digits(6));
  near(first("none"), [0.982014], digits(6));
  near(first(4), [0.731059], digits(6));
});

test("a weight may underflow, and is then flagged", () => {
  const lost = weights([0, -110]);
  near(lost.weights.data, [1, 0], 0);
  assert.deepEqual(lost.rowFlags, ["underflow"]);
});

test("the context alone is not kept from long sequences by the scores it does not store", () => {
  const x = engine.normal({ rows: 5000, cols: 2, seed: 1 });
  assert.throws(() => engine.attend({ x }), { code: "range", message: /^scores: / });
  const { context } = engine.attend({ x, only: "context" });
  assert.deepEqual([context.rows, context.cols], [5000, 2]);
  const few = { rows: 7, cols: 2, data: x.data.subarray(0, 14) };
  const q = engine.attend({ q: few, k: x, v: x });
  near(context.data.subarray(0, 14), Array.from(q.context.data), 1e-5);
});

test("masks too large for a table are refused, causal ones need none", () => {
  const x = engine.normal({ rows: 2 ** 16, cols: 1, seed: 1 });
  const ask = (mask: MaskInput[], rows = x.rows) => {
    const q = { rows, cols: 1, data: x.data.subarray(0, rows) };
    return engine.attend({ q, k: x, v: x, mask, only: "context" }).context;
  };
  assert.throws(() => ask([[[true]]]), { code: "shape", message: /^mask: is 1 × 1, but there/ });
  assert.throws(() => ask(["causal"], 5), {
    code: "shape",
    message: /^mask: causal needs as many/,
  });
  const some = [Array<boolean>(2 ** 16).fill(true)];
  assert.equal(ask([some], 1).rows, 1);
  const many = Array<boolean[]>(300).fill(some[0]!);
  assert.throws(() => ask([many], 300), { code: "range", message: /^mask: 300 × 65536 is more/ });
  const few = { rows: 5000, cols: 1, data: x.data.subarray(0, 5000) };
  const twice = engine.attend({ x: few, mask: ["causal", "causal"], only: "context" });
  assert.deepEqual(twice, engine.attend({ x: few, mask: "causal", only: "context" }));
});

test("what alone may be asked for has a name", () => {
  const ask = (only: string) => () => engine.attend({ x: TOY, only: only as "context" });
  assert.throws(ask("weights"), { code: "type", message: 'only: is not one of "context"' });
});

test("softmax of weights flattens them", () => {
  near(
    weights([0.422319, 0.155362, 0.422319]).weights.data,
    [0.361571, 0.276857, 0.361571],
    digits(6),
  );
});
