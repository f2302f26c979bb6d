/** The scale laboratory, with kernels and a clock that do as they are told. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, mock, test } from "node:test";
import { EngineError, loadEngine } from "../../dist/engine/index.js";
import { apart, boundOf, inputs } from "../../web/src/measure/data";
import { Lab } from "../../web/src/measure/lab";
import type { Contender, Data, Report, Settings } from "../../web/src/measure/messages";
import { boundaries, help } from "../../web/src/measure/runners";
import { watch } from "../../web/src/measure/watch";
import { settings } from "./scale-settings";

type Source = ConstructorParameters<typeof Lab>[0];
type Kernels = Awaited<ReturnType<Source["loadKernels"]>>;
type Attention = Kernels["attention"];

/** The matrices, which the laboratory always hands over as such. */
function rolesOf(input: Parameters<Attention>[1]) {
  const { q, k, v } = "x" in input ? { q: input.x, k: input.x, v: input.x } : input;
  return { q, k, v } as Record<"q" | "k" | "v", Data>;
}

const GRAIN = 0.005;
let now = 0;
beforeEach(() => {
  now = 0;
  mock.method(performance, "now", () => (now += GRAIN));
});
afterEach(() => mock.restoreAll());

/** Milliseconds for one pair of tokens. */
const PACE = { loops: 2e-4, "three-passes": 2e-5, tiled: 1e-5 };

const engine = await loadEngine();
/** What has been computed once need not be again: by the queries, which are new ones for every mask. */
const known = new WeakMap<Float32Array, Float32Array>();
const attend: Attention = (method, input, { mask = "none", firstQuery = 0 } = {}) => {
  const { q, k, v } = rolesOf(input);
  now += PACE[method] * q.rows * k.rows;
  if (!known.has(q.data)) {
    const keep = (i: number, j: number) => mask === "none" || j <= firstQuery + i;
    const compute = () => {
      const masks = Array.from({ length: q.rows }, (_, i) =>
        Array.from({ length: k.rows }, (_, j) => keep(i, j)),
      );
      return engine.attend({ q, k, v, scale: "sqrt", mask: masks }).context.data;
    };
    // Only short ones are computed; of the long ones it is enough that they are equal.
    known.set(q.data, k.rows > 128 ? new Float32Array(q.data.length) : compute());
  }
  return { context: { ...q, data: known.get(q.data)!.slice() }, workingBytes: 4 };
};

/** Other kernels where `parts` has some. */
const source = (parts: Partial<Kernels> = {}, relaxed = true): Source => ({
  supportsRelaxed: () => relaxed,
  async loadKernels({ build }) {
    const spin = (rounds: number) => {
      now += rounds * (build === "relaxed" ? 1e-5 : 2e-5);
      return 1000 * rounds;
    };
    return { target: "wasm-simd128", attention: attend, reserve: () => 4, spin, ...parts };
  },
});

/** A clock that moves in steps, and time that passes with every look at it. */
const coarse = (grain: number) =>
  mock.method(performance, "now", () => Math.floor((now += GRAIN) / grain + 1e-9) * grain);

/** Every `every`th look at the clock something else has been at work for 30 ms, first after `first`. */
function disturbed(every: number, first: number) {
  let looks = every - first;
  mock.method(performance, "now", () => (now += looks++ % every === 0 ? 30 : GRAIN));
}

async function reportsOf(source: Source, settings: Settings, ports: MessagePort[] = []) {
  const reports: Report[] = [];
  await new Lab(source, settings, ports, (report) => reports.push(report)).run();
  assert.equal(reports.at(-1)!.kind, "done");
  const of = <K extends Report["kind"]>(kind: K) =>
    reports.filter((report): report is Extract<Report, { kind: K }> => report.kind === kind);
  return {
    points: of("point").map(({ point }) => point),
    ends: of("end").map(({ end }) => end),
    peaks: of("peak").map(({ peak }) => peak),
    disagreements: of("disagreement").map(({ disagreement }) => disagreement),
    doing: of("doing").map(({ doing }) => doing),
  };
}

