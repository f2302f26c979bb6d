/**
 * What the Embind module exports, written by hand and held against the real one by a test.
 * engine.js is Emscripten's loader; the functions are declared in bindings/embind.cc.
 */
import type { EngineErrorCode } from "./error.js";

/** The engine's "no", as a value: nothing is thrown across the border. */
export interface Refusal {
  code: EngineErrorCode;
  message: string;
}

export interface MatrixValue {
  rows: number;
  cols: number;
  data: Float32Array<ArrayBuffer>;
}

export interface MaskValue {
  rows: number;
  cols: number;
  data: Uint8Array;
}

export interface AttendValues {
  x: MatrixValue | undefined;
  q: MatrixValue | undefined;
  k: MatrixValue | undefined;
  v: MatrixValue | undefined;
  wq: MatrixValue | undefined;
  wk: MatrixValue | undefined;
  wv: MatrixValue | undefined;
  scale: "none" | "sqrt" | number;
  temperature: number;
  masks: ("causal" | MaskValue)[];
  normalise: "row" | "column" | "matrix";
}

export interface AttentionValue {
  scores: MatrixValue;
  scaled: MatrixValue;
  logits: MatrixValue;
  weights: MatrixValue;
  context: MatrixValue;
  /** Positions in ["ok", "underflow", "empty", "poisoned"]. */
  rowFlags: Uint8Array;
}

export interface EngineModule {
  target(): string;
  attend(options: AttendValues): AttentionValue | Refusal;
}

/** Instantiates the module from the bytes of engine.wasm. */
export default function createModule(options: { wasmBinary: BufferSource }): Promise<EngineModule>;
