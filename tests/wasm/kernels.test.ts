/** The kernels alone: every method in every build that runs here, against attention in doubles and attend(). */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { EngineError as ErrorOfEngine, loadEngine } from "../../dist/engine/index.js";
import {
  EngineError,
  loadKernels,
  supportsRelaxed,
  type KernelInput,
  type KernelOptions,
  type Kernels,
  type Matrix,
  type Method,
} from "../../dist/engine/kernels.js";
import { instantiate } from "../../dist/engine/load.js";
import { withStandardMultiplyAdd } from "../../tools/lib/relaxed.mjs";
import { attentionInDouble } from "./in-double.js";

// In Node 20 and 21 relaxed SIMD has to be asked for; later ones have it, and no such flag.
if (!supportsRelaxed()) setFlagsFromString("--experimental-wasm-relaxed-simd");

const engine = await loadEngine();
const builds: Kernels[] = [await loadKernels({ build: "baseline" })];
if (supportsRelaxed()) builds.push(await loadKernels({ build: "relaxed" }));

const METHODS: Method[] = ["loops", "three-passes", "tiled"];
const random = (rows: number, cols: number, seed: number) => engine.normal({ rows, cols, seed });

/** Every method, and attend(), within the bound of the kernels' own. */
function agrees(kernels: Kernels, input: KernelInput, options: KernelOptions = {}) {
  const { scale = "none", mask = "none" } = options;
  const roles = input.x ? { q: input.x, k: input.x, v: input.x } : input;
  const { q, k, v } = roles as Record<"q" | "k" | "v", Matrix>;
  const divisor = scale === "sqrt" ? Math.sqrt(q.cols) : scale === "none" ? 1 : scale;
  const open = (i: number, j: number) =>
    mask === "none" || (mask === "causal" ? j <= i : mask[i]![j]!);
  const expected = attentionInDouble({ q, k, v }, divisor, open);
  const check = (what: string, { rows, cols, data }: Matrix) => {
    assert.deepEqual([rows, cols], [q.rows, v.cols]);
    data.forEach((value, p) => {
      const { context, bound } = expected[Math.floor(p / cols)]!;
      const wanted = context[p % cols]!;
      assert.ok(Math.abs(value - wanted) <= bound, `${what}: ${value} for ${wanted} ± ${bound}`);
    });
  };
  check("attend()", engine.attend({ ...input, scale, mask }).context);
  for (const method of METHODS)
    check(`${kernels.target}, ${method}`, kernels.attention(method, input, options).context);
}

const home = new URL("../../dist/engine/", import.meta.url);

