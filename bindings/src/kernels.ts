/**
 * The fast kernels alone, in two small modules: for benchmarks, and for pages that want the context of many tokens
 * and none of the scores.
 */
import { EngineError } from "./error.js";
import {
  booleansIn,
  checkFields,
  checkObject,
  counted,
  matrixIn,
  numberIn,
  refuseType,
  sizeIn,
  wordIn,
} from "./input.js";
import { checkSupport, instantiate, supportsRelaxed, type WasmSource } from "./load.js";
import type { Matrix, MatrixInput } from "./types.js";

export { EngineError, type EngineErrorCode } from "./error.js";
export { supportsRelaxed } from "./load.js";
export type { Matrix, MatrixInput } from "./types.js";

const METHODS = ["loops", "three-passes", "tiled"] as const;
/**
 * How the context is computed. All give the same, but for rounding:
 * - `loops`: the formula in plain loops, number by number; all T S scores in memory.
 * - `three-passes`: all scores, softmax by row, context, with vectors; all T S scores in memory.
 * - `tiled`: by tiles that stay in the cache, with the online softmax; scores are never stored. X alone without a mask
 *   is done by the symmetry of its scores.
 */
export type Method = (typeof METHODS)[number];

/**
 * X alone, [T, d], for Q = K = V = X; or q: [T, d_k], k: [S, d_k] and v: [S, d_v]. Finite for `loops` and `three-passes`.
 * A view that a call has answered with is copied first.
 */
export type KernelInput =
  | { x: MatrixInput; q?: never; k?: never; v?: never }
  | { q: MatrixInput; k: MatrixInput; v: MatrixInput; x?: never };

export interface KernelOptions {
  /** What the scores are divided by; "sqrt" is √d_k. Default "none". */
  scale?: "none" | "sqrt" | number;
  /** "causal": query i attends to the keys up to its own; booleans, [T, S]: true = may attend. Default "none". */
  mask?: "none" | "causal" | readonly (readonly boolean[])[];
  /** The position of the first query among the S keys, from 0, where the queries are part of a sequence. Default 0. */
  firstQuery?: number;
  /**
   * Where the context goes: into a new array ("copy", the default); into one that is given and has T d_v values, which
   * is quicker, since new memory has to be made first; or nowhere ("view": it lies in the module's own memory and is
   * valid until the next call).
   */
  output?: "copy" | "view" | Float32Array;
}

export interface KernelResult {
  /** [T, d_v]. */
  context: Matrix;
  /** What the method borrowed beside input and output. */
  workingBytes: number;
}

export interface Kernels {
  /** What runs: relaxed SIMD has multiply and add in one instruction. */
  readonly target: "wasm-simd128" | "wasm-relaxed-simd";
  /**
   * softmax(Q Kᵀ / scale) V, summed in float32. With u = 2⁻²⁴, sums over the keys add up to about 2 S u · max |v| to what
   * scores and exponentials are off by, S being the number of keys: 1e-3 of the largest value at 8192 keys, 12 % at a
   * million. That is where every rounding falls the same way; where they fall as they like, it is far less.
   * @throws EngineError `memory` where the module, which may have 256 MiB, cannot have what it needs
   */
  attention(method: Method, input: KernelInput, options?: KernelOptions): KernelResult;
  /**
   * Makes room for such a call, and computes nothing; answers how many bytes it will borrow beside input and output.
   * @throws EngineError as `attention` does
   */
  reserve(method: Method, input: KernelInput, options?: KernelOptions): number;
  /** Multiplies and adds in registers only; returns how many floating-point operations that was. */
  spin(rounds: number): number;
}

export interface KernelSource extends WasmSource {
  /** "relaxed" needs a browser that has it. Default: what this one has. Bytes that are given must be of this build. */
  build?: "baseline" | "relaxed";
}

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  allocate(bytes: number): number;
  release(address: number): void;
  relaxed(): number;
  borrows(task: number): number;
  run(task: number, memory: number, context: number): void;
  spin(rounds: number): number;
}

/** What bindings/kernels.cc calls a Task: twelve words. */
const TASK_WORDS = 12;
const SCALE_WORD = 8;

/** A matrix with as many values as its shape says, and with some; not in `memory`, which is about to be written to, or to move. */
function filledIn(field: string, value: MatrixInput, memory: ArrayBuffer): Matrix {
  const { rows, cols, data } = matrixIn(field, value);
  if (rows === 0 || cols === 0) {
    throw new EngineError("shape", `${field}: has no ${rows === 0 ? "rows" : "columns"}`);
  }
  if (data.length !== rows * cols) {
    const values = data.length ? counted(data.length, "value") : "none; a view lasts one call";
    const message = `${field}: is said to be ${rows} by ${cols} values, but has ${values}`;
    throw new EngineError("shape", message);
  }
  return { rows, cols, data: data.buffer === memory ? data.slice() : data };
}

