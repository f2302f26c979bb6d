/** What is refused, with which code, and in which words. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { EngineError, loadEngine, type Engine } from "../../dist/engine/index.js";

const engine = await loadEngine();
const X = [
  [1, 2],
  [3, 4],
];

/** The call, with arguments that its types would not let through. */
type Untyped = { [K in keyof Engine]: (...args: unknown[]) => unknown };
const loose = engine as unknown as Untyped;

function refused(call: () => unknown, code: string, message: string): void {
  assert.throws(call, (error) => {
    assert.ok(error instanceof EngineError, String(error));
    assert.equal(error.message, message);
    assert.equal(error.code, code);
    assert.equal(error.field, message.slice(0, message.indexOf(":")));
    return true;
  });
}

const attend = (options: unknown) => () => loose.attend(options);

test("rows of unequal length are named", () => {
  refused(
    attend({
      x: [
        [1, 2, 3, 4],
        [1, 2, 3, 4],
        [1, 2],
      ],
    }),
    "shape",
    "x: row 3 has 2 values, the others have 4",
  );
  refused(attend({ x: [[1], [1, 2], [3, 4]] }), "shape", "x: row 1 has 1 value, the others have 2");
  refused(attend({ x: [[1, 2], [1]] }), "shape", "x: row 2 has 1 value, row 1 has 2");
  refused(attend({ x: [[1, 2], [1], [1, 2, 3]] }), "shape", "x: row 2 has 1 value, row 1 has 2");
  refused(
    attend({ x: X, mask: [[true, true], [true]] }),
    "shape",
    "mask: row 2 has 1 value, row 1 has 2",
  );
});

test("nothing is no matrix", () => {
  refused(attend({ x: [] }), "shape", "x: has no rows");
  refused(attend({ x: [[]] }), "shape", "x: its rows have no values");
  refused(attend({}), "shape", "x: is needed, because q is not given");
  refused(attend({ x: { rows: 0, cols: 0, data: [] } }), "shape", "x: has no rows");
});

test("what is not a number is not taken for one", () => {
  refused(
    attend({
      x: [
        [1, "4"],
        [1, 2],
      ],
    }),
    "type",
    'x: row 1, column 2 is not a number but "4"',
  );
  refused(
    attend({
      x: [
        [1, null],
        [1, 2],
      ],
    }),
    "type",
    "x: row 1, column 2 is not a number but null",
  );
  refused(
    attend({ x: [[1, undefined]] }),
    "type",
    "x: row 1, column 2 is not a number but undefined",
  );
  // A hole in a list is what a blank cell becomes.
  refused(
    attend({ x: [new Array(1)] }),
    "type",
    "x: row 1, column 1 is not a number but undefined",
  );
  refused(attend({ x: [[1n]] }), "type", "x: row 1, column 1 is not a number but bigint");
  refused(attend({ x: [[true]] }), "type", "x: row 1, column 1 is not a number but boolean");
  refused(() => loose.similarity([1, "2"], [1, 2]), "type", 'x: value 2 is not a number but "2"');
});

test("what is not a matrix is not taken for one", () => {
  refused(attend({ x: "1 2" }), "type", 'x: is not a matrix but "1 2"');
  refused(attend({ x: null }), "type", "x: is not a matrix but null");
  refused(attend({ x: [1, 2] }), "type", "x: row 1 is not a list but number");
  refused(attend({ x: [[1, 2], "34"] }), "type", 'x: row 2 is not a list but "34"');
  refused(
    attend({ x: { rows: 2.5, cols: 1, data: [1] } }),
    "type",
    "x.rows: is not a whole number of 0 or more",
  );
  refused(
    attend({ x: { rows: -1, cols: 1, data: [1] } }),
    "type",
    "x.rows: is not a whole number of 0 or more",
  );
  // A size that Embind would cut to 32 bits.
  refused(
    attend({ x: { rows: 2 ** 32 + 1, cols: 1, data: [1] } }),
    "type",
    "x.rows: is not a whole number of 0 or more",
  );
  refused(
    attend({ x: { rows: 2, cols: 3, data: [1, 2, 3] } }),
    "shape",
    "x: 2 rows of 3 need 6 values, but there are 3",
  );
  refused(
    attend({ x: { rows: 65536, cols: 65536, data: [] } }),
    "range",
    "x: 65536 × 65536 is more than the 16777216 values that one matrix may hold",
  );
  refused(attend("x"), "type", 'attend: takes an object of options, not "x"');
});

test("finite numbers beyond float32 are refused, infinities are taken", () => {
  refused(attend({ x: [[1, 1e39]] }), "range", "x: row 1, column 2 (1e+39) is beyond float32");
  refused(
    attend({ x: { rows: 1, cols: 1, data: new Float64Array([-1e300]) } }),
    "range",
    "x: value 1 (-1e+300) is beyond float32",
  );
  assert.deepEqual(engine.attend({ x: [[Infinity]] }).rowFlags, ["poisoned"]);
  assert.deepEqual(engine.attend({ x: [[NaN]] }).rowFlags, ["poisoned"]);
  assert.equal(engine.attend({ x: [[3.4028234e38]] }).scores.data[0], Infinity);
});