test("the kernels' script is one file, and its errors are the engine's too", async () => {
  const script = await readFile(new URL("kernels.js", home), "utf8");
  const imported = [...script.matchAll(/\b(?:from|import)\b(?:[\s(]|\/\*.*?\*\/)*["'`]([^"'`]+)/g)];
  assert.deepEqual(
    imported.map(([, name]) => name),
    ["node:fs/promises"],
  );
  const refused = () => builds[0]!.attention("tiled", { x: [] });
  assert.throws(refused, (error) => error instanceof ErrorOfEngine && error instanceof EngineError);
  assert.equal(new Error("plain") instanceof EngineError, false);
});

test("a module is compiled as it arrives where the server says what it is, else from its bytes", async (t) => {
  const bytes = await readFile(new URL("kernels.wasm", home));
  const server = createServer(({ url }, response) => {
    const type = url === "/named.wasm" ? "application/wasm" : "application/octet-stream";
    response.writeHead(url === "/missing.wasm" ? 404 : 200, { "Content-Type": type }).end(bytes);
  });
  await new Promise<void>((listening) => server.listen(0, "localhost", listening));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const streaming = t.mock.method(WebAssembly, "instantiateStreaming");
  const imports = { env: { emscripten_notify_memory_growth: () => undefined } };
  const load = (name: string) =>
    instantiate({}, new URL(`http://localhost:${port}/${name}.wasm`), imports);
  for (const name of ["named", "unnamed"]) {
    assert.ok((await load(name)).instance.exports["run"]);
    assert.equal(streaming.mock.callCount(), 1);
  }
  await assert.rejects(load("missing"), /^Error: missing\.wasm could not be fetched: 404/);
});

test("relaxed SIMD is tried where Node has it", () => {
  assert.ok(Number(process.versions.node.split(".")[0]) < 20 || supportsRelaxed());
});

test("all methods agree with attention in doubles, and so does attend(), in every build", () => {
  assert.equal(builds[0]!.target, "wasm-simd128");
  if (builds[1]) assert.equal(builds[1].target, "wasm-relaxed-simd");
  for (const kernels of builds) {
    for (const tokens of [1, 5, 6, 7, 40, 48, 49, 201]) {
      const x = random(tokens, 9, tokens);
      agrees(kernels, { x }, { scale: "sqrt" });
      agrees(kernels, { x }, { scale: 2.5, mask: "causal" });
      const [q, k, v] = [random(tokens, 5, 1), random(77, 5, 2), random(77, 3, 3)];
      agrees(kernels, { q, k, v });
      const mask = Array.from({ length: tokens }, (_, i) =>
        Array.from({ length: 77 }, (_, j) => i !== 3 && (i + j) % 3 > 0),
      );
      agrees(kernels, { q, k, v }, { mask });
    }
  }
});

test("a share of the queries gives a share of the rows", () => {
  for (const kernels of builds) {
    const x = random(50, 4, 1);
    const whole = kernels.attention("tiled", { q: x, k: x, v: x }, { mask: "causal" }).context;
    const q = { rows: 20, cols: 4, data: x.data.subarray(30 * 4) };
    for (const method of METHODS) {
      const options = { mask: "causal", firstQuery: 30 } as const;
      const { context } = kernels.attention(method, { q, k: x, v: x }, options);
      context.data.forEach((value, p) => {
        assert.ok(Math.abs(value - whole.data[30 * 4 + p]!) < 1e-5, method);
      });
    }
  }
});

test("values that are not finite are done as attend() does them", () => {
  for (const kernels of builds) {
    const x = random(12, 3, 4);
    x.data[20] = NaN;
    const expected = engine.attend({ x, mask: "causal" }).context.data;
    const { context } = kernels.attention("tiled", { x }, { mask: "causal" });
    assert.ok(expected.some(Number.isNaN) && !expected.every(Number.isNaN));
    context.data.forEach((value, p) => {
      const wanted = expected[p]!;
      assert.ok(Number.isNaN(wanted) ? Number.isNaN(value) : Math.abs(value - wanted) < 1e-5);
    });
  }
});

test("scores beyond float32 give NaN in every method, as attend() does; −∞ of a mask does not", () => {
  const x = [[2e19, 0], [2e19, 0], [2e19, 0]]; // prettier-ignore
  const mask = x.map((_, i) => x.map(() => i > 0));
  for (const kernels of builds) {
    for (const method of METHODS) {
      const { data } = kernels.attention(method, { x }, { mask }).context;
      assert.deepEqual([...data], [0, 0, NaN, NaN, NaN, NaN], `${kernels.target}, ${method}`);
    }
  }
  const { context } = engine.attend({ x, mask });
  assert.deepEqual([...context.data], [0, 0, NaN, NaN, NaN, NaN]);
});

test("a view can be what the next call works on, even where memory moves", async () => {
  for (const role of ["q", "k", "v", "x"] as const) {
    const kernels = await loadKernels({ build: "baseline" });
    const [own, few, many] = [random(40, 8, 1), random(40, 8, 2), random(60_000, 8, 3)];
    for (const other of [few, many]) {
      const before = (output: "copy" | "view") => {
        const { context } = kernels.attention("tiled", { x: own }, { output });
        const [q, k] = role === "q" ? [context, other] : [other, few];
        const input = role === "x" ? { x: context } : { q, k, v: k, [role]: context };
        return kernels.attention("three-passes", input as KernelInput).context.data;
      };
      // The view first: then it is in this call that memory grows.
      assert.deepEqual(before("view"), before("copy"), role);
    }
  }
});

test("a view is no place for a result; one that is gone says so", async () => {
  const kernels = await loadKernels({ build: "baseline" });
  const x = random(4, 4, 1);
  const view = kernels.attention("tiled", { x }, { output: "view" }).context;
  assert.throws(() => kernels.attention("tiled", { x }, { output: view.data }), {
    message: `output: lies in the module's own memory; "view" asks for that`,
  });
  kernels.attention("three-passes", { q: x, k: random(3e6, 4, 1), v: random(3e6, 4, 2) });
  assert.throws(() => kernels.attention("tiled", { x: view }), {
    code: "shape",
    message: "x: is said to be 4 by 4 values, but has none; a view lasts one call",
  });
});

test("room can be made before; nothing is computed, and what cannot be had is refused the same", async () => {
  const kernels = await loadKernels({ build: "baseline" });
  const x = random(1000, 8, 1);
  for (const method of METHODS) {
    const reserved = kernels.reserve(method, { x });
    assert.equal(kernels.attention(method, { x }).workingBytes, reserved);
  }
  const long = { x: random(9000, 8, 1) };
  for (const call of ["attention", "reserve"] as const)
    assert.throws(() => kernels[call]("loops", long), { code: "memory" });
  assert.throws(() => kernels.reserve("loops", { x: [] }), { code: "shape" });
});

test("a view is overwritten by the next call; a copy and an array that is given are not", () => {
  const kernels = builds[0]!;
  const [one, other] = [random(4, 4, 1), random(4, 4, 2)];
  const copy = kernels.attention("tiled", { x: one }).context.data;
  const view = kernels.attention("tiled", { x: one }, { output: "view" }).context.data;
  const before = Float32Array.from(view);
  assert.deepEqual(copy, before);
  const given = new Float32Array(16);
  assert.equal(kernels.attention("tiled", { x: one }, { output: given }).context.data, given);
  kernels.attention("tiled", { x: other });
  assert.deepEqual(given, before);
  assert.notDeepEqual(Float32Array.from(view), before);
  assert.deepEqual(copy, before);
});

test("scores cost T² of memory, tiles do not; what cannot be had is said, and all goes on", async () => {
  const kernels = await loadKernels({ build: "baseline" });
  const bytes = (method: Method, tokens: number) =>
    kernels.attention(method, { x: random(tokens, 8, 1) }).workingBytes;
  assert.equal(bytes("three-passes", 1000), 4e6);
  assert.ok(bytes("tiled", 4000) < 4.5 * bytes("tiled", 1000));
  for (const method of ["loops", "three-passes"] as const) {
    assert.throws(() => bytes(method, 9000), {
      code: "memory",
      message: `${method}: needs 310 MiB in one piece, and of its 256 MiB the module has no such piece left`,
    });
    assert.throws(() => bytes(method, 70000), { code: "memory" });
    assert.equal(bytes(method, 100), 40000);
  }
  assert.ok(bytes("tiled", 9000) < 4e6);
});

test("what does not fit is refused", async () => {
  const kernels = builds[0]!;
  const x = random(3, 2, 1);
  const refused = (call: () => unknown, code: string, message: RegExp) =>
    assert.throws(call, (error) => {
      assert.ok(error instanceof EngineError);
      assert.equal(error.code, code);
      assert.match(error.message, message);
      return true;
    });
  const run = (input: unknown, options: unknown = {}) => {
    return () => kernels.attention("tiled", input as KernelInput, options as KernelOptions);
  };
  refused(
    run({ x: { rows: 3, cols: 3, data: x.data } }),
    "shape",
    /^x: is said to be 3 by 3 values, but has 6 values$/,
  );
  refused(run({ x: [] }), "shape", /^x: has no rows/);
  refused(run({ q: x, k: random(3, 3, 1), v: x }), "shape", /^k: its rows have 3 values/);
  refused(run({ q: x, k: x, v: random(2, 2, 1) }), "shape", /^v: has 2 rows, but k has 3/);
  refused(run({ q: x, k: x, v: [[1, 2]] }), "shape", /^v: has 1 row, but k has 3$/);
  refused(run({ q: [[1]], k: [[1]], v: x, keys: x }), "type", /^keys: is not an option/);
  refused(run({ x, q: x }), "type", /^q: does not go with x/);
  refused(run({ q: x, k: x }), "type", /^v: is not a matrix/);
  for (const [input, what] of [
    [null, "null"],
    [undefined, "undefined"],
    [5, "number"],
    ["x", '"x"'],
    [[[1]], "a list"],
  ] as const) {
    refused(run(input), "type", new RegExp(`^input: is not an object but ${what}$`));
    if (input !== undefined)
      refused(run({ x }, input), "type", new RegExp(`^options: is not an object but ${what}$`));
  }
  refused(run({ x }, { scale: 0 }), "range", /^scale: must be above 0, and 1 \/ scale within/);
  refused(run({ x }, { scale: 1e-42 }), "range", /^scale: must be above 0/);
  refused(run({ x }, { mask: [[true]] }), "shape", /^mask: is 1 × 1, for 3 queries and 3 keys$/);
  refused(
    run({ x }, { firstQuery: 3 }),
    "range",
    /^firstQuery: is 3, but the last of 3 keys is 2$/,
  );
  refused(run({ x }, { firstQuery: 2 ** 32 }), "type", /^firstQuery:/);
  refused(run({ x }, { output: new Float64Array(6) }), "type", /^output: .* or a Float32Array$/);
  refused(run({ x }, { mask: "casual" }), "type", /^mask:/);
  refused(run({ x }, { output: "both" }), "type", /^output:/);
  refused(run({ x }, { output: new Float32Array(5) }), "shape", /^output: has room for 5 values/);
  refused(() => kernels.attention("flash" as Method, { x }), "type", /^method:/);
  await assert.rejects(loadKernels({ build: "fast" as "relaxed" }), { code: "type" });
  const load = (source: unknown) => loadKernels(source as Parameters<typeof loadKernels>[0]);
  await assert.rejects(load(null), { message: "source: is not an object but null" });
  await assert.rejects(load({ bild: "baseline" }), {
    message: "bild: is not an option of loadKernels",
  });
});

test("bytes and build must agree", { skip: !supportsRelaxed() }, async () => {
  const files = { baseline: "kernels.wasm", relaxed: "kernels-relaxed.wasm" };
  for (const build of ["baseline", "relaxed"] as const) {
    for (const [holds, file] of Object.entries(files)) {
      const wasmBinary = await readFile(new URL(`../../dist/engine/${file}`, import.meta.url));
      if (holds === build) await loadKernels({ build, wasmBinary });
      else
        await assert.rejects(loadKernels({ build, wasmBinary }), {
          message: `wasmBinary: holds the ${holds} build, but build is "${build}"`,
        });
    }
  }
});

test("rows may be typed arrays, and x does not go with q, for the compiler as well", () => {
  const rows: KernelInput = { x: [Float32Array.of(1, 2), Float32Array.of(3, 4)] };
  assert.equal(builds[0]!.attention("tiled", rows).context.rows, 2);
  // @ts-expect-error x stands for all three
  const both: KernelInput = { x: [[1]], q: [[1]], k: [[1]], v: [[1]] };
  assert.throws(() => builds[0]!.attention("tiled", both), { code: "type" });
});

test("a draft multiply-add gets its number in the standard, and nothing else changes", async () => {
  // (func (param v128) (result v128) (v128.const … fd af 01 …) drop, local.get 0 three times, fma)
  const body = [0x00, 0xfd, 0x0c, ...[0xfd, 0xaf, 1, 0xfd, 0xaf, 1], ...Array(10).fill(0), 0x1a];
  body.push(...[0x20, 0, 0x20, 0, 0x20, 0], 0xfd, 0xaf, 0x01, 0x0b);
  const draft = Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0], // magic, version
    ...[1, 6, 1, 0x60, 1, 0x7b, 1, 0x7b], // one type
    ...[3, 2, 1, 0], // one function
    ...[10, body.length + 2, 1, body.length, ...body],
  ]);
  assert.equal(WebAssembly.validate(draft), false);
  const standard = withStandardMultiplyAdd(draft);
  const changed = [...standard.keys()].filter((at) => standard[at] !== draft[at]);
  assert.deepEqual(changed, [draft.length - 3, draft.length - 2]);
  if (supportsRelaxed()) assert.ok(WebAssembly.validate(standard));
  // A module without any is left as it is; one that is cut short is refused.
  const baseline = await readFile(new URL("kernels.wasm", home));
  assert.deepEqual(withStandardMultiplyAdd(baseline), Uint8Array.from(baseline));
  assert.throws(() => withStandardMultiplyAdd(draft.subarray(0, draft.length - 4)), /wasm:/);
});
