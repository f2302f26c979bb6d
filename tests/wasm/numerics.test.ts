/** The numerics laboratory through the facade: figures that are known, and input that is not. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { EngineError, loadEngine, type FloatFormat } from "../../dist/engine/index.js";

const engine = await loadEngine();

const list = (values: ArrayLike<number>) => Array.from(values);

/** Each value within half of the expected figure's last digit; NaN only where NaN is expected. */
function near(values: ArrayLike<number>, expected: number[], lastDigit: number): void {
  assert.equal(values.length, expected.length);
  for (const [i, value] of list(values).entries()) {
    const want = expected[i]!;
    const fits = Number.isNaN(want) ? Number.isNaN(value) : Math.abs(value - want) <= lastDigit / 2;
    assert.ok(fits, `value ${i} is ${value}, not ${want}`);
  }
}

const naive = (logits: number[], format: FloatFormat) =>
  engine.softmax(logits, { format, shift: "none" });
const shifted = (logits: number[], format: FloatFormat) => engine.softmax(logits, { format });

function refused(message: string, code: string, call: () => unknown): void {
  assert.throws(call, (error) => {
    assert.ok(error instanceof EngineError);
    assert.equal(error.message, message);
    assert.equal(error.code, code);
    return true;
  });
}

test("the worked trace of 100, 102, 105", () => {
  const broken = naive([100, 102, 105], "fp32");
  assert.deepEqual(list(broken.exponentials), [Infinity, Infinity, Infinity]);
  near(broken.probabilities, [NaN, NaN, NaN], 0);
  assert.deepEqual(broken.firstFailure, {
    kind: "overflow",
    stage: "exp",
    index: 0,
    operands: [100],
    result: Infinity,
    poisoned: { shifted: 0, exponentials: 0, partialSums: 3, probabilities: 3 },
  });
  assert.deepEqual(broken.flags, {
    overflow: true,
    underflow: false,
    nan: true,
    "divide-by-zero": false,
    stall: false,
  });

  const trace = shifted([100, 102, 105], "fp32");
  assert.equal(trace.shift, 105);
  assert.deepEqual(list(trace.shifted), [-5, -3, 0]);
  near(trace.exponentials, [0.006738, 0.049787, 1], 1e-6);
  near([trace.sum], [1.056525], 1e-6);
  near(trace.probabilities, [0.0063775, 0.0471234, 0.9464992], 1e-7);
  assert.equal(trace.firstFailure, null);
  near(naive([100, 102, 105], "fp64").exponentials, [2.69e43, 1.99e44, 3.99e45], 1e43);
});

test("past the ceiling of exp", () => {
  near(naive([200, 0], "fp32").probabilities, [NaN, 0], 0);
  near(naive([1000, 0], "fp32").probabilities, [NaN, 0], 0);
  assert.deepEqual(list(shifted([200, 0], "fp32").probabilities), [1, 0]);
  assert.deepEqual(list(shifted([1000, 0], "fp32").probabilities), [1, 0]);
});

test("the boundary of FP16 overflow is 65520", () => {
  assert.equal(engine.round(65504, "fp16").value, 65504);
  assert.equal(engine.round(65519.99, "fp16").value, 65504);
  assert.equal(engine.round(65520, "fp16").value, Infinity);
  assert.equal(engine.round(70000, "fp16").overflow, true);
  assert.equal(engine.round(-65520, "fp16").value, -Infinity);
  assert.ok(Number.isNaN(engine.round(NaN, "fp16").value));
  assert.equal(engine.formatInfo("fp16").overflowBoundary, 65520);
});

test("one NaN poisons the whole row, wherever it stands", () => {
  for (let length = 1; length <= 9; length++) {
    for (let lane = 0; lane < length; lane++) {
      const logits = Array.from({ length }, (_, i) => (i === lane ? NaN : i));
      const trace = shifted(logits, "fp32");
      near(
        trace.probabilities,
        logits.map(() => NaN),
        0,
      );
      assert.equal(trace.firstFailure?.stage, "store");
      assert.equal(trace.firstFailure.kind, "nan");
      assert.equal(trace.firstFailure.index, lane);
    }
  }
});

test("an overflowing sum gives zeros, and says so", () => {
  for (const [logits, format] of [
    [[11, 11], "fp16"],
    [[88.5, 88.5], "fp32"],
  ] as const) {
    const trace = naive([...logits], format);
    assert.deepEqual(list(trace.probabilities), [0, 0]);
    assert.equal(trace.total, 0);
    assert.equal(trace.firstFailure?.stage, "sum");
    assert.equal(trace.firstFailure.kind, "overflow");
    assert.deepEqual(list(shifted([...logits], format).probabilities), [0.5, 0.5]);
  }
});

