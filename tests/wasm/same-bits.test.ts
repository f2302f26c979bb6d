/**
 * The traces' bits through the page's build, on the rows of tests/native/same_bits_test.cc: both
 * hold one hash against tests/golden/bits.txt.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { loadEngine, type FloatFormat, type SoftmaxValues } from "../../dist/engine/index.js";

const engine = await loadEngine();

const golden = readFileSync(new URL("../golden/bits.txt", import.meta.url), "utf8");
const recorded = new Map(
  golden
    .trim()
    .split("\n")
    .map((line) => line.split(" ") as [string, string]),
);

const formats: FloatFormat[] = [
  "fp64",
  "fp32",
  "fp16",
  "bf16",
  "fp8e5m2",
  "fp8e4m3",
  "fp8e4m3-saturating",
  { exponentBits: 2, fractionBits: 1 },
  { exponentBits: 3, fractionBits: 4 },
  { exponentBits: 8, fractionBits: 40 },
  { exponentBits: 11, fractionBits: 51 },
];

/** FNV-1a over the bytes of doubles, low byte first; all NaN are one. */
class Hash {
  #hash = 0x811c9dc5;
  readonly #view = new DataView(new ArrayBuffer(8));

  add(...parts: (number | Float64Array)[]): void {
    for (const part of parts)
      for (const value of typeof part === "number" ? [part] : part) this.#one(value);
  }

  #one(value: number): void {
    this.#view.setFloat64(0, value, true);
    if (Number.isNaN(value)) this.#view.setBigUint64(0, 0x7ff8000000000000n, true);
    for (let i = 0; i < 8; i++) {
      this.#hash = Math.imul(this.#hash ^ this.#view.getUint8(i), 0x01000193);
    }
  }

  row(row: SoftmaxValues): void {
    this.add(row.stored, row.shift, row.shifted, row.exponentials, row.partialSums);
    this.add(row.sum, row.logSum, row.probabilities, row.logProbabilities);
  }

  toString(): string {
    return (this.#hash >>> 0).toString(16).padStart(8, "0");
  }
}

/** Numbers in ±64 with 25 bits behind the point. */
function numbers() {
  let state = 20261129;
  return (count: number) =>
    Float64Array.from({ length: count }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) | 0;
      return state * 2 ** -25;
    });
}

test("softmax traces have the bits that every build has", () => {
  const hash = new Hash();
  const take = numbers();
  for (const format of formats) {
    for (const shift of ["max", "none", 1.7] as const) {
      for (let row = 0; row < 40; row++) {
        const trace = engine.softmax(take(12), { format, shift });
        for (const values of [trace, trace.shadow, trace.ulpErrors]) hash.row(values);
        hash.add(trace.total);
      }
    }
  }
  assert.equal(String(hash), recorded.get("softmax"));
});

test("tiled passes have the bits that every build has", () => {
  const hash = new Hash();
  const take = numbers();
  for (const format of formats) {
    for (let tile = 1; tile <= 12; tile++) {
      const logits = take(12);
      const values = { rows: 12, cols: 2, data: take(24) };
      const pass = engine.onlineSoftmax(logits, values, { tile, format });
      for (const { maximum, rescale, sum, blend, context } of pass.states) {
        hash.add(maximum, rescale, sum, blend, context);
      }
      hash.add(pass.twoPasses, pass.exact, pass.ulpDistances);
    }
  }
  assert.equal(String(hash), recorded.get("online"));
});

/** A pattern of a 16-bit format, decoded without the engine. */
function decoded(bits: number, fractionBits: number): number {
  const exponentBits = 15 - fractionBits;
  const field = (bits & 0x7fff) >> fractionBits;
  const fraction = (bits & (2 ** fractionBits - 1)) / 2 ** fractionBits;
  const sign = bits >> 15 ? -1 : 1;
  if (field === 2 ** exponentBits - 1) return fraction ? NaN : sign * Infinity;
  const exponent = Math.max(field, 1) - (2 ** (exponentBits - 1) - 1);
  return sign * (fraction + (field ? 1 : 0)) * 2 ** exponent;
}

test("exp of every FP16 and BF16 value is correctly rounded", () => {
  const lines = readFileSync(new URL("../golden/exp.txt", import.meta.url), "utf8").split("\n");
  for (const [format, fractionBits] of [
    ["fp16", 10],
    ["bf16", 7],
  ] as const) {
    const values = Float64Array.from({ length: 65536 }, (_, bits) => decoded(bits, fractionBits));
    const bitsOf = new Map(Array.from(values.subarray(0, 0x8000), (value, bits) => [value, bits]));
    bitsOf.set(NaN, format === "fp16" ? 0x7e00 : 0x7fc0);
    let hash = 0x811c9dc5;
    for (const value of engine.softmax(values, { format, shift: "none" }).exponentials) {
      const bits = bitsOf.get(value)!;
      for (const byte of [bits & 0xff, bits >> 8]) hash = Math.imul(hash ^ byte, 0x01000193);
    }
    const line = `all ${format} ${(hash >>> 0).toString(16).padStart(8, "0")}`;
    assert.ok(lines.includes(line), `${line} is not what exp.py found`);
  }
});
