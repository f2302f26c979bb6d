import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { writeCsv } from "../../web/src/input/csv";
import { parseMatrix } from "../../web/src/input/vectors";
import { generator, valueOf } from "./support";

describe("CSV that a spreadsheet may open", () => {
  test("guards names that begin like formulas, and no numbers", () => {
    const csv = writeCsv(["=1+1", "@SUM", "-", "the"], [[-0.5], [-1e-7], [2], [0]]);
    assert.equal(csv, `"'=1+1",-0.5\r\n"'@SUM",-1e-7\r\n"'-",2\r\n"the",0\r\n`);
  });

  test("quotes as RFC 4180 has it", () => {
    assert.equal(writeCsv(['say "yes", please'], [[1, 2]]), `"say ""yes"", please",1,2\r\n`);
  });

  test("writes the engine's float32 in its shortest form", () => {
    const matrix = { rows: 2, cols: 2, data: Float32Array.of(0.1, 1 / 3, -0.5, 1e-10) };
    assert.equal(writeCsv(["a", "b"], matrix), `"a",0.1,0.33333334\r\n"b",-0.5,1e-10\r\n`);
  });
});

test("what is written reads back as it was, names and bits", () => {
  const { below, pick, single, double } = generator(4);
  const pieces = [
    ..."=+-@'\",;\t\n 1.5e∞−",
    ...["the", "東京", "🌊", "é", "1+1", "nan", "inf", "x₁", "''", '""'],
  ];
  const special = [0, -0, Infinity, -Infinity, NaN];
  for (let round = 0; round < 2_000; round++) {
    const [rows, cols] = [1 + below(4), 1 + below(4)];
    const tokens = Array.from({ length: rows }, () =>
      Array.from({ length: 1 + below(4) }, () => pick(pieces)).join(""),
    );
    const options = { infinite: true, nan: true, precision: pick(["single", "double"] as const) };
    const draw = options.precision === "single" ? single : double;
    const x = Array.from({ length: rows }, () =>
      Array.from({ length: cols }, () => (below(8) === 0 ? pick(special) : draw())),
    );
    const asEngine = { rows, cols, data: Float32Array.from(x.flat()) };
    const csv = writeCsv(tokens, options.precision === "single" ? asEngine : x);
    const back = valueOf(parseMatrix(csv, options));
    const stored = (value: number) => (options.precision === "single" ? Math.fround(value) : value);
    assert.deepEqual({ ...back, x: back.x.map((row) => row.map(stored)) }, { tokens, x }, csv);
  }
});
