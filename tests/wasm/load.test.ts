/** Loading the engine: in a worker, from given bytes, and where it cannot run. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { EngineError, loadEngine } from "../../dist/engine/index.js";

const home = new URL("../../dist/engine/", import.meta.url);

test("the engine says what it runs on", async () => {
  assert.equal((await loadEngine()).target, "wasm-simd128");
});

test("the bytes may be handed in", async () => {
  const wasmBinary = await readFile(new URL("engine.wasm", home));
  const engine = await loadEngine({ wasmBinary });
  assert.equal(engine.attend({ x: [[2]] }).scores.data[0], 4);
});

test("bytes that are no module are refused, not waited for", async () => {
  await assert.rejects(
    loadEngine({ wasmBinary: new Uint8Array([0, 1, 2, 3]) }),
    WebAssembly.CompileError,
  );
});

test("it runs in a worker", async () => {
  const worker = new Worker(
    `import { parentPort } from "node:worker_threads";
     const { loadEngine } = await import(${JSON.stringify(new URL("index.js", home).href)});
     const engine = await loadEngine();
     parentPort.postMessage(engine.attend({ x: [[1, 0], [0, 1], [1, 1]] }));`,
    { eval: true, execArgv: ["--input-type=module"] },
  );
  try {
    const answer = await new Promise((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
    });
    const here = (await loadEngine()).attend({
      x: [
        [1, 0],
        [0, 1],
        [1, 1],
      ],
    });
    assert.deepEqual(answer, here);
  } finally {
    await worker.terminate();
  }
});

test("without vectors it says so in a plain sentence", async () => {
  const validate = WebAssembly.validate;
  WebAssembly.validate = () => false;
  try {
    await assert.rejects(loadEngine(), (error) => {
      assert.ok(error instanceof EngineError);
      assert.equal(error.code, "unsupported");
      assert.match(error.message, /^engine: needs WebAssembly's 128-bit vectors/);
      return true;
    });
  } finally {
    WebAssembly.validate = validate;
  }
});

test("the glue makes no code out of strings", async () => {
  // A content security policy without unsafe-eval forbids it; one that a page should have.
  const glue = await readFile(new URL("engine.js", home), "utf8");
  assert.doesNotMatch(glue, /\beval\s*\(|new Function\b|\bFunction\s*\(/);
});