test("options are what they say", () => {
  refused(attend({ x: X, temprature: 1 }), "type", "temprature: is not an option of attend");
  refused(
    () => loose.stack(X, 1, { normalise: "row" }),
    "type",
    "normalise: is not an option of stack",
  );
  refused(attend({ x: X, scale: "sqr" }), "type", 'scale: is not one of "none", "sqrt"');
  refused(attend({ x: X, scale: 0 }), "range", "scale: must be above 0 and within float32");
  refused(attend({ x: X, temperature: "1" }), "type", 'temperature: is not a number but "1"');
  refused(
    attend({ x: X, temperature: -1 }),
    "range",
    "temperature: must be 0 or more, and within float32",
  );
  refused(
    attend({ x: X, temperature: NaN }),
    "range",
    "temperature: must be 0 or more, and within float32",
  );
  refused(
    attend({ x: X, normalise: "rows" }),
    "type",
    'normalise: is not one of "row", "column", "matrix"',
  );
  refused(attend({ x: X, wq: [[1, 0]] }), "shape", "wq: has 1 rows, but x has 2 columns");
});

test("masks are booleans, and fit", () => {
  refused(
    attend({
      x: X,
      mask: [
        [1, 0],
        [1, 1],
      ],
    }),
    "type",
    "mask: row 1, column 1 is not a boolean but number",
  );
  refused(
    attend({ x: X, mask: "Causal" }),
    "type",
    'mask: is not "none", "causal" or a matrix of booleans',
  );
  refused(
    attend({ x: X, mask: [[true, true]] }),
    "shape",
    "mask: is 1 × 2, but there are 2 queries and 2 keys",
  );
  refused(
    attend({ x: X, mask: [] }),
    "shape",
    "mask: is 0 × 0, but there are 2 queries and 2 keys",
  );
  refused(
    attend({
      q: X,
      k: [
        [1, 2],
        [1, 2],
        [1, 2],
        [1, 2],
      ],
      v: [[1], [1], [1], [1]],
      mask: "causal",
    }),
    "shape",
    "mask: causal needs as many queries as keys, but there are 2 queries and 4 keys; give a matrix of booleans to say which keys each query may see",
  );
  const both = engine.attend({
    x: X,
    mask: [
      "none",
      "causal",
      [
        [false, true],
        [true, true],
      ],
    ],
  });
  assert.deepEqual(both.rowFlags, ["empty", "ok"]);
});

test("the other functions name their fields, too", () => {
  refused(() => engine.similarity([1], [1, 2]), "shape", "y: has 2 values, but x has 1");
  refused(() => engine.lengths([]), "shape", "x: has no rows");
  refused(
    () => engine.plane([[NaN]]),
    "range",
    "x: row 1, column 1 is not finite, so it has no place in a picture",
  );
  refused(
    () => engine.project(X, engine.plane([[1, 2, 3]])),
    "shape",
    "plane: lies in 3 dimensions with a centre in 3, but the rows have 2",
  );
  refused(() => engine.hull([[1, 2, 3]]), "shape", "points: have 3 columns instead of 2");
  refused(() => engine.blend([1], X), "shape", "weights: there are 1, but v has 2 rows");
  refused(() => engine.multiply(X, [[1, 2]]), "shape", "b: has 1 rows, but a has 2 columns");
  refused(() => engine.summarise([]), "shape", "weights: has no rows");
  refused(() => engine.stack(X, 1001), "range", "layers: at most 1000 are stacked");
  refused(() => engine.stack(X, 1.5), "type", "layers: is not a whole number of 0 or more");
  for (const seed of [-1, 0.5, 2 ** 53, NaN]) {
    refused(
      () => engine.normal({ rows: 1, cols: 1, seed }),
      "range",
      "seed: must be a whole number from 0, below 2⁵³",
    );
  }
  refused(() => engine.normal({ rows: 0, cols: 1, seed: 1 }), "shape", "rows: must be at least 1");
  const scales = new Float32Array(1);
  refused(
    () => loose.dequantise({ rows: 1, cols: 2, codes: [1, 2], scales }),
    "type",
    "codes: is not an Int8Array",
  );
  refused(
    () => engine.dequantise({ rows: 1, cols: 2, codes: new Int8Array(1), scales }),
    "shape",
    "codes: 1 rows of 2 need 2 codes, but there are 1",
  );
});

test("lists, typed arrays and rows of typed arrays are all the same", () => {
  const expected = engine.attend({ x: X });
  const flat = [1, 2, 3, 4];
  for (const data of [flat, new Float32Array(flat), new Float64Array(flat)]) {
    assert.deepEqual(engine.attend({ x: { rows: 2, cols: 2, data } }), expected);
  }
  const rows = [new Float32Array([1, 2]), new Float64Array([3, 4])];
  assert.deepEqual(loose.attend({ x: rows }), expected);
});

test("input is not changed", () => {
  const x = { rows: 2, cols: 2, data: new Float32Array([1, 2, 3, 4]) };
  engine.attend({ x, mask: "causal" });
  assert.deepEqual([...x.data], [1, 2, 3, 4]);
});
