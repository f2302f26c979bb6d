/** The engine as callers see it. */
import type { Numerics } from "./numerics-types.js";
import type {
  AttendOptions,
  Attention,
  Blend,
  ContextOptions,
  GraphFacts,
  Layers,
  Matrix,
  MatrixInput,
  Plane,
  Quantised,
  Similarity,
  StackOptions,
  Vector,
  WeightSummary,
} from "./types.js";

/**
 * Every function takes plain numbers or typed arrays and gives plain objects that are the caller's
 * own: nothing has to be freed, and no later call changes them. Bad input throws an EngineError
 * with a code (`type`, `shape`, `range`) and a message that names the field and, counted from 1,
 * the place. NaN and ±∞ are numbers like others unless a function says that it refuses them;
 * finite numbers beyond float32 (about 3.4e38) are refused.
 */
export interface Engine extends Numerics {
  /** The instruction set that really runs: "wasm-simd128". */
  readonly target: string;

  /**
   * Attention: scores = q · kᵀ, weights = softmax(scores / scale / temperature), context = weights · v.
   * A logit of −∞, by mask or by score, takes nothing from its row of v: NaN and ∞ do not leak through a mask.
   * The context alone is the same but for rounding. By row, it is computed by tiles: scores and weights are never stored,
   * so that their number has no limit. A temperature of 0 or near the ends of float32 needs them all the same.
   */
  attend(options: ContextOptions): Pick<Attention, "context">;
  attend(options: AttendOptions): Attention;

  /** x ← attend(x).context, `layers` times (0 to 1000), with nothing between the layers. x: [T, d]. */
  stack(x: MatrixInput, layers: number, options?: StackOptions): Layers;

  /** How two vectors of one dimension relate: dot product, angle, shadow. */
  similarity(x: Vector, y: Vector): Similarity;

  /** |x_i| of each row of x: [T, d] → length T. */
  lengths(x: MatrixInput): Float32Array;

  /**
   * The plane along which the rows of x: [T, d] spread the most. Refuses NaN and ∞, and more than
   * 512 rows of more than 512 columns. The signs of its axes are fixed by a rule, so equal rows
   * give an equal picture.
   */
  plane(x: MatrixInput): Plane;

  /** Where rows: [n, d] lie in the plane: (row − centre) · axesᵀ → [n, 2]. */
  project(rows: MatrixInput, plane: Pick<Plane, "axes" | "centre">): Matrix;

  /**
   * Facts about a directed graph of at most 512 nodes: who reaches whom in how many rounds, and an order in which each
   * comes after all that it looks at, or a cycle. adjacency: [T, T]; true = node i looks at node j.
   */
  examine(adjacency: readonly (readonly boolean[])[]): GraphFacts;

  /**
   * The corners of the convex hull of points: [n, 2], as positions (from 0) of rows,
   * counter-clockwise from the leftmost; without collinear or repeated points. Two if all points
   * lie on a line, one if all are equal. Refuses NaN and ∞.
   */
  hull(points: MatrixInput): number[];

  /** z = Σ_j α_j v_j, pull by pull. weights: length S; v: [S, d_v]. */
  blend(weights: Vector, v: MatrixInput): Blend;

  /** Sums, entropies and perplexities of weights: [T, S]. */
  summarise(weights: MatrixInput): WeightSummary;

  /** The matrix product a · b: [n, k] · [k, m] → [n, m]. */
  multiply(a: MatrixInput, b: MatrixInput): Matrix;

  /**
   * Independent standard normal numbers, [rows, cols]. One seed (a whole number from 0, below 2⁵³)
   * gives the same bits on every machine.
   */
  normal(shape: { rows: number; cols: number; seed: number }): Matrix;

  /** Row i is codes_i · scales_i: 8-bit codes back to numbers. */
  dequantise(quantised: Quantised): Matrix;
}