describe("the laboratory", () => {
  test("times every contender at every length, within a hundredth", async () => {
    const { points, ends, peaks, doing, disagreements } = await reportsOf(source(), settings());
    const shares = doing.map(({ share }) => share);
    assert.equal(points.length, 4 * 5);
    for (const { contender, T, ms } of points) {
      const pace =
        PACE[contender === "loops" ? "loops" : contender === "passes" ? "three-passes" : "tiled"];
      const right = pace * T * T;
      assert.ok(
        Math.abs(ms! - right) <= 0.011 * right,
        `${contender} at ${T}: ${ms}, not ${right}`,
      );
    }
    for (const { build, operations, ms } of peaks) {
      const right = build === "relaxed" ? 1e8 : 5e7;
      assert.ok(Math.abs(operations / ms / right - 1) < 0.01, `${build} ${operations / ms}`);
    }
    assert.deepEqual([ends, disagreements], [[], []]);
    // The peaks are measured first and last, and said to be.
    const what = doing.map((each) => ("peak" in each ? `peak, ${each.peak}` : "other"));
    assert.deepEqual([what.slice(0, 2), what.slice(-2)], Array(2).fill(["peak, baseline", "peak, relaxed"])); // prettier-ignore
    assert.ok(
      shares.every((share, at) => share >= 0 && share <= 1 && share >= (shares[at - 1] ?? 0) - 0.1),
    );
  });

  test("leaves out what would take long, and says who was refused memory, or is not there", async () => {
    const cramped: Kernels["reserve"] = (method, input) => {
      const { rows } = rolesOf(input).q;
      if (method === "three-passes" && rows > 512) throw new EngineError("memory", "too much");
      return 4;
    };
    const all = settings({
      longest: 8192,
      contenders: ["loops", "passes", "tiled", "relaxed", "threads"],
    });
    const { points, ends } = await reportsOf(source({ reserve: cramped }, false), all);
    const told = ends.map(({ contender, T, why }) => [contender, T, why]);
    assert.deepEqual(told, [
      ["relaxed", 64, "unsupported"],
      ["threads", 64, "unsupported"],
      ["passes", 1024, "memory"],
      ["loops", 4096, "time"],
    ]);
    const last = (who: Contender) =>
      points.findLast(({ contender, ms }) => contender === who && ms !== undefined)?.T;
    assert.deepEqual(
      [last("loops"), last("passes"), last("tiled"), last("relaxed")],
      [2048, 512, 8192, undefined],
    );
  });

  test("asks for memory where a run would take too long as well", async () => {
    const slow: Attention = (method, input, options) => {
      now += 2e-4 * rolesOf(input).q.rows ** 2;
      return attend(method, input, options);
    };
    const reserve: Kernels["reserve"] = (method, input) => {
      const { rows } = rolesOf(input).q;
      if (method === "three-passes" && rows > 4096) throw new EngineError("memory", "too much");
      return method === "tiled" ? rows : rows ** 2;
    };
    const who = settings({ longest: 8192, contenders: ["passes", "tiled"] });
    const { points, ends } = await reportsOf(source({ attention: slow, reserve }), who);
    const told = ends.map(({ contender, T, why }) => [contender, T, why]);
    assert.deepEqual(told, [
      ["passes", 4096, "time"],
      ["tiled", 4096, "time"],
      ["passes", 8192, "memory"],
    ]);
    assert.deepEqual(
      points.filter(({ T }) => T >= 4096).map(({ contender, T, bytes }) => [contender, T, bytes]),
      [
        ["passes", 4096, 4096 ** 2],
        ["tiled", 4096, 4096],
        ["tiled", 8192, 8192],
      ],
    );
  });

  test("what else the device does meanwhile makes no peak lower, and no row shorter", async () => {
    const few = settings({ longest: 64, contenders: ["tiled"] });
    const right = PACE.tiled * 64 ** 2;
    // Wherever it begins, it is the first spin or the first run that is held up, now and then.
    for (let first = 0; first < 97; first++) {
      disturbed(97, first);
      const { points, peaks } = await reportsOf(source(), few);
      assert.equal(peaks.length, 2);
      for (const { operations, ms, runs } of peaks) {
        assert.ok(Math.abs(operations / ms / 5e7 - 1) < 0.01, `${first}: ${operations / ms}`);
        assert.ok(ms >= 100 * GRAIN && runs >= 3);
      }
      const { ms, runs } = points[0]!;
      assert.ok(Math.abs(ms! - right) <= 0.011 * right, `${first}: ${ms}, not ${right}`);
      assert.ok(runs! * ms! >= 3 * 100 * GRAIN, `${first}: ${runs}`);
    }
  });

  for (const grain of [0.1, 1, 16.67, 100])
    test(`a clock of ${grain} ms times within a hundredth, or not at all, and takes no minutes`, async () => {
      coarse(grain);
      const { points, peaks, ends } = await reportsOf(source(), settings({ longest: 2048 }));
      assert.ok(now < 60_000, `${now} ms`);
      assert.equal(points.length, 4 * 6);
      assert.deepEqual(ends, []);
      for (const { contender, T, ms } of points) {
        const pace =
          PACE[contender === "loops" ? "loops" : contender === "passes" ? "three-passes" : "tiled"];
        const right = pace * T * T;
        if (ms === undefined) assert.ok(grain > 2.5 && right < 100 * grain, `${contender} at ${T}`);
        else assert.ok(Math.abs(ms - right) <= 0.021 * right, `${contender} at ${T}: ${ms}`);
      }
      assert.equal(peaks.length, grain > 2.5 ? 0 : 4);
      for (const { build, operations, ms } of peaks) {
        const right = build === "relaxed" ? 1e8 : 5e7;
        assert.ok(Math.abs(operations / ms / right - 1) < 0.02, `${build} ${operations / ms}`);
      }
    });

  test("names results that differ by more than rounding explains", async () => {
    const wrong: Attention = (method, input, options) => {
      const ran = attend(method, input, options);
      if (method === "tiled") ran.context.data[7]! += 1e-3;
      return ran;
    };
    const { disagreements } = await reportsOf(
      source({ attention: wrong }),
      settings({ longest: 64, contenders: ["passes", "tiled"] }),
    );
    assert.equal(disagreements.length, 1);
    const { contender, other, T, apart, bound } = disagreements[0]!;
    assert.deepEqual([contender, other, T], ["tiled", "passes", 64]);
    assert.ok(apart > bound && Math.abs(apart - 1e-3) < 1e-5);
  });

  for (const mask of ["none", "causal"] as const)
    for (const input of ["qkv", "x"] as const)
      test(`on threads it is the same, ${mask}, ${input}`, async () => {
        const channels = [1, 2].map(() => new MessageChannel());
        for (const { port1 } of channels) help(port1, (build) => source().loadKernels({ build }));
        const ports = channels.map(({ port2 }) => port2);
        const which = settings({ longest: 128, mask, input, contenders: ["tiled", "threads"] });
        const { points, disagreements, ends } = await reportsOf(source(), which, ports);
        for (const { port1 } of channels) port1.close();
        assert.equal(points.length, 4);
        assert.deepEqual([ends, disagreements], [[], []]);
        assert.equal(points.find(({ contender }) => contender === "threads")!.bytes, 12);
      });

  test("a causal mask's shares hold as many pairs each", () => {
    assert.deepEqual(boundaries(100, 4, "none"), [0, 25, 50, 75, 100]);
    const ends = boundaries(8192, 4, "causal");
    for (const at of [0, 1, 2, 3])
      assert.ok(Math.abs((ends[at + 1]! ** 2 - ends[at]! ** 2) / (8192 ** 2 / 4) - 1) < 1e-3);
  });
});

