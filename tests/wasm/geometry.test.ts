/** Geometry, layers and random numbers through the facade. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { loadEngine, type Matrix, type Plane } from "../../dist/engine/index.js";
import { matrixOf, near, readGolden } from "../support/golden.js";

const engine = await loadEngine();
/** One rounding to float32, relatively. */
const EPSILON = 2 ** -24;

test("plane and project agree with the golden cases", () => {
  let x: Matrix | undefined;
  let plane: Plane | undefined;
  let compared = 0;
  for (const line of readGolden("geometry.txt")) {
    const numbers = line.map(Number);
    if (line[0] === "plane") {
      x = matrixOf(line, 1);
      plane = engine.plane(x);
    } else if (line[0] === "axes") near(plane!.axes.data, numbers.slice(3), EPSILON, "axes");
    else if (line[0] === "shares") near(plane!.shares, numbers.slice(2), EPSILON, "shares");
    else if (line[0] === "places") {
      // Axes and centre have been rounded once each, so has the result: three times ε of the sums.
      const largest = Math.max(...x!.data.map(Math.abs)) * x!.cols;
      near(engine.project(x!, plane!).data, numbers.slice(3), 6 * EPSILON * largest, "places");
      compared++;
    }
  }
  assert.equal(compared, 5);
});

test("normal gives the golden bits", () => {
  const lines = readGolden("geometry.txt").filter((line) => line[0] === "normal");
  assert.equal(lines.length, 4);
  for (const line of lines) {
    const { rows, cols, data } = matrixOf(line, 2);
    assert.deepEqual(engine.normal({ rows, cols, seed: Number(line[1]) }).data, data);
  }
});

test("similarity", () => {
  const pair = engine.similarity([2, 1], new Float32Array([2, 1]));
  assert.deepEqual([...pair.products], [4, 1]);
  assert.deepEqual([pair.dot, pair.cosine, pair.degrees], [5, 1, 0]);
  assert.deepEqual([...pair.shadow], [2, 1]);
  near([pair.lengthX, pair.lengthY, pair.shadowLength], Array(3).fill(Math.sqrt(5)), 1e-15);
  assert.equal(engine.similarity([1, 0], [0, -3]).degrees, 90);
  assert.ok(Number.isNaN(engine.similarity([1, 0], [0, 0]).cosine));
});

test("lengths, hull, multiply, dequantise", () => {
  assert.deepEqual(
    [
      ...engine.lengths([
        [3, 4],
        [0, 0],
      ]),
    ],
    [5, 0],
  );
  const square = [
    [0.5, 0.5],
    [1, 1],
    [0, 0],
    [1, 0],
    [0, 1],
    [0.5, 0],
  ];
  assert.deepEqual(engine.hull(square), [2, 3, 1, 4]);
  assert.deepEqual(
    engine.hull([
      [0, 0],
      [1, 1],
      [2, 2],
    ]),
    [0, 2],
  );
  const product = engine.multiply(
    [[1, 2]],
    [
      [3, 5],
      [4, 6],
    ],
  );
  assert.deepEqual(product, { rows: 1, cols: 2, data: new Float32Array([11, 17]) });
  const codes = new Int8Array([1, -2, 127, -128]);
  const scales = new Float32Array([0.5, 2]);
  const numbers = engine.dequantise({ rows: 2, cols: 2, codes, scales });
  assert.deepEqual([...numbers.data], [0.5, -1, 254, -256]);
});

test("blend ends in attend's context, bit for bit", () => {
  const x = engine.normal({ rows: 6, cols: 11, seed: 3 });
  const { weights, context } = engine.attend({ x, scale: "sqrt" });
  for (let i = 0; i < 6; i++) {
    const { partialSums } = engine.blend(weights.data.slice(i * 6, i * 6 + 6), x);
    assert.deepEqual(partialSums.data.slice(-11), context.data.slice(i * 11, i * 11 + 11));
  }
});

test("stack and summarise", () => {
  const x = [
    [1, 0],
    [0, 1],
    [1, 1],
  ];
  const { outputs, spreads, longest } = engine.stack(x, 2, { mask: "causal", temperature: 0.5 });
  const options = { mask: "causal", temperature: 0.5, only: "context" } as const;
  const once = engine.attend({ x, ...options }).context;
  assert.deepEqual(outputs[1], once);
  assert.deepEqual(outputs[2], engine.attend({ x: once, ...options }).context);
  near([spreads[0]!, longest[0]!], [2 / 3, Math.SQRT2], 2e-7);

  const summary = engine.summarise([
    [0.5, 0.5],
    [1, 0],
    [0, 0],
  ]);
  assert.deepEqual([...summary.rowSums], [1, 1, 0]);
  assert.deepEqual([...summary.columnSums], [1.5, 0.5]);
  assert.deepEqual([...summary.entropy], [1, 0, 0]);
  assert.deepEqual([...summary.perplexity], [2, 1, 0]);
  assert.equal(summary.total, 2);
});

test("examine: paths, an order or a cycle", () => {
  const graph = (...rows: string[]) => rows.map((row) => [...row].map((edge) => edge === "1"));
  const causal = engine.examine(graph("100", "110", "111"));
  assert.deepEqual([causal.edges, causal.loops], [6, 3]);
  assert.deepEqual([...causal.hops.data], [0, Infinity, Infinity, 1, 0, Infinity, 1, 1, 0]);
  assert.deepEqual([...causal.reached.data], [1, 1, 1, 1, 2, 2, 1, 3, 3]);
  assert.deepEqual([causal.order, causal.cycle], [[0, 1, 2], []]);
  const ring = engine.examine(graph("010", "001", "100"));
  assert.deepEqual([ring.order, ring.cycle], [[], [0, 1, 2]]);
  assert.throws(() => engine.examine(graph("10")), {
    code: "shape",
    message: "adjacency: is 1 × 2, but a graph has a row and a column for each node",
  });
  assert.throws(() => engine.examine([[1] as unknown as boolean[]]), { code: "type" });
});