test("a row of −∞ is NaN by −∞ − (−∞)", () => {
  const trace = shifted([-Infinity, -Infinity, -Infinity], "fp32");
  near(trace.probabilities, [NaN, NaN, NaN], 0);
  assert.equal(trace.firstFailure?.stage, "shift");
  assert.deepEqual(trace.firstFailure.operands, [-Infinity, -Infinity]);
  const { masked } = engine.addMask([0.3, 0.1, -0.2], [-1e9, -1e9, -1e9], "fp32");
  near(engine.softmax(masked).probabilities, [0.333333, 0.333333, 0.333333], 1e-6);
});

test("FP16 stores 11.09 as 11.09375, whose exponential overflows", () => {
  assert.equal(engine.round(11.09, "fp16").value, 11.09375);
  assert.equal(engine.calculate("exp", [11.09375], "fp16").value, Infinity);
  assert.equal(engine.calculate("exp", [11.0859375], "fp16").value, 65248);
  assert.equal(engine.calculate("exp", [11.09], "fp16").value, 65504);
  near([engine.formatInfo("fp16").logLargest], [11.089866], 1e-6);
  near([engine.calculate("log", [65520], "fp64").value], [11.090111], 1e-6);
});

test("masks that are added in half precision", () => {
  const masked = (scores: number[], mask: number) =>
    engine.addMask(
      scores,
      scores.map(() => mask),
      "fp16",
    ).masked;
  assert.deepEqual(list(masked([-15.9, -16, -10, -20], -65504)), [
    -65504,
    -Infinity,
    -65504,
    -Infinity,
  ]);
  near(engine.softmax(masked([-20, -17], -65504), { format: "fp16" }).probabilities, [NaN, NaN], 0);
  const leaking = masked([-20, -17], -1e4);
  assert.deepEqual(list(leaking), [-10016, -10016]);
  assert.deepEqual(list(engine.softmax(leaking, { format: "fp16" }).probabilities), [0.5, 0.5]);
  assert.equal(engine.round(-1e9, "fp16").value, -Infinity);
  assert.equal(engine.round(-1e9, "bf16").value, -998244352);
});

test("+∞ among the logits", () => {
  near(naive([Infinity, 0], "fp32").probabilities, [NaN, 0], 0);
  near(naive([Infinity, Infinity, 0], "fp32").probabilities, [NaN, NaN, 0], 0);
  near(shifted([Infinity, 0], "fp32").probabilities, [NaN, NaN], 0);
  near(shifted([Infinity, Infinity, 0], "fp32").probabilities, [NaN, NaN, NaN], 0);
});

test("rounded weights miss 1 by a little", () => {
  near([...shifted([0, 0, 0], "bf16").probabilities], [0.333984, 0.333984, 0.333984], 1e-6);
  near([shifted([0, 0, 0], "bf16").total], [1.001953], 1e-6);
  near([...shifted([0, 0, 0], "fp16").probabilities], [0.333252, 0.333252, 0.333252], 1e-6);
  near([shifted([0, 0, 0], "fp16").total], [0.999756], 1e-6);
  near([shifted([0, 0, 0], "fp32").total], [1.00000003], 1e-8);
});

test("a long sum stalls in a narrow accumulator", () => {
  const zeros = (count: number) => new Float64Array(count);
  const total = (count: number, format: FloatFormat, accumulate: FloatFormat) =>
    engine.softmax(zeros(count), { format, accumulate }).total;
  assert.equal(total(300, "bf16", "bf16"), 1.171875);
  assert.equal(total(3000, "fp16", "fp16"), 1.46484375);
  near([total(300, "bf16", "fp32")], [0.997925], 1e-6);
  near([total(3000, "fp16", "fp32")], [0.999928], 1e-6);
  assert.equal(total(4096, "fp16", "fp16"), 2);
  assert.equal(engine.accumulate(1, 4096, "fp16").stalledAfter, 2048);
  assert.equal(engine.accumulate(1, 4096, "bf16").stalledAfter, 256);
  assert.equal(engine.accumulate(1, 2048, "fp16").stalledAfter, null);
  assert.equal(engine.formatInfo("fp16").onesStallAt, 2048);
});

test("partial sums overflow though the total is fine", () => {
  const [x, y] = [
    [300, 300],
    [300, -300],
  ];
  const narrow = engine.dotInFormat(x, y, { format: "fp16" });
  assert.ok(Number.isNaN(narrow.dot));
  assert.equal(narrow.failures[0]?.stage, "product");
  const wide = engine.dotInFormat(x, y, { format: "fp16", accumulate: "fp32" });
  assert.deepEqual([wide.dot, wide.exact, wide.failures.length], [0, 0, 0]);
});

