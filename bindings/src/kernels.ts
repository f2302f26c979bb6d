/**
 * The fast kernels alone, in two small modules: for benchmarks, and for pages that want the context of many tokens
 * and none of the scores.
 */
import { EngineError } from "./error.js";
import { booleansIn, checkFields, matrixIn, numberIn, sizeIn, wordIn } from "./input.js";
import { checkSupport, instantiateFrom, supportsRelaxed, type WasmSource } from "./load.js";
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

/** X alone, [T, d], for Q = K = V = X; or q: [T, d_k], k: [S, d_k] and v: [S, d_v]. Finite for `loops` and `three-passes`. */
export type KernelInput = { x: MatrixInput } | { q: MatrixInput; k: MatrixInput; v: MatrixInput };

export interface KernelOptions {
  /** What the scores are divided by; "sqrt" is √d_k. Default "none". */
  scale?: "none" | "sqrt" | number;
  /** "causal": query i attends to the keys up to its own; booleans, [T, S]: true = may attend. Default "none". */
  mask?: "none" | "causal" | readonly (readonly boolean[])[];
  /** The position of the first query among the keys, where the queries are part of a sequence. Default 0. */
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
   * softmax(Q Kᵀ / scale) V.
   * @throws EngineError `memory` where the module, which may have 256 MB, cannot have what it needs
   */
  attention(method: Method, input: KernelInput, options?: KernelOptions): KernelResult;
  /** Multiplies and adds in registers only; returns how many floating-point operations that was. */
  spin(rounds: number): number;
}

export interface KernelSource extends WasmSource {
  /** "relaxed" needs a browser that has it. Default: what this one has. */
  build?: "baseline" | "relaxed";
}

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  allocate(bytes: number): number;
  release(address: number): void;
  borrows(task: number): number;
  run(task: number, memory: number, context: number): void;
  spin(rounds: number): number;
}

/** What bindings/kernels.cc calls a Task: twelve words. */
const TASK_WORDS = 12;
const SCALE_WORD = 8;

/** A matrix with as many values as its shape says, and with some. */
function filledIn(field: string, value: MatrixInput): Matrix {
  const matrix = matrixIn(field, value);
  const { rows, cols, data } = matrix;
  if (rows === 0 || cols === 0) {
    throw new EngineError("shape", `${field}: has no ${rows === 0 ? "rows" : "columns"}`);
  }
  if (data.length !== rows * cols) {
    const message = `${field}: is said to be ${rows} by ${cols}, but has ${data.length} values`;
    throw new EngineError("shape", message);
  }
  return matrix;
}

function roles(input: KernelInput) {
  if ("x" in input) {
    checkFields("attention", input, ["x"]);
    const x = filledIn("x", input.x);
    return { q: x, k: x, v: x };
  }
  checkFields("attention", input, ["q", "k", "v"]);
  const [q, k, v] = [filledIn("q", input.q), filledIn("k", input.k), filledIn("v", input.v)];
  if (k.cols !== q.cols) {
    const message = `k: its rows have ${k.cols} values, but the rows of q have ${q.cols}`;
    throw new EngineError("shape", message);
  }
  if (v.rows !== k.rows) {
    throw new EngineError("shape", `v: has ${v.rows} rows, but k has ${k.rows}`);
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
    throw new EngineError("range", "scale: must be above 0 and within float32");
  }
  return divisor;
}

function maskIn(mask: NonNullable<KernelOptions["mask"]>, queries: number, keys: number) {
  if (typeof mask === "string") {
    return { causal: wordIn("mask", mask, ["none", "causal"]) === "causal", allowed: undefined };
  }
  const { rows, cols, data } = booleansIn("mask", mask);
  if (rows !== queries || cols !== keys) {
    const message = `mask: is ${rows} × ${cols}, but there are ${queries} queries and ${keys} keys`;
    throw new EngineError("shape", message);
  }
  return { causal: false, allowed: data };
}

function outputIn(output: NonNullable<KernelOptions["output"]>, size: number) {
  if (!(output instanceof Float32Array)) return wordIn("output", output, ["copy", "view"]);
  if (output.length !== size) {
    const message = `output: has room for ${output.length} values, but there are ${size}`;
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
    wordIn("method", method, METHODS);
    checkFields("attention", options, ["scale", "mask", "firstQuery", "output"]);
    const { q, k, v } = roles(input);
    const divisor = divisorIn(options.scale, q.cols);
    const { causal, allowed } = maskIn(options.mask ?? "none", q.rows, k.rows);
    const firstQuery = sizeIn("firstQuery", options.firstQuery ?? 0);
    const output = outputIn(options.output ?? "copy", q.rows * v.cols);

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
    this.#words[task + SCALE_WORD + 1] = Number(causal);
    this.#words[task + SCALE_WORD + 2] = firstQuery;
    this.#words[task + SCALE_WORD + 3] = 0;
    // Sizes are 32 bits wide inside: what does not fit must not wrap.
    const scores = method === "tiled" ? 0 : 4 * q.rows * k.rows;
    const workingBytes = Math.max(scores, 4 * this.wasm.borrows(this.#task));
    this.#reserve(method, fixed + workingBytes);

    const { address } = this.#arena;
    for (let role = 1; role <= 3; role++) this.#words[task + role]! += address;
    this.#floats.set(q.data, address / 4);
    if (k !== q) this.#floats.set(k.data, (address + kAt) / 4);
    if (v !== q) this.#floats.set(v.data, (address + vAt) / 4);
    if (allowed) {
      this.#words[task + SCALE_WORD + 3] = address + allowedAt;
      new Uint8Array(this.wasm.memory.buffer, address + allowedAt).set(allowed);
    }
    this.wasm.run(this.#task, address + fixed, address + contextAt);
    const at = (address + contextAt) / 4;
    const view = this.#floats.subarray(at, at + q.rows * v.cols);
    const data = output === "copy" ? view.slice() : output === "view" ? view : output;
    if (data === output) data.set(view);
    return { context: { rows: q.rows, cols: v.cols, data }, workingBytes };
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
      const needed = Math.ceil(bytes / 1e6);
      throw new EngineError(
        "memory",
        `${method}: needs ${needed} MB, and the module may have 256 MB in all`,
      );
    }
    this.#refresh();
  }
}

/**
 * Loads the kernels. Several calls give several modules with memories of their own.
 * @throws EngineError `unsupported` where WebAssembly, its vectors, or the build asked for are missing
 */
export async function loadKernels(source: KernelSource = {}): Promise<Kernels> {
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
  const { instance } = await (source.wasmBinary
    ? WebAssembly.instantiate(source.wasmBinary, imports)
    : instantiateFrom(url, imports));
  const wasm = instance.exports as unknown as Exports;
  wasm._initialize();
  return new Module(build === "relaxed" ? "wasm-relaxed-simd" : "wasm-simd128", wasm);
}
