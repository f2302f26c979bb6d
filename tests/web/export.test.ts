/** Matrices as files: whatever is written reads back bit by bit, in our own reader and in NumPy. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import * as zlib from "node:zlib";
import { findNumpy } from "../../tools/lib/python.mjs";
import { toCsv, toJson, toNpy } from "../../web/src/export/matrix";
import { describe as describePng } from "../../web/src/export/png";
import { parseMatrix } from "../../web/src/input/vectors";
import type { NamedMatrix } from "../../web/src/state/offers";
import { generator, valueOf } from "./support";

const numpy = await findNumpy();

const TRICKY = [
  ...["=1+1", "+2", "-", "@SUM(A1)", "'", "'=x", "\ttab", 'say "hi"', "a,b", "a;b", "two\nlines"],
  ...["1", "nan", "inf", " ", "é", "東京", "the"],
];

/** Every kind of float, the rarest too. */
const SPECIAL = {
  single: [NaN, Infinity, -Infinity, -0, 0, 2 ** -149, -(2 ** -126), 3.4028234663852886e38, 0.1],
  double: [NaN, Infinity, -Infinity, -0, 0, 5e-324, -2.2e-308, Number.MAX_VALUE, 0.1],
};

function matrixOf(rows: number, cols: number, precision: "single" | "double"): NamedMatrix {
  const { pick, below, single, double } = generator(rows * cols + 1);
  const special = SPECIAL[precision];
  const draw = precision === "single" ? single : double;
  const numbers = Array.from({ length: rows * cols }, (_, at) =>
    at < special.length ? special[at]! : below(6) === 0 ? pick(special) : draw(),
  );
  const values =
    precision === "single"
      ? { rows, cols, data: Float32Array.from(numbers) }
      : { rows, cols, data: Float64Array.from(numbers) };
  return {
    name: "alpha",
    title: "Weights",
    values,
    rows: Array.from({ length: rows }, (_, i) => TRICKY[i % TRICKY.length]!),
    columns: Array.from({ length: cols }, (_, j) => TRICKY[(j + 3) % TRICKY.length]!),
    rowTitle: "query",
    columnTitle: "key",
  };
}

const MATRICES = (["single", "double"] as const).flatMap((precision) =>
  (
    [
      [1, 1],
      [1, 9],
      [9, 1],
      [3, 5],
      [64, 300],
    ] as const
  ).map(([rows, cols]) =>
    // prettier-ignore
    matrixOf(rows, cols, precision),
  ),
);

const isSingle = ({ values }: NamedMatrix) => values.data instanceof Float32Array;

const told = ({ values, ...matrix }: NamedMatrix) =>
  `${values.rows}×${values.cols}, ${isSingle({ values, ...matrix }) ? "float32" : "float64"}`;

/** The numbers as they stand in the file's own precision: −0 and 0 are told apart, NaN is itself. */
function assertSame(matrix: NamedMatrix, x: readonly (readonly number[])[], what: string) {
  const flat = x.flat();
  const stored = isSingle(matrix) ? Float32Array.from(flat) : Float64Array.from(flat);
  assert.deepEqual([...stored], [...matrix.values.data], `${what}, ${told(matrix)}`);
  assert.equal(x.length, matrix.values.rows);
}

test("the lesson's own reader takes CSV and JSON back as they were, names and all", () => {
  for (const matrix of MATRICES) {
    const precision = isSingle(matrix) ? "single" : "double";
    const options = { nan: true, infinite: true, precision } as const;
    const csv = valueOf(parseMatrix(toCsv(matrix), options));
    assertSame(matrix, csv.x, "CSV");
    assert.deepEqual(csv.tokens, matrix.rows, told(matrix));
    assert.deepEqual(csv.dimensions, matrix.columns, told(matrix));
    const json = valueOf(parseMatrix(toJson(matrix), options));
    assertSame(matrix, json.x, "JSON");
    assert.deepEqual(json.tokens, matrix.rows);
  }
});

test("JSON is JSON, and `Number` makes its numbers of it", () => {
  for (const matrix of MATRICES) {
    const file = JSON.parse(toJson(matrix)) as Record<string, unknown>;
    assertSame(
      matrix,
      (file.x as (number | string)[][]).map((row) => row.map(Number)),
      "Number",
    );
    assert.deepEqual(file.tokens, matrix.rows);
    assert.deepEqual(file.columns, matrix.columns);
  }
});

test("no cell of a name can run in a spreadsheet", () => {
  for (const line of toCsv(matrixOf(16, 1, "single")).split("\r\n"))
    assert.doesNotMatch(line, /^"[=+\-@\t\r]/u);
});

const READ = `
import csv, json, sys
import numpy as np
for name in json.load(sys.stdin):
    exact = np.load(name + ".npy", allow_pickle=False)
    assert exact.flags["C_CONTIGUOUS"]
    with open(name + ".json", encoding="utf-8") as file:
        read = json.load(file)
    from_json = np.array(read["x"], dtype=read["dtype"])
    with open(name + ".csv", encoding="utf-8", newline="") as file:
        head, *lines = csv.reader(file)
    from_csv = np.array([line[1:] for line in lines], dtype=exact.dtype)
    assert list(exact.shape) == read["shape"], name
    for other in (from_json, from_csv):
        assert other.dtype == exact.dtype and other.shape == exact.shape, name
        np.testing.assert_array_equal(other, exact)
        assert (np.signbit(other) == np.signbit(exact))[~np.isnan(exact)].all(), name
    print(exact.tobytes().hex())
`;

test("NumPy reads all three, and the bytes of .npy are the engine's", { skip: !numpy }, () => {
  const folder = mkdtempSync(join(tmpdir(), "matrices-"));
  try {
    const names = MATRICES.map((matrix, at) => {
      const name = join(folder, String(at));
      writeFileSync(`${name}.csv`, toCsv(matrix));
      writeFileSync(`${name}.json`, toJson(matrix));
      writeFileSync(`${name}.npy`, toNpy(matrix));
      return name;
    });
    const input = JSON.stringify(names);
    const output = execFileSync(numpy!.path, ["-W", "error", "-c", READ], {
      input,
      maxBuffer: 2 ** 26,
    });
    const bytes = MATRICES.map(({ values: { data } }) =>
      Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("hex"),
    );
    assert.deepEqual(output.toString().trim().split("\n"), bytes);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("an .npy begins as version 1.0 has it, its numbers at a multiple of 64 bytes", () => {
  for (const matrix of MATRICES) {
    const bytes = Buffer.from(toNpy(matrix));
    assert.equal(bytes.subarray(0, 8).toString("latin1"), "\x93NUMPY\x01\x00");
    const start = 10 + bytes.readUInt16LE(8);
    assert.equal(start % 64, 0);
    assert.equal(bytes[start - 1], 10);
    assert.equal(bytes.length - start, matrix.values.data.byteLength);
  }
});

test("a PNG's chunks say its density and its origin, with checksums that hold", () => {
  const header = new Uint8Array(8 + 12 + 13 + 4);
  const png = Buffer.from(describePng(header, 2, { Source: "https://a.example/#/softmax" }));
  const density = png.subarray(33, 33 + 12 + 9);
  assert.equal(density.subarray(4, 8).toString(), "pHYs");
  assert.equal(density.readUInt32BE(8), Math.round((192 / 2.54) * 100));
  if ("crc32" in zlib) assert.equal(density.readUInt32BE(17), zlib.crc32(density.subarray(4, 17)));
  assert.match(png.toString("latin1"), /iTXtSource\0\0\0\0\0https:\/\/a\.example/u);
});