function roles(input: KernelInput, memory: ArrayBuffer) {
  checkObject("input", input);
  checkFields("attention", input, ["x", "q", "k", "v"]);
  if (input.x !== undefined) {
    for (const role of ["q", "k", "v"]) {
      if (role in input) refuseType(role, "does not go with x, which stands for q, k and v");
    }
    const x = filledIn("x", input.x, memory);
    return { q: x, k: x, v: x };
  }
  const role = (name: "q" | "k" | "v") => filledIn(name, input[name], memory);
  const [q, k, v] = [role("q"), role("k"), role("v")];
  if (k.cols !== q.cols) {
    const has = counted(k.cols, "value");
    throw new EngineError("shape", `k: its rows have ${has}, but the rows of q have ${q.cols}`);
  }
  if (v.rows !== k.rows) {
    throw new EngineError("shape", `v: has ${counted(v.rows, "row")}, but k has ${k.rows}`);
  }
  return { q, k, v };
}

function divisorIn(scale: KernelOptions["scale"], dk: number): number {
  if (typeof scale !== "number") {
    return wordIn("scale", scale ?? "none", ["none", "sqrt"]) === "sqrt" ? Math.sqrt(dk) : 1;
  }
  const divisor = numberIn("scale", scale);
  const factor = Math.fround(1 / divisor);
  if (!(factor > 0) || !(factor < Infinity)) {
    throw new EngineError("range", "scale: must be above 0, and 1 / scale within float32");
  }
  return divisor;
}

function maskIn(mask: NonNullable<KernelOptions["mask"]>, queries: number, keys: number) {
  if (typeof mask === "string") {
    return { causal: wordIn("mask", mask, ["none", "causal"]) === "causal", allowed: undefined };
  }
  const { rows, cols, data } = booleansIn("mask", mask);
  if (rows !== queries || cols !== keys) {
    const [some, others] = [counted(queries, "query", "queries"), counted(keys, "key")];
    const message = `mask: is ${rows} × ${cols}, for ${some} and ${others}`;
    throw new EngineError("shape", message);
  }
  return { causal: false, allowed: data };
}

function firstQueryIn(firstQuery: number, keys: number): number {
  if (sizeIn("firstQuery", firstQuery) < keys) return firstQuery;
  const message = `firstQuery: is ${firstQuery}, but the last of ${counted(keys, "key")} is ${keys - 1}`;
  throw new EngineError("range", message);
}

function outputIn(output: NonNullable<KernelOptions["output"]>, size: number, memory: ArrayBuffer) {
  if (output === "copy" || output === "view") return output;
  if (!(output instanceof Float32Array)) {
    refuseType("output", 'is not "copy", "view" or a Float32Array');
  }
  if (output.buffer === memory) {
    refuseType("output", 'lies in the module\'s own memory; "view" asks for that');
  }
  if (output.length !== size) {
    const message = `output: has room for ${counted(output.length, "value")}, but there are ${size}`;
    throw new EngineError("shape", message);
  }
  return output;
}

class Module implements Kernels {
  /** Where the task is described, and the memory that is kept from call to call: equal calls allocate nothing. */
  readonly #task: number;
  #arena = { address: 0, bytes: 0 };
  #words = new Uint32Array();
  #floats = new Float32Array();

  constructor(
    readonly target: Kernels["target"],
    private readonly wasm: Exports,
  ) {
    this.#task = wasm.allocate(4 * TASK_WORDS);
  }

