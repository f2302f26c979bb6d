/** The numerics laboratory: its types and functions, as callers see them. */
import type { FloatClass, FloatFormat, MatrixInput, Vector } from "./types.js";

/** A dense row-major matrix in double precision, the caller's own. */
export interface WideMatrix {
  readonly rows: number;
  readonly cols: number;
  /** Row-major, length rows · cols. */
  readonly data: Float64Array;
}

/** A value of a format, taken apart: value = ± significand · 2^exponent. */
export interface FormatValue {
  value: number;
  /** sign | exponent | fraction, in 1 + exponentBits + fractionBits bits. */
  bits: bigint;
  class: FloatClass;
  /** In [1, 2) for normal numbers, below 1 for subnormals, 0 for ±0; NaN for ±∞ and NaN. */
  significand: number;
  /** Without bias; subnormals and ±0 have that of the smallest normal number. NaN for ±∞ and NaN. */
  exponent: number;
  /** The spacing of the format's values at this one; NaN for ±∞ and NaN. */
  ulp: number;
  /** The format's next values, as nextUp and nextDown of IEEE 754. */
  up: number;
  down: number;
  /** Finite before, beyond the largest finite value by the rounding. */
  overflow: boolean;
  /** Not 0 before, 0 by the rounding. */
  underflow: boolean;
}

/** A format's landmarks. */
export interface FormatInfo {
  exponentBits: number;
  fractionBits: number;
  bias: number;
  /** False for E4M3, where overflow gives NaN or stays at the largest value. */
  hasInfinity: boolean;
  largest: number;
  smallestNormal: number;
  smallestSubnormal: number;
  /** From 1 to the next value. */
  epsilon: number;
  /**
   * Half a step past the largest value. Numbers beyond it overflow, and so does it itself in formats
   * with infinity (65520 in FP16), not in E4M3 (464). ∞ for FP64, where no double lies between.
   */
  overflowBoundary: number;
  /** Where a sum of ones stops growing (2048 in FP16); ∞ where the format overflows before. */
  onesStallAt: number;
  /** ln of the largest value: FP16 11.0899. */
  logLargest: number;
  /** The format's smallest value whose exponential, rounded, overflows: FP16 11.09375. */
  overflowInput: number;
  /** Its largest value whose exponential, rounded, is 0: FP16 −17.34375. NaN if there is none. */
  underflowInput: number;
}

export type Operation = "add" | "subtract" | "multiply" | "divide" | "exp" | "log";

/** The step of a computation: see the functions for what their steps are. */
export type Stage = "store" | "mask" | "product" | "shift" | "exp" | "rescale" | "sum" | "divide";

/**
 * - `overflow`: finite operands, a result beyond the largest finite value.
 * - `underflow`: a result other than 0 became 0.
 * - `nan`: NaN from operands that were none (∞ − ∞, 0 / 0, ∞ / ∞, 0 · ∞), or a NaN put in.
 * - `divide-by-zero`: a finite number other than 0, divided by 0.
 * - `stall`: of two terms other than 0 the smaller left no trace in the sum (2048 + 1 = 2048).
 */
export type FailureKind = "overflow" | "underflow" | "nan" | "divide-by-zero" | "stall";

/** One operation that failed. NaN and infinities that merely pass through are no failures. */
export interface Failure {
  kind: FailureKind;
  stage: Stage;
  /** Of the value within its stage, from 0. */
  index: number;
  /** One (store, exp) or two. */
  operands: number[];
  result: number;
}

/** Which kinds of failure there were. */
export type FailureFlags = Record<FailureKind, boolean>;

/** The values of one row of n logits, stage by stage; arrays have length n. */
export interface SoftmaxValues {
  /** The logits, in the format. */
  stored: Float64Array;
  /** In the format; 0 where nothing is subtracted, NaN where it is the maximum of a row with NaN. */
  shift: number;
  /** stored − shift. */
  shifted: Float64Array;
  /** e^shifted. */
  exponentials: Float64Array;
  /** Of the exponentials, left to right, in the accumulator's format. */
  partialSums: Float64Array;
  /** The last of them. */
  sum: number;
  /** ln(sum), in the accumulator's format. */
  logSum: number;
  /** exponential / sum. */
  probabilities: Float64Array;
  /** shifted − logSum: log-softmax. */
  logProbabilities: Float64Array;
}

export interface SoftmaxTrace extends SoftmaxValues {
  /** Of the probabilities, added up in FP64. */
  total: number;
  /**
   * The same in FP64 from the logits as given; its probabilities and their logarithms are shifted by
   * the maximum, so that they are right where the trace's own shift breaks even FP64.
   */
  shadow: SoftmaxValues;
  /** (value − shadow) in units in the last place, at the shadow, of each value's format. */
  ulpErrors: SoftmaxValues;
  /** In the order of the operations, up to the divisions; those of log-softmax are not among them. */
  failures: Failure[];
  /**
   * The first of the failures, with how many of the values that depend on it came to nothing:
   * infinite, NaN, or off by half their true size or more.
   */
  firstFailure: (Failure & { poisoned: Poisoned }) | null;
  flags: FailureFlags;
}

