import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  formatNumber,
  looksNumeric,
  parseNumber,
  type NumberOptions,
} from "../../web/src/input/numbers";
import { assertBelow, errorOf, generator, valueOf } from "./support";

const read = (text: string, options?: NumberOptions) => valueOf(parseNumber(text, options));
const refusal = (text: string, options?: NumberOptions) =>
  errorOf(parseNumber(text, options)).message;

describe("a number as people write it", () => {
  const plain: [string, number][] = [
    ["0", 0],
    ["42", 42],
    ["+3", 3],
    [".5", 0.5],
    ["5.", 5],
    ["-.25", -0.25],
    ["007", 7],
    ["1e-3", 0.001],
    ["1E3", 1000],
    ["1e+5", 1e5],
    ["2.5e2", 250],
    ["1.7976931348623157e308", Number.MAX_VALUE],
    ["5e-324", Number.MIN_VALUE],
    ["0e999", 0],
  ];
  for (const [text, value] of plain) {
    test(text, () => assert.equal(read(text), value));
  }

  test("zero keeps its sign", () => assert.equal(read("-0"), -0));

  test("every kind of minus, also in the exponent", () => {
    for (const minus of ["-", "−", "‐", "‑", "‒", "–", "—", "﹣", "-"]) {
      assert.equal(read(`${minus}0.5`), -0.5, minus);
      assert.equal(read(`1e${minus}3`), 0.001, minus);
    }
    assert.equal(read("+1"), 1);
  });

  test("spaces of every width around it", () => {
    for (const space of [" ", "\t", "\n", "\r\n", "\u00a0", "\u2009", "\u202f", "\u3000"]) {
      assert.equal(read(`${space}-0.5${space}`), -0.5, JSON.stringify(space));
    }
  });

  test("invisible marks anywhere: byte order mark, zero-width space, direction marks", () => {
    for (const mark of ["\ufeff", "\u200b", "\u200e", "\u202a", "\u2060", "\u00ad"]) {
      assert.equal(read(`${mark}1${mark}.5${mark}`), 1.5, JSON.stringify(mark));
    }
  });
});

describe("what is no single number is refused, never 0", () => {
  const refused: [string, RegExp][] = [
    ["", /^Nothing is written here/],
    ["  \u00a0", /^Nothing is written here/],
    ["5,0", /^“5,0” has a comma, which can mean two things: write decimals with a point/],
    ["-", /^“-” is only a sign: its number is missing\.$/],
    ["−", /^“-” is only a sign/],
    ["+", /is only a sign/],
    ["1e", /^“1e” stops in the middle of an exponent: write 1e3, or 1\.$/],
    ["1e-", /stops in the middle of an exponent/],
    ["2.5e", /write 2\.5e3, or 2\.5\.$/],
    ["1.2.3", /^“1\.2\.3” is not a number\.$/],
    ["1-2", /is not a number/],
    ["--1", /is not a number/],
    [".", /is not a number/],
    ["e5", /is not a number/],
    ["1 2", /^“1 2” has a space inside/],
    ["1\u00a0234", /has a space inside/],
    ["- 5", /has a space inside/],
    ["0x10", /“x” does not belong in one/],
    ["1_000", /“_” does not belong/],
    ["5%", /“%” does not belong/],
    ["١", /“١” \(U\+0661\) does not belong/],
    ["1·5", /“·” \(U\+00B7\)/],
    ["1,234.5", /has a comma/],
    ["abc", /“a” does not belong/],
    ["true", /“t” does not belong/],
    ["null", /does not belong/],
  ];
  for (const [text, sentence] of refused) {
    test(JSON.stringify(text), () => assert.match(refusal(text), sentence));
  }

  test("a flood of text is cut in the sentence", () => {
    assertBelow(refusal("x".repeat(10_000)).length, 100, "characters");
  });
});

describe("decimal commas, where the caller knows them", () => {
  const decimalComma = true;
  test("taken", () => {
    assert.equal(read("1,5", { decimalComma }), 1.5);
    assert.equal(read("−0,5", { decimalComma }), -0.5);
    assert.equal(read(",5", { decimalComma }), 0.5);
    assert.equal(read("1,5e-3", { decimalComma }), 0.0015);
    assert.equal(read("1.5", { decimalComma }), 1.5);
  });
  test("but never as separators of thousands", () => {
    for (const text of ["1,234,567", "1.234,5", "1,234.5"]) {
      assert.match(refusal(text, { decimalComma }), /too many commas and points/);
    }
  });
});

