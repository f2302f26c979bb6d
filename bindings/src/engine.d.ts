/**
 * What the Embind module exports, written by hand and held against the real one by a test.
 * engine.js is Emscripten's loader; the functions are declared in bindings/embind.cc.
 */
import type { EngineErrorCode } from "./error.js";
import type { Blend, Layers, Matrix, Plane, Similarity, WeightSummary } from "./types.js";

/** The engine's "no", as a value: nothing is thrown across the border. */
export interface Refusal {
  code: EngineErrorCode;
  message: string;
}

export type Floats = Float32Array;

export interface MaskValue {
  rows: number;
  cols: number;
  /** [rows, cols], row-major; 1 = may attend. */
  data: Uint8Array;
}

export interface SoftmaxValues {
  scale: "none" | "sqrt" | number;
  temperature: number;
  masks: ("causal" | MaskValue)[];
}

export interface AttendValues extends SoftmaxValues {
  x: Matrix | undefined;
  q: Matrix | undefined;
  k: Matrix | undefined;
  v: Matrix | undefined;
  wq: Matrix | undefined;
  wk: Matrix | undefined;
  wv: Matrix | undefined;
  normalise: "row" | "column" | "matrix";
}

export interface AttentionValue {
  scores: Matrix;
  scaled: Matrix;
  logits: Matrix;
  weights: Matrix;
  context: Matrix;
  /** For each row, its position in ["ok", "underflow", "empty", "poisoned"]. */
  rowFlags: Uint8Array;
}

export interface EngineModule {
  target(): string;
  attend(options: AttendValues): AttentionValue | Refusal;
  stack(x: Matrix, layers: number, options: SoftmaxValues): Layers | Refusal;
  similarity(x: Floats, y: Floats): Similarity | Refusal;
  lengths(x: Matrix): Floats | Refusal;
  plane(x: Matrix): Plane | Refusal;
  project(rows: Matrix, plane: { axes: Matrix; centre: Floats }): Matrix | Refusal;
  hull(points: Matrix): Uint32Array | Refusal;
  blend(weights: Floats, v: Matrix): Blend | Refusal;
  summarise(weights: Matrix): WeightSummary | Refusal;
  multiply(a: Matrix, b: Matrix): Matrix | Refusal;
  normal(rows: number, cols: number, seed: number): Matrix | Refusal;
  dequantise(rows: number, cols: number, codes: Int8Array, scales: Floats): Matrix | Refusal;
}

/** Instantiates the module from the bytes of engine.wasm. */
export default function createModule(options: { wasmBinary: BufferSource }): Promise<EngineModule>;