test("a weight of exactly 0 is an underflow, its logarithm is not", () => {
  const trace = shifted([0, -110], "fp32");
  assert.deepEqual(list(trace.probabilities), [1, 0]);
  assert.deepEqual(list(trace.logProbabilities), [0, -110]);
  assert.equal(trace.firstFailure?.kind, "underflow");
  assert.equal(shifted([0, -18], "fp16").probabilities[1], 0);
  assert.equal(shifted([0, -17], "fp16").probabilities[1], 2 ** -24);
});

test("empty and one-element rows", () => {
  refused("logits: there are none", "shape", () => engine.softmax([]));
  assert.deepEqual(list(shifted([5], "fp32").probabilities), [1]);
  assert.deepEqual(list(shifted([88.8], "fp32").probabilities), [1]);
  assert.deepEqual(list(shifted([88.8], "fp32").logProbabilities), [0]);
  near(naive([88.8], "fp32").probabilities, [NaN], 0);
  assert.equal(engine.softmax(new Float64Array(65)).sum, 65);
});

test("BF16 rounds to nearest and keeps NaN", () => {
  assert.equal(engine.round(1.1, "bf16").value, 1.1015625);
  assert.equal(engine.round(NaN, "bf16").class, "nan");
  assert.equal(engine.round(NaN, "bf16").bits, 0x7fc0n);
});

test("a value is taken apart into bits, and put together from them", () => {
  assert.deepEqual(engine.round(1.1, "bf16"), {
    value: 1.1015625,
    bits: 0x3f8dn,
    class: "normal",
    significand: 1.1015625,
    exponent: 0,
    ulp: 2 ** -7,
    up: 1.109375,
    down: 1.09375,
    overflow: false,
    underflow: false,
  });
  const smallest = engine.fromBits(1, "fp16");
  assert.deepEqual(
    [smallest.value, smallest.class, smallest.exponent],
    [2 ** -24, "subnormal", -14],
  );
  assert.equal(engine.fromBits(0x7c01, "fp16").bits, 0x7c01n); // a NaN's pattern stays
  assert.equal(engine.fromBits(0x17c00, "fp16").bits, 0x7c00n); // what is above is ignored
  assert.equal(engine.fromBits(0x8000n, "fp16").class, "zero");
  assert.ok(Object.is(engine.fromBits(0x8000n, "fp16").value, -0));
  const pi = engine.round(Math.PI, "fp64");
  assert.deepEqual(
    [pi.bits, engine.fromBits(pi.bits, "fp64").value],
    [0x400921fb54442d18n, Math.PI],
  );
  assert.equal(engine.round(500, "fp8e4m3").class, "nan");
  assert.equal(engine.round(500, "fp8e4m3-saturating").value, 448);
  assert.equal(engine.round(500, { exponentBits: 4, fractionBits: 3 }).value, Infinity);
  for (let bits = 0; bits < 65536; bits += 7) {
    const { value, class: kind } = engine.fromBits(bits, "fp16");
    if (kind !== "nan") assert.equal(engine.round(value, "fp16").bits, BigInt(bits));
  }
});

test("operations, distances and landmarks", () => {
  assert.equal(engine.calculate("add", [2048, 1], "fp16").value, 2048);
  assert.equal(engine.calculate("subtract", [1, 3], "fp16").value, -2);
  assert.equal(engine.calculate("multiply", [300, 300], "fp16").overflow, true);
  assert.equal(engine.calculate("divide", [1, 3], "fp16").value, 0.333251953125);
  assert.equal(engine.ulpDistance(1, 1 + 2 ** -9, "fp16"), 2);
  assert.ok(Number.isNaN(engine.ulpDistance(1, NaN, "fp16")));
  const logs = {
    fp32: 88.7228,
    fp16: 11.0899,
    bf16: 88.7189,
    fp8e5m2: 10.9568,
    fp8e4m3: 6.1048,
    fp64: 709.7827,
  };
  for (const [format, log] of Object.entries(logs)) {
    near([engine.formatInfo(format as FloatFormat).logLargest], [log], 1e-4);
  }
  assert.equal(engine.formatInfo("fp16").overflowInput, 11.09375);
});

test("safe shifts of the worked row", () => {
  assert.deepEqual(engine.safeShifts([100, 102, 105], { format: "fp16" }), {
    safe: [94, 122.3125],
    lossless: [94, 117.3125],
  });
  assert.deepEqual(engine.safeShifts([Infinity, 0]), { safe: null, lossless: null });
});