describe("beyond the format", () => {
  test("finite text that would become infinite is refused", () => {
    for (const text of ["1e400", "-1e400", "1.8e308"]) {
      assert.match(refusal(text), /is too large: the largest number here is 1\.798e308\.$/);
    }
    // Half-way between the largest float32 and the next power of two rounds up.
    assert.match(
      refusal("3.4028235677973366e38", { precision: "single" }),
      /the largest number here is 3\.403e38/,
    );
    assert.equal(read("3.4028235e38", { precision: "single" }), 3.4028235e38);
  });

  test("also where infinities are taken: 1e400 is not infinity", () => {
    assert.match(refusal("1e400", { infinite: true }), /is too large/);
  });

  test("text that would become 0 is refused; zeros are not", () => {
    assert.match(refusal("1e-400"), /is too small to tell from 0/);
    assert.match(refusal("-1e-46", { precision: "single" }), /is too small/);
    assert.equal(read("1e-45", { precision: "single" }), 1e-45);
    assert.equal(read("0.000e-400"), 0);
  });
});

describe("infinities and NaN", () => {
  test("only where the caller says so", () => {
    for (const text of ["inf", "-inf", "∞", "−∞", "Infinity", "+INF"]) {
      assert.match(refusal(text, { nan: true }), /is infinite: a finite number is wanted/);
      const value = /^[-−]/.test(text) ? -Infinity : Infinity;
      assert.equal(read(text, { infinite: true }), value);
    }
    for (const text of ["NaN", "nan", "-nan"]) {
      assert.match(refusal(text, { infinite: true }), /stands for “not a number”/);
      assert.equal(read(text, { nan: true }), NaN);
    }
  });
});

test("what looks numeric cannot name a token", () => {
  for (const text of ["1", "-0.5", "1e", "1e400", "5,0", "1.2.3", "inf", "NaN", "∞", "1 2", "−3"]) {
    assert.equal(looksNumeric(text), true, text);
  }
  for (const text of ["the", "-", ",", ".", "e", "3d", "x₁", "=1+1", "", "infinite"]) {
    assert.equal(looksNumeric(text), false, text);
  }
});

describe("numbers as text", () => {
  test("the shortest there is, without a plus", () => {
    const cases: [number, string][] = [
      [0, "0"],
      [-0, "-0"],
      [0.1, "0.1"],
      [1e21, "1e21"],
      [-1.5e300, "-1.5e300"],
      [5e-324, "5e-324"],
      [Infinity, "inf"],
      [-Infinity, "-inf"],
      [NaN, "nan"],
    ];
    for (const [value, text] of cases) assert.equal(formatNumber(value), text);
    assert.equal(formatNumber(Math.fround(0.1), "single"), "0.1");
    assert.equal(formatNumber(Math.fround(1 / 3), "single"), "0.33333334");
    assert.equal(formatNumber(Math.fround(1e38), "single"), "1e38");
    assert.equal(formatNumber(2 ** -149, "single"), "1e-45");
    assert.equal(formatNumber(0, "single"), "0");
    assert.equal(formatNumber(-0, "single"), "-0");
  });

  test("every double comes back", () => {
    const { double } = generator(1);
    for (let i = 0; i < 20_000; i++) {
      const value = double();
      assert.equal(read(formatNumber(value)), value);
    }
  });

  test("every float32 comes back, from no longer text than any other that does", () => {
    const { single } = generator(2);
    // Powers of two are where the nearest decimal is not always the shortest that fits.
    const powers = Array.from({ length: 277 }, (_, i) => 2 ** (i - 149));
    const random = Array.from({ length: 20_000 }, single);
    for (const value of [...powers, ...random]) {
      const text = formatNumber(value, "single");
      assert.equal(Math.fround(read(text, { precision: "single" })), value, text);
      const digits = text
        .replace(/e.*/, "")
        .replace(/\D/g, "")
        .replace(/^0+|0+$/g, "").length;
      assert.equal(fitsIn(digits - 1, value), false, `${text} is not the shortest`);
    }
  });
});

/** Whether a decimal of so many digits rounds to this float32: the nearest one, or a neighbour of it. */
function fitsIn(digits: number, value: number): boolean {
  if (digits < 1 || value === 0) return false;
  const [significand, exponent] = Math.abs(value)
    .toExponential(digits - 1)
    .split("e");
  const whole = BigInt(significand!.replace(".", ""));
  const scale = Number(exponent) - digits + 1;
  return [-1n, 0n, 1n].some(
    (step) => Math.fround(Number(`${whole + step}e${scale}`)) === Math.abs(value),
  );
}
