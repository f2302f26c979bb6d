/** The types of the engine's facade: what goes in, what comes out. */

/** A dense row-major matrix that the caller owns. */
export interface Matrix {
  readonly rows: number;
  readonly cols: number;
  /** Row-major, length rows · cols. */
  readonly data: Float32Array;
}

/** A matrix as callers may give it: rows of numbers, or row-major data with its shape. */
export type MatrixInput =
  | readonly Vector[]
  | { readonly rows: number; readonly cols: number; readonly data: ArrayLike<number> };

export type Vector = readonly number[] | Float32Array | Float64Array;

export type MaskInput = "none" | "causal" | readonly (readonly boolean[])[];
export type Normalise = "row" | "column" | "matrix";

/**
 * What became of one query's row of weights.
 * - `ok`: a distribution.
 * - `underflow`: a distribution in which a finite score got weight exactly 0.
 * - `empty`: nothing to attend to; weights and context are 0. (PyTorch gives NaN here.)
 * - `poisoned`: NaN, or infinities that cancel; every weight of the row is NaN.
 * Where weights are normalised by column or over the matrix, NaN fills that column or the matrix instead.
 */
export type RowFlag = "ok" | "underflow" | "empty" | "poisoned";

export interface AttendOptions {
  /** [T, d]. May be left out when q, k and v are all given. */
  x?: MatrixInput;
  /** [T, d_k]; default x, or x · wq. */
  q?: MatrixInput;
  /** [S, d_k]; default x, or x · wk. */
  k?: MatrixInput;
  /** [S, d_v]; default x, or x · wv. */
  v?: MatrixInput;
  /** [d, d_k]. */
  wq?: MatrixInput;
  /** [d, d_k]. */
  wk?: MatrixInput;
  /** [d, d_v]. */
  wv?: MatrixInput;
  /** What the scores are divided by; "sqrt" is √d_k. Default "none". */
  scale?: "none" | "sqrt" | number;
  /** ≥ 0, default 1. 0 is the limit: the largest logits share the weight equally. */
  temperature?: number;
  /** true = may attend. "causal" needs as many queries as keys. Default "none". A list combines by "and". */
  mask?: MaskInput | readonly MaskInput[];
  /** Over what the weights sum to one. Default "row". */
  normalise?: Normalise;
  only?: undefined;
}

/** Asks for the context alone. */
export interface ContextOptions extends Omit<AttendOptions, "only"> {
  only: "context";
}

export interface Attention {
  /** [T, S]: q_i · k_j. */
  scores: Matrix;
  /** [T, S]: scores / scale. */
  scaled: Matrix;
  /** [T, S]: what the softmax sees: scaled / temperature, −∞ where masked. At temperature 0: 0 for the largest, −∞ for the rest. */
  logits: Matrix;
  /** [T, S]: softmax of the logits. */
  weights: Matrix;
  /** [T, d_v]: weights · v. */
  context: Matrix;
  rowFlags: RowFlag[];
}

/** How two vectors of one dimension d relate. */
export interface Similarity {
  /** x_m · y_m, length d. */
  products: Float32Array;
  /** Σ_m x_m y_m. */
  dot: number;
  /** |x| and |y|. */
  lengthX: number;
  lengthY: number;
  /** In [−1, 1]; NaN where either vector has no length. */
  cosine: number;
  /** The angle between them in degrees, 0 to 180; NaN where either vector has no length. */
  degrees: number;
  /** The shadow (projection) of x on y, length d; zeros where y has no length. */
  shadow: Float32Array;
  /** |x| cos θ: its signed length. */
  shadowLength: number;
}

/** A plane through d-dimensional rows, chosen so that their spread shows (principal components); for d ≤ 2 the rows' own axes. */
export interface Plane {
  /** [2, d], orthonormal rows (the second is zero for d = 1). */
  axes: Matrix;
  /** The point of d-space drawn at the plane's origin, length d. */
  centre: Float32Array;
  /** The share of the rows' variance along each axis, length 2; NaN where the rows do not vary. */
  shares: Float32Array;
}

/** How one context vector is put together: z = Σ_j α_j v_j. */
export interface Blend {
  /** [S, d_v]: row j is the pull α_j v_j. Rows of weight 0 are zero, whatever v holds there. */
  pulls: Matrix;
  /** [S, d_v]: row j is the sum of the pulls 1 … j; the last is z. */
  partialSums: Matrix;
}

/** What stack() takes of attend()'s options. */
export type StackOptions = Pick<AttendOptions, "scale" | "temperature" | "mask">;

/** Attention applied to its own output, again and again, with nothing between the layers. */
export interface Layers {
  /** layers + 1 matrices [T, d]: x itself, then each layer's output. */
  outputs: Matrix[];
  /** Root-mean-square distance of the rows from their mean, for each of the outputs. */
  spreads: Float32Array;
  /** The longest row of each of the outputs. */
  longest: Float32Array;
}

/** What examine() finds out about a directed graph. Nodes are named by position, from 0. */
export interface GraphFacts {
  /** All edges, those from a node to itself included; and those alone. */
  edges: number;
  loops: number;
  /**
   * [T, T]: the least number of rounds after which node i has something of node j, if in a round each keeps what it has
   * and takes in what those have that it looks at; 0 for itself, ∞ for never.
   */
  hops: Matrix;
  /** [T, T]: of how many nodes, itself included, node i has something after l rounds; column 0 is before the first. */
  reached: Matrix;
  /** Each after all that it looks at, loops aside; empty if there is no such order. */
  order: number[];
  /** If there is none, a shortest cycle: each looks at the next, and the last at the first. Else empty. */
  cycle: number[];
}

/** Weights read as distributions. */
export interface WeightSummary {
  rowSums: Float32Array;
  columnSums: Float32Array;
  total: number;
  /** Of each row, in bits: −Σ α log₂ α, with 0 log 0 = 0. NaN for a poisoned row. */
  entropy: Float32Array;
  /** 2^entropy: how many tokens the row effectively reads; 0 for a row of zeros. */
  perplexity: Float32Array;
}

/** Rows stored as 8-bit codes, each row with a scale of its own. */
export interface Quantised {
  rows: number;
  cols: number;
  /** [rows, cols], row-major. */
  codes: Int8Array;
  /** Length rows. */
  scales: Float32Array;
}

export type NamedFormat = "fp64" | "fp32" | "fp16" | "bf16" | "fp8e5m2" | "fp8e4m3";

/**
 * A binary floating-point format. A custom one is IEEE-like (its top exponent holds infinity and NaN),
 * with 2 to 11 exponent bits and 1 to 52 fraction bits.
 */
export type FloatFormat =
  | NamedFormat
  | "fp8e4m3-saturating"
  | { readonly exponentBits: number; readonly fractionBits: number };

export type FloatClass = "normal" | "subnormal" | "zero" | "infinity" | "nan";