test("online softmax: states, result, order", () => {
  const logits = [1, 3, 2, 5];
  const values = [
    [1, 0],
    [0, 1],
    [1, 1],
    [0.25, 0.75],
  ];
  const pass = engine.onlineSoftmax(logits, values, { tile: 2 });
  assert.deepEqual(
    pass.states.map(({ firstKey, lastKey, maximum }) => [firstKey, lastKey, maximum]),
    [
      [0, 1, 3],
      [2, 3, 5],
    ],
  );
  near([pass.states[1]!.rescale], [Math.exp(-2)], 1e-7);
  assert.deepEqual(pass.context, pass.states[1]!.context);
  near(pass.context, list(pass.exact), 1e-6);
  assert.equal(pass.firstFailure, null);
  const backwards = engine.onlineSoftmax(logits, values, { tile: 2, order: [1, 0] });
  assert.equal(backwards.states[0]!.firstKey, 2);

  const masked = engine.onlineSoftmax([-Infinity, 2], [[1], [2]], { tile: 1 });
  assert.ok(Number.isNaN(masked.context[0]));
  assert.deepEqual(masked.firstFailure?.operands, [-Infinity, -Infinity]);
  assert.equal(masked.twoPasses[0], 2);
});

test("NaN spreads through attention in a format, layer by layer", () => {
  const x = [
    [4, 0],
    [0, 1],
    [1, 1],
  ];
  const layers = engine.attendInFormat(x, { format: "fp16", shift: "none", layers: 3 });
  assert.deepEqual(
    layers.map(({ brokenContext }) => brokenContext.nan),
    [2, 6, 6],
  );
  const [kept] = engine.attendInFormat(x, { format: "fp16" });
  assert.equal(kept!.brokenContext.nan, 0);
  const toy = engine.attendInFormat([[1, 0], [0, 1], [1, 1]], { format: "fp64" })[0]!; // prettier-ignore
  near(toy.weights.data.subarray(0, 3), [0.42232, 0.15536, 0.42232], 1e-5);
});

test("why √d: spread, saturation, gradient", () => {
  const { jacobian, norm } = engine.softmaxJacobian([0.25, 0.25, 0.25, 0.25]);
  near([jacobian.data[0]!, jacobian.data[1]!, norm], [0.1875, -0.0625, Math.sqrt(3) / 4], 1e-15);
  const plain = engine.sampleDots({ dimension: 64, limit: 40 });
  const scaled = engine.sampleDots({ dimension: 64, limit: 5, scale: "sqrt" });
  assert.deepEqual(plain.counts, scaled.counts);
  assert.ok(Math.abs(plain.variance / 64 - 1) < 0.2);
  const dead = engine.saturation({ dimension: 1024 });
  const alive = engine.saturation({ dimension: 1024, scale: "sqrt" });
  assert.ok(dead.jacobianNorm < alive.jacobianNorm / 5);
  assert.ok(dead.largestWeight > 0.95);
});

test("bad input is refused at its field", () => {
  const logits = [1, 2];
  const bits = { exponentBits: 0, fractionBits: 10 };
  refused("exponentBits: must be 2 to 11, is 0", "range", () =>
    engine.softmax(logits, { format: bits }),
  );
  refused("fractionBits: must be 1 to 52, is 60", "range", () =>
    engine.round(1, { exponentBits: 5, fractionBits: 60 }),
  );
  refused("fractionBits: is not a whole number of 0 or more", "type", () =>
    engine.round(1, { exponentBits: 5, fractionBits: 2.5 }),
  );
  refused('logits: value 2 is not a number but "x"', "type", () =>
    engine.softmax([1, "x"] as unknown as number[]),
  );
  refused("shift: must be finite", "range", () => engine.softmax(logits, { shift: NaN }));
  refused('shift: is not one of "max", "none"', "type", () =>
    engine.softmax(logits, { shift: "min" as "max" }),
  );
  refused("fromat: is not an option of softmax", "type", () =>
    engine.softmax(logits, { fromat: "fp16" } as object),
  );
  refused("tile: must be at least 1", "range", () =>
    engine.onlineSoftmax(logits, [[1], [2]], { tile: 0 }),
  );
  refused("values: has 1 rows, but there are 2 logits", "shape", () =>
    engine.onlineSoftmax(logits, [[1]], { tile: 1 }),
  );
  refused("order: must name each of the 2 tiles once", "shape", () =>
    engine.onlineSoftmax(logits, [[1], [2]], { tile: 1, order: [0, 0] }),
  );
  refused("operands: exp takes 1", "shape", () => engine.calculate("exp", [1, 2], "fp16"));
  refused("bits: is not a whole number", "type", () => engine.fromBits(0.5, "fp16"));
  refused("count: must be at least 1", "range", () => engine.accumulate(1, 0, "fp16"));
  refused("layers: must be 1 to 64, is 65", "range", () =>
    engine.attendInFormat([[1]], { layers: 65 }),
  );
  refused("limit: must be above 0 and finite", "range", () =>
    engine.sampleDots({ dimension: 4, limit: 0 }),
  );
  refused("seed: must be a whole number from 0, below 2⁵³", "range", () =>
    engine.saturation({ dimension: 4, seed: -1 }),
  );
  assert.throws(
    () => engine.softmax(logits, { format: "fp17" as "fp16" }),
    /^EngineError: format: is not one of/,
  );
});
