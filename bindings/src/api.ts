/** The engine as callers see it. */
import type { AttendOptions, Attention } from "./types.js";

export interface Engine {
  /** The instruction set that really runs: "wasm-simd128". */
  readonly target: string;

  /**
   * Attention: scores = q · kᵀ, weights = softmax(scores / scale / temperature), context = weights · v.
   * A weight of exactly 0 takes nothing from its row of v, so NaN and ∞ do not leak through a mask.
   * @throws EngineError `type`, `shape` or `range`, naming the field and the place
   */
  attend(options: AttendOptions): Attention;
}
