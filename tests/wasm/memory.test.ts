/** The engine's memory: it grows when it must, keeps nothing, and takes nothing back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { runInNewContext } from "node:vm";
import { setFlagsFromString } from "node:v8";
import { loadEngine, type Engine } from "../../dist/engine/index.js";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Loads an engine and keeps hold of its memory, which the facade does not show. */
async function loadWithMemory(): Promise<{ engine: Engine; memory: WebAssembly.Memory }> {
  const instantiate = WebAssembly.instantiate;
  let memory: WebAssembly.Memory | undefined;
  const watched = async (bytes: BufferSource, imports?: WebAssembly.Imports) => {
    const result = await instantiate(bytes, imports);
    const instance = result instanceof WebAssembly.Instance ? result : result.instance;
    memory = Object.values(instance.exports).find((e) => e instanceof WebAssembly.Memory);
    return result;
  };
  WebAssembly.instantiate = watched as typeof WebAssembly.instantiate;
  try {
    const engine = await loadEngine();
    assert.ok(memory, "the module exports its memory");
    return { engine, memory };
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}

test("ten thousand calls of every kind leave the heaps flat", async () => {
  const { engine, memory } = await loadWithMemory();
  const x = engine.normal({ rows: 24, cols: 24, seed: 1 });
  const mask = Array.from({ length: 24 }, () => Array<boolean>(24).fill(true));
  const codes = new Int8Array(24 * 24);
  const scales = new Float32Array(24);
  const plane = engine.plane(x);
  const points = engine.project(x, plane);
  const round = () => {
    engine.attend({ x, wq: x, mask: ["causal", mask], scale: "sqrt", temperature: 0.5 });
    engine.attend({ x, mask: "causal", only: "context" });
    engine.stack(x, 2);
    engine.similarity(scales, scales);
    engine.lengths(x);
    engine.project(x, plane);
    engine.hull(points);
    engine.blend(scales, x);
    engine.summarise(x);
    engine.multiply(x, x);
    engine.normal({ rows: 24, cols: 24, seed: 1 });
    engine.dequantise({ rows: 24, cols: 24, codes, scales });
    engine.round(0.1, "fp16");
    engine.softmax([1, 2, 3], { format: "fp16" });
    engine.onlineSoftmax([1, 2], [[1], [2]], { tile: 1 });
    // A refusal must not leak either.
    assert.throws(() => engine.attend({ x, temperature: -1 }));
  };
  // Node frees what typed arrays held beside its collector, in time of its own.
  const used = async () => {
    for (let i = 0; i < 4; i++) {
      collect();
      await setTimeout(50);
    }
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  for (let i = 0; i < 2000; i++) round(); // until V8 has compiled what it will
  const before = { wasm: memory.buffer.byteLength, javascript: await used() };
  for (let i = 0; i < 10_000; i++) round();
  // One leaked matrix of 24 × 24 a round would be 23 MB, one leaked handle a round about 1 MB.
  assert.equal(memory.buffer.byteLength, before.wasm);
  const grown = (await used()) - before.javascript;
  assert.ok(grown < 600_000, `${grown} bytes were kept`);
});

test("plane, too, gives back what it takes", async () => {
  const { engine, memory } = await loadWithMemory();
  const x = engine.normal({ rows: 8, cols: 12, seed: 1 });
  for (let i = 0; i < 100; i++) engine.plane(x);
  const before = memory.buffer.byteLength;
  for (let i = 0; i < 10_000; i++) engine.plane(x);
  assert.equal(memory.buffer.byteLength, before);
});

test("when the memory grows, earlier results stay as they were", async () => {
  const { engine, memory } = await loadWithMemory();
  const small = engine.attend({
    x: [
      [1, 0],
      [0, 1],
    ],
  });
  const copies = [small.scores, small.weights, small.context].map(({ data }) => [...data]);
  const before = memory.buffer;
  const large = engine.normal({ rows: 2048, cols: 8, seed: 1 });
  const result = engine.attend({ x: large });
  assert.notEqual(memory.buffer, before, "the memory has to grow for this test to mean anything");
  assert.equal(before.byteLength, 0, "a grown memory detaches its old buffer");
  assert.deepEqual(
    [small.scores, small.weights, small.context].map(({ data }) => [...data]),
    copies,
  );
  assert.equal(small.weights.data.length, 4);

  // The results are the caller's: writing to them reaches nothing else.
  assert.notEqual(small.weights.data.buffer, memory.buffer);
  small.weights.data.fill(7);
  assert.deepEqual(
    engine.attend({
      x: [
        [1, 0],
        [0, 1],
      ],
    }).weights.data,
    new Float32Array(copies[1]!),
  );

  // And what was computed across the growth is right: rows of weights that sum to one.
  const { rowSums } = engine.summarise(result.weights);
  assert.ok(rowSums.every((sum) => Math.abs(sum - 1) < 1e-4));
});

test("two engines share nothing", async () => {
  const [one, other] = await Promise.all([loadWithMemory(), loadWithMemory()]);
  assert.notEqual(one.engine, other.engine);
  assert.deepEqual(one.engine.attend({ x: [[1], [2]] }), other.engine.attend({ x: [[1], [2]] }));
});