test("the bound holds for float32 against double, and a NaN is further than any", () => {
  const { q, k, v } = inputs(64, settings());
  const { context } = engine.attend({ q, k, v, scale: "sqrt" });
  const double = Float32Array.from({ length: 64 * 16 }, (_, at) => {
    const [i, m] = [Math.floor(at / 16), at % 16];
    const scores = Array.from({ length: 64 }, (_, j) =>
      Math.exp(
        Array.from({ length: 16 }, (_, c) => q.data[i * 16 + c]! * k.data[j * 16 + c]!).reduce(
          (a, b) => a + b,
        ) / 4,
      ),
    );
    const sum = scores.reduce((a, b) => a + b);
    return scores.reduce((z, e, j) => z + (e / sum) * v.data[j * 16 + m]!, 0);
  });
  assert.ok(apart(context.data, double) < boundOf(64, 16) && boundOf(64, 16) < 1e-4);
  assert.ok(Number.isNaN(apart(Float32Array.of(0, NaN, 9), Float32Array.of(0, 0, 0))));
});

test("who says nothing for a minute is given up, and who speaks is not", () => {
  mock.timers.enable({ apis: ["setInterval"] });
  let silent = 0;
  const watching = watch(() => (silent += 1));
  mock.timers.tick(59_000);
  assert.equal(silent, 0);
  watching.heard();
  mock.timers.tick(59_000);
  assert.equal(silent, 0);
  mock.timers.tick(1000);
  assert.equal(silent, 1);
  watching.end();
  mock.timers.tick(100_000);
  assert.equal(silent, 1);
  mock.timers.reset();
});
