/** Numbers as they are written and spoken. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { display, said } from "../../web/src/state/format";

test("infinities and NaN are spoken in words", () => {
  assert.equal(said(Infinity), "infinity");
  assert.equal(said(-Infinity), "minus infinity");
  assert.equal(said(NaN), "not a number");
});

test("very large and very small numbers are spoken as powers of ten, as they are written", () => {
  assert.equal(said(1e308), "1.00·10³⁰⁸");
  assert.equal(said(-1e-45), "−1.00·10⁻⁴⁵");
});

test("other numbers are spoken with all their digits", () => {
  assert.equal(said(0.0625), "0.0625");
  assert.equal(said(-3), "−3");
});

test("what rounds to 0 has no sign", () => {
  assert.equal(display(-0), "0");
  assert.equal(display(-0.0001, 3, { tight: true }), "0.000");
});