export interface Poisoned {
  shifted: number;
  exponentials: number;
  partialSums: number;
  probabilities: number;
}

export interface SoftmaxOptions {
  /** Of every value. Default "fp32". */
  format?: FloatFormat;
  /** What is subtracted first; a finite number is rounded to the format. Default "max". */
  shift?: "max" | "none" | number;
  /** The format of the sum. Default: the format. */
  accumulate?: FloatFormat;
}

/** A closed interval of values of the format: [lowest, highest]. */
export type Interval = [lowest: number, highest: number];

/** The shifts c with which a row's softmax comes through; null where there is none. */
export interface SafeShifts {
  /** Nothing overflows and no division is by 0. */
  safe: Interval | null;
  /** Nor does an exponential of a finite logit become 0. */
  lossless: Interval | null;
}

/** The state after one tile of keys. */
export interface OnlineState {
  /** Which tile was read, and its keys firstKey … lastKey, inclusive; all from 0. */
  tile: number;
  firstKey: number;
  lastKey: number;
  /** m: the largest logit so far. */
  maximum: number;
  /** e^(m_old − m_new), by which l and z were multiplied. */
  rescale: number;
  /** l = Σ e^(logit − m). */
  sum: number;
  /** z = Σ e^(logit − m) v, not yet divided; length d. */
  blend: Float64Array;
  /** z / l: the result if the row ended here; length d. */
  context: Float64Array;
}

export interface OnlineSoftmax {
  /** One a tile, in the order of reading. */
  states: OnlineState[];
  /** The result: that of the last state; length d. */
  context: Float64Array;
  /** Σ probability · value with the probabilities of softmax(), in the same format. */
  twoPasses: Float64Array;
  /** The same in FP64. */
  exact: Float64Array;
  /** From context to twoPasses, in steps of the format. */
  ulpDistances: Float64Array;
  /** Of the tiled pass; the index is the key's, for `rescale` that of the tile's first key. */
  failures: Failure[];
  firstFailure: Failure | null;
}

export interface Accumulation {
  /** The term, in the format. */
  term: number;
  /** After 1, 2, … terms. */
  partialSums: Float64Array;
  /** count · the term as given, in FP64. */
  exact: number;
  /** After how many terms the sum stopped growing: 2048 ones in FP16, 256 in BF16. */
  stalledAfter: number | null;
}

export interface DotTrace {
  /** The vectors, in the format. */
  x: Float64Array;
  y: Float64Array;
  /** x_m y_m and their sums left to right, in the accumulator's format. */
  products: Float64Array;
  partialSums: Float64Array;
  /** The last of them, put back into the format. */
  dot: number;
  /** In FP64, of the vectors as given. */
  exact: number;
  failures: Failure[];
}

export interface MaskedScores {
  /** Scores and mask, in the format. */
  scores: Float64Array;
  mask: Float64Array;
  /** scores + mask, rounded. */
  masked: Float64Array;
  failures: Failure[];
}

export interface FormatAttentionOptions extends SoftmaxOptions {
  /** What the scores are divided by; "sqrt" is √d. Default "none". */
  scale?: "none" | "sqrt";
  /** x ← context between them, nothing else; 1 to 64. Default 1. */
  layers?: number;
}

export interface Broken {
  nan: number;
  infinite: number;
}

/** One layer of attention in a format, and how many of its values are NaN or infinite. */
export interface FormatLayer {
  /** [T, T]. */
  scores: WideMatrix;
  /** [T, T]. */
  weights: WideMatrix;
  /** [T, d]. */
  context: WideMatrix;
  brokenScores: Broken;
  brokenWeights: Broken;
  brokenContext: Broken;
}

export interface SoftmaxJacobian {
  /** [n, n]: ∂α_i/∂ω_j = α_i (δ_ij − α_j). */
  jacobian: WideMatrix;
  /** Frobenius. 0 where one weight is 1; √(n − 1) / n for n equal weights. */
  norm: number;
}

export interface DotSampleOptions {
  /** d. */
  dimension: number;
  /** Pairs of vectors; samples · 2 · d is limited to 2²⁴. Default 2000. */
  samples?: number;
  /** A whole number from 0, below 2⁵³. Default 1. */
  seed?: number;
  /** "sqrt" divides the dot products by √d. Default "none". */
  scale?: "none" | "sqrt";
  /** 1 to 1000. Default 41. */
  bins?: number;
  /** The bins divide −limit … limit evenly; above 0. */
  limit: number;
}

