/**
 * What the Embind module exports, written by hand and held against the real one by a test.
 * engine.js is Emscripten's loader; the functions are declared in bindings/embind.cc and numerics.cc.
 */
import type { EngineErrorCode } from "./error.js";
import type {
  Accumulation,
  DotSample,
  DotTrace,
  FormatInfo,
  FormatLayer,
  FormatValue,
  MaskedScores,
  OnlineSoftmax,
  Poisoned,
  SafeShifts,
  Saturation,
  SoftmaxJacobian,
  SoftmaxTrace,
  WideMatrix,
} from "./numerics-types.js";
import type {
  Blend,
  GraphFacts,
  Layers,
  Matrix,
  Plane,
  Similarity,
  WeightSummary,
} from "./types.js";
import type { FloatFormat } from "./types.js";

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

/** Nodes are named by position. */
export interface GraphValue extends Omit<GraphFacts, "order" | "cycle"> {
  order: Uint32Array;
  cycle: Uint32Array;
}

/** Failures, one array for each member; kinds and stages are positions in the engine's enums. */
export interface FailureArrays {
  kinds: Uint8Array;
  stages: Uint8Array;
  indices: Uint32Array;
  /** a, b and result of each; b is NaN where there is one operand only. */
  numbers: Float64Array;
}

type WithArrays<T> = Omit<T, "failures" | "firstFailure" | "flags"> & { failures: FailureArrays };

export interface FormatValueParts extends Omit<FormatValue, "bits" | "class"> {
  highBits: number;
  lowBits: number;
  /** Position in the engine's enum. */
  class: number;
}

export interface TraceOptions {
  format: FloatFormat;
  accumulate: FloatFormat;
  shift: "max" | "none" | number;
}

export interface OnlineValues {
  tile: number;
  format: FloatFormat;
  order: Uint32Array;
}

export interface SaturationValues {
  dimension: number;
  keys: number;
  samples: number;
  seed: number;
  divideBySqrt: boolean;
}

export interface DotSampleValues extends Omit<SaturationValues, "keys"> {
  bins: number;
  limit: number;
}

export interface EngineModule {
  target(): string;
  attend(options: AttendValues): AttentionValue | Refusal;
  attendContext(options: AttendValues): Matrix | Refusal;
  stack(x: Matrix, layers: number, options: SoftmaxValues): Layers | Refusal;
  similarity(x: Floats, y: Floats): Similarity | Refusal;
  lengths(x: Matrix): Floats | Refusal;
  plane(x: Matrix): Plane | Refusal;
  project(rows: Matrix, plane: { axes: Matrix; centre: Floats }): Matrix | Refusal;
  hull(points: Matrix): Uint32Array | Refusal;
  examine(adjacency: MaskValue): GraphValue | Refusal;
  blend(weights: Floats, v: Matrix): Blend | Refusal;
  summarise(weights: Matrix): WeightSummary | Refusal;
  multiply(a: Matrix, b: Matrix): Matrix | Refusal;
  normal(rows: number, cols: number, seed: number): Matrix | Refusal;
  dequantise(rows: number, cols: number, codes: Int8Array, scales: Floats): Matrix | Refusal;

  // bindings/numerics.cc
  round(value: number, format: FloatFormat): FormatValueParts | Refusal;
  fromBits(high: number, low: number, format: FloatFormat): FormatValueParts | Refusal;
  calculate(
    operation: string,
    a: number,
    b: number,
    format: FloatFormat,
  ): FormatValueParts | Refusal;
  ulpDistance(a: number, b: number, format: FloatFormat): { steps: number } | Refusal;
  formatInfo(format: FloatFormat): FormatInfo | Refusal;
  softmax(
    logits: Float64Array,
    options: TraceOptions,
  ): (WithArrays<SoftmaxTrace> & { poisoned: Poisoned }) | Refusal;
  safeShifts(
    logits: Float64Array,
    options: TraceOptions,
  ): Record<keyof SafeShifts, Float64Array | null> | Refusal;
  onlineSoftmax(
    logits: Float64Array,
    values: WideMatrix,
    options: OnlineValues,
  ): WithArrays<OnlineSoftmax> | Refusal;
  accumulate(term: number, count: number, format: FloatFormat): Accumulation | Refusal;
  dotInFormat(
    x: Float64Array,
    y: Float64Array,
    format: FloatFormat,
    accumulator: FloatFormat,
  ): WithArrays<DotTrace> | Refusal;
  addMask(
    scores: Float64Array,
    mask: Float64Array,
    format: FloatFormat,
  ): WithArrays<MaskedScores> | Refusal;
  attendInFormat(
    x: WideMatrix,
    options: TraceOptions & { divideBySqrt: boolean; layers: number },
  ): FormatLayer[] | Refusal;
  softmaxJacobian(weights: Float64Array): SoftmaxJacobian | Refusal;
  sampleDots(options: DotSampleValues): DotSample | Refusal;
  saturation(options: SaturationValues): Saturation | Refusal;
}

/** The module's bytes, or a function that hands the instance over once it is there. */
export interface LoaderOptions {
  wasmBinary?: BufferSource;
  instantiateWasm?: (
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ) => object;
}

/** Instantiates engine.wasm. */
export default function createModule(options: LoaderOptions): Promise<EngineModule>;