  attention(method: Method, input: KernelInput, options: KernelOptions = {}): KernelResult {
    const { q, k, v, allowed, output, at, workingBytes } = this.#prepare(method, input, options);
    this.#floats.set(q.data, at.q / 4);
    if (k !== q) this.#floats.set(k.data, at.k / 4);
    if (v !== q) this.#floats.set(v.data, at.v / 4);
    if (allowed) new Uint8Array(this.wasm.memory.buffer, at.allowed).set(allowed);
    this.wasm.run(this.#task, at.borrowed, at.context);
    const view = this.#floats.subarray(at.context / 4, at.context / 4 + q.rows * v.cols);
    const data = output === "copy" ? view.slice() : output === "view" ? view : output;
    if (data === output) data.set(view);
    return { context: { rows: q.rows, cols: v.cols, data }, workingBytes };
  }

  reserve(method: Method, input: KernelInput, options: KernelOptions = {}): number {
    return this.#prepare(method, input, options).workingBytes;
  }

  /** Checks everything, describes the task, and makes room for it. `at`: where in the memory what is to be. */
  #prepare(method: Method, input: KernelInput, options: KernelOptions) {
    wordIn("method", method, METHODS);
    checkObject("options", options);
    checkFields("attention", options, ["scale", "mask", "firstQuery", "output"]);
    const memory = this.wasm.memory.buffer;
    const { q, k, v } = roles(input, memory);
    const divisor = divisorIn(options.scale, q.cols);
    const { causal, allowed } = maskIn(options.mask ?? "none", q.rows, k.rows);
    const firstQuery = firstQueryIn(options.firstQuery ?? 0, k.rows);
    const output = outputIn(options.output ?? "copy", q.rows * v.cols, memory);

    // What the arena holds, one behind the other: q, k, v unless they are the same, the context, the mask, what is borrowed.
    const kAt = k === q ? 0 : 4 * q.data.length;
    const vAt = v === q ? 0 : kAt + 4 * k.data.length;
    const contextAt = vAt + 4 * v.data.length;
    const allowedAt = contextAt + 4 * q.rows * v.cols;
    const fixed = allowedAt + 4 * Math.ceil((allowed?.length ?? 0) / 4);
    this.#refresh();
    const task = this.#task / 4;
    this.#words.set([METHODS.indexOf(method), 0, kAt, vAt, q.rows, k.rows, q.cols, v.cols], task);
    this.#floats[task + SCALE_WORD] = 1 / divisor;
    this.#words.set([Number(causal), firstQuery, 0], task + SCALE_WORD + 1);
    // Sizes are 32 bits wide inside: what does not fit must not wrap.
    const scores = method === "tiled" ? 0 : 4 * q.rows * k.rows;
    const workingBytes = Math.max(scores, 4 * this.wasm.borrows(this.#task));
    this.#reserve(method, fixed + workingBytes);

    const { address } = this.#arena;
    for (let role = 1; role <= 3; role++) this.#words[task + role]! += address;
    if (allowed) this.#words[task + SCALE_WORD + 3] = address + allowedAt;
    const at = {
      ...{ q: address, k: address + kAt, v: address + vAt, context: address + contextAt },
      ...{ allowed: address + allowedAt, borrowed: address + fixed },
    };
    return { q, k, v, allowed, output, at, workingBytes };
  }

  spin(rounds: number): number {
    return sizeIn("rounds", rounds) * this.wasm.spin(rounds);
  }

  /** Views of the memory as it is now: growth leaves the old ones empty. */
  #refresh(): void {
    if (this.#words.length > 0) return;
    this.#words = new Uint32Array(this.wasm.memory.buffer);
    this.#floats = new Float32Array(this.wasm.memory.buffer);
  }

  /** Makes the arena large enough; what it held is lost. */
  #reserve(method: Method, bytes: number): void {
    if (bytes <= this.#arena.bytes) return;
    this.wasm.release(this.#arena.address);
    const address = bytes < 2 ** 31 ? this.wasm.allocate(bytes) : 0;
    this.#arena = address === 0 ? { address: 0, bytes: 0 } : { address, bytes };
    if (address === 0) {
      const needed = Math.ceil(bytes / 2 ** 20);
      const message = `${method}: needs ${needed} MiB in one piece, and of its 256 MiB the module has no such piece left`;
      throw new EngineError("memory", message);
    }
    this.#refresh();
  }
}

/**
 * Loads the kernels. Several calls give several modules with memories of their own.
 * @throws EngineError `type` where the bytes given are of the other build; `unsupported` where WebAssembly, its vectors, or the build asked for are missing
 */
export async function loadKernels(source: KernelSource = {}): Promise<Kernels> {
  checkObject("source", source);
  checkFields("loadKernels", source, ["build", "wasmBinary"]);
  checkSupport();
  const build = wordIn("build", source.build ?? (supportsRelaxed() ? "relaxed" : "baseline"), [
    "baseline",
    "relaxed",
  ]);
  if (build === "relaxed" && !supportsRelaxed()) {
    const message = "build: relaxed SIMD is not available here; the baseline build is";
    throw new EngineError("unsupported", message);
  }
  const url =
    build === "relaxed"
      ? new URL("./kernels-relaxed.wasm", import.meta.url)
      : new URL("./kernels.wasm", import.meta.url);
  const imports = { env: { emscripten_notify_memory_growth: () => undefined } };
  const { instance } = await instantiate(source, url, imports);
  const wasm = instance.exports as unknown as Exports;
  wasm._initialize();
  const loaded = wasm.relaxed() ? "relaxed" : "baseline";
  if (loaded !== build) {
    refuseType("wasmBinary", `holds the ${loaded} build, but build is "${build}"`);
  }
  return new Module(build === "relaxed" ? "wasm-relaxed-simd" : "wasm-simd128", wasm);
}