/** Dot products of pairs of vectors with independent standard normal components. */
export interface DotSample {
  mean: number;
  /** Around the mean; d in expectation, 1 after √d. */
  variance: number;
  deviation: number;
  /** Of the bins, length bins + 1. */
  edges: Float64Array;
  /** A bin holds its lower edge; length bins. */
  counts: Uint32Array;
  /** How many lie under −limit, and at limit or over it. */
  below: number;
  above: number;
}

export interface SaturationOptions {
  /** d. */
  dimension: number;
  /** Default 8. */
  keys?: number;
  /** Queries; samples · (keys + 1) · d is limited to 2²⁴. Default 200. */
  samples?: number;
  /** A whole number from 0, below 2⁵³. Default 1. */
  seed?: number;
  /** "sqrt" divides the scores by √d. Default "none". */
  scale?: "none" | "sqrt";
}

/** Means over random queries of what their softmax is like. */
export interface Saturation {
  largestWeight: number;
  /** In bits; log₂(keys) at most. */
  entropy: number;
  /** Frobenius norm of the Jacobian. */
  jacobianNorm: number;
}

/**
 * Floats that really are of their format: each operation is done in FP64 and rounded once to the
 * format, to nearest, ties to even, with subnormals, infinities and NaN (IEEE 754-2019); exp and log
 * are correctly rounded. Of formats of at most 24 fraction bits every result is the correctly rounded
 * one (Figueroa 1995); of wider ones the double's rounding can show in the last bit. The same bits on
 * every machine. Nothing is guarded: a row of −∞ gives NaN, and the trace names −∞ − (−∞).
 * Sources: Higham 2002, Accuracy and Stability of Numerical Algorithms; Blanchard, Higham and Higham
 * 2021 (softmax); Milakov and Gimelshein 2018 (online softmax).
 */
export interface Numerics {
  /** The format's value nearest to a number. */
  round(value: number, format: FloatFormat): FormatValue;

  /** What a pattern of bits stands for; bits above the format's own are ignored. */
  fromBits(bits: bigint | number, format: FloatFormat): FormatValue;

  /** One operation on numbers as they are, rounded once. exp and log take one operand. */
  calculate(operation: Operation, operands: readonly number[], format: FloatFormat): FormatValue;

  /** How many steps of the format lie between a and b, both rounded to it; NaN if either is. */
  ulpDistance(a: number, b: number, format: FloatFormat): number;

  formatInfo(format: FloatFormat): FormatInfo;

  /**
   * Softmax of one row, every value on the way. Stages of failures: `store`, `shift`, `exp`, `sum`,
   * `divide`. Refuses no logits and a shift that is not finite.
   */
  softmax(logits: Vector, options?: SoftmaxOptions): SoftmaxTrace;

  /** Which shifts keep a row's softmax from breaking: as softmax(), tried by bisection. */
  safeShifts(logits: Vector, options?: Omit<SoftmaxOptions, "shift">): SafeShifts;

  /**
   * Softmax and the blend of values: [T, d] in one pass over tiles of `tile` ≥ 1 keys. The running
   * maximum starts at −∞; a first tile of nothing but −∞ gives NaN for good. `order`: the tiles
   * (from 0) in the order of reading, each once. Stages: `rescale`, `shift`, `exp`, `product`, `sum`,
   * `divide`.
   */
  onlineSoftmax(
    logits: Vector,
    values: MatrixInput,
    options: { tile: number; format?: FloatFormat; order?: readonly number[] },
  ): OnlineSoftmax;

  /** term + term + …, `count` times, 1 to 2²⁴. */
  accumulate(term: number, count: number, format: FloatFormat): Accumulation;

  /**
   * A dot product of vectors of length d, held in one format and summed, products included, in
   * another (default the same). Stages: `store`, `product`, `sum`.
   */
  dotInFormat(
    x: Vector,
    y: Vector,
    options: { format: FloatFormat; accumulate?: FloatFormat },
  ): DotTrace;

  /** scores + mask, of one length, as masks are added in practice. Stages: `store`, `mask`. */
  addMask(scores: Vector, mask: Vector, format: FloatFormat): MaskedScores;

  /**
   * Self-attention of x: [T, d], layer upon layer, every operation in the format; a weight of 0 is
   * multiplied like any other, so that 0 · NaN is NaN.
   */
  attendInFormat(x: MatrixInput, options: FormatAttentionOptions): FormatLayer[];

  /** How a row of weights answers to its scores. */
  softmaxJacobian(weights: Vector): SoftmaxJacobian;

  /** The spread of random dot products: why attention divides by √d. */
  sampleDots(options: DotSampleOptions): DotSample;

  /** What softmax makes of random scores: where it dies as d grows. */
  saturation(options: SaturationOptions): Saturation;
}
