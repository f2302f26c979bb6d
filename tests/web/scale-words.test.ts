/** The scale laboratory in numbers, words and places: what follows from a run that is given. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { loadEngine } from "../../dist/engine/index.js";
import { findNumpy } from "../../tools/lib/python.mjs";
import {
  absenceOf,
  digitsOf,
  lacksPeak,
  overPeak,
  untimed,
} from "../../web/src/exhibits/scale-lab";
import { placeOn, spanOf, spread } from "../../web/src/figures/log-axis";
import type { Contender, Settings } from "../../web/src/measure/messages";
import type { Measured } from "../../web/src/state/scale-run.svelte";
import { ScaleWorld } from "../../web/src/state/scale-world";
import { settings } from "./scale-settings";

const engine = await loadEngine();
const numpy = (await findNumpy())!;

test("what follows from the measurements is what its programs print", () => {
  const measured: Measured = {
    settings: settings({ mask: "causal", d: 64 }),
    threads: 3,
    together: "relaxed",
    grain: 0.1,
    ends: [],
    disagreements: [],
    peaks: {
      baseline: { build: "baseline", operations: 123456789, ms: 4.3, runs: 5 },
      relaxed: { build: "relaxed", operations: 223456789, ms: 4.1, runs: 5 },
    },
    points: (["loops", "passes", "tiled", "relaxed", "threads"] as const).map((contender, at) => ({
      ...{ contender, T: 512, ms: 10 / (at + 3), runs: 9, bytes: 1_000_001 * (at + 1) },
    })),
  };
  const world = new ScaleWorld(engine, measured);
  const names = measured.points.flatMap(({ contender }) =>
    ["ms", "gflops", "share", "mib", "bytes", "runs"].map(
      (letter) => `${letter}[${contender},512]`,
    ),
  );
  const others = ["d", "threads", "grain", "operations[512]"];
  const builds = ["baseline", "relaxed"].flatMap((b) => [
    `peak[${b}]`,
    `spun[${b}]`,
    `spunms[${b}]`,
    `runs[${b}]`,
  ]);
  const explained = [...names, ...others, ...builds].map((name) => ({
    name,
    ...world.explain(name)!,
  }));
  const program = explained.map(({ python }) => python).join("\n");
  const printed = execFileSync(numpy.path, ["-c", program]).toString().trim().split("\n");
  for (const [at, { name, lines }] of explained.entries()) {
    const [value, other] = [world.read(name)!, Number(printed[at])];
    assert.ok(
      Math.abs(other - value) <= 4 * 2 ** -52 * Math.abs(value),
      `${name}: ${value}, ${other}`,
    );
    for (const part of lines.flat())
      if (typeof part === "object" && "value" in part)
        assert.notEqual(world.read(part.value), undefined, part.value);
  }
  assert.equal(world.read("operations[512]"), 2 * 512 * 512 * 64);
  assert.equal(world.read("gflops[tiled,512]"), (2 * 512 * 512 * 64) / 2 / 1e6);
});

test("a share above the peak is explained, or named; what is missing says why", () => {
  const at = (contender: Contender, T: number, ms?: number) => ({
    ...{ contender, T, bytes: 0 },
    ...(ms !== undefined && { ms, runs: 3 }),
  });
  const measured = (more: Partial<Measured>, what: Partial<Settings> = {}): Measured => ({
    settings: settings({ ...what, contenders: ["passes", "tiled"] }),
    ...{ threads: 2, together: "baseline", grain: 100, disagreements: [], ends: [], points: [] },
    peaks: { baseline: { build: "baseline", operations: 1e9, ms: 1000, runs: 9 } }, // 1 GFLOP/s
    ...more,
  });
  const over = (speed: number, what: Partial<Settings>) => {
    const ms = (4 * 64 ** 2 * 16) / speed / 1e6;
    const all = measured({ points: [at("passes", 64, ms), at("tiled", 64, ms)] }, what);
    return overPeak(all, new ScaleWorld(engine, all));
  };
  assert.deepEqual(over(0.99, {}), []);
  assert.deepEqual(over(1.01, {}), ["passes", "tiled"]);
  assert.deepEqual(over(1.3, { input: "x" }), ["passes"]);
  assert.deepEqual(over(1.35, { input: "x" }), ["passes", "tiled"]);
  assert.deepEqual(over(2.6, { input: "x", mask: "causal" }), ["passes", "tiled"]);

  const ends = [
    { contender: "passes", T: 256, why: "time" },
    { contender: "passes", T: 512, why: "memory" },
  ] as const;
  const points = [at("passes", 64), at("passes", 128, 1), at("passes", 256)];
  const here = measured({ peaks: {}, points, ends });
  const absent = (drawn: "time" | "share") =>
    [64, 128, 256, 512].map((T) => absenceOf(here, drawn, "passes", T));
  assert.deepEqual(absent("time").toSpliced(1, 1), ["untimed", "too long", "no memory"]);
  assert.deepEqual(absent("share"), ["untimed", "no peak", "too long", "no memory"]);
  assert.deepEqual([untimed(here), lacksPeak(here)], [true, true]);
  const whole = measured({ points: [at("passes", 64, 1), at("passes", 256)], ends });
  assert.deepEqual([untimed(whole), lacksPeak(whole)], [false, false]);
});

test("three digits are shown, whatever the size", () => {
  const shown = [123.4, 12.34, 1.234, 0.1234, 0.09999, 0.01234, 9.999, 99.99, 0.00001, 0];
  assert.deepEqual(
    shown.map((value) => value.toFixed(digitsOf(value))),
    ["123", "12.3", "1.23", "0.123", "0.100", "0.0123", "10.0", "100", "0.0000", "0"],
  );
});

test("axes and the names at the ends of lines", () => {
  assert.equal(placeOn({ least: 1, most: 100 }, 10), 0.5);
  const span = spanOf([5], { least: 1, most: 2 });
  assert.ok(span.least < 5 && span.most > 5 && span.most / span.least > 9.99);
  assert.deepEqual(spanOf([], { least: 1, most: 2 }), { least: 1, most: 2 });
  for (const middles of [[10, 10, 10], [95, 3, 96, 99], [50], []]) {
    const placed = spread(middles, 15, 100);
    const sorted = [...placed].sort((a, b) => a - b);
    sorted.slice(1).forEach((y, at) => assert.ok(y - sorted[at]! >= 15));
    assert.ok(placed.every((y) => y <= 100));
  }
});
