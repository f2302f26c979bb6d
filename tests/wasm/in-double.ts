/** Attention in double precision, and how far from it one in float32 may be. */
import type { Matrix } from "../../dist/engine/kernels.js";

const EPSILON = 2 ** -24;
/** What n roundings come to, relatively. */
const gamma = (n: number) => (n * EPSILON) / (1 - n * EPSILON);

const rowsOf = ({ rows, cols, data }: Matrix) =>
  Array.from({ length: rows }, (_, i) => data.subarray(i * cols, (i + 1) * cols));
const dot = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, m) => sum + value * b[m]!, 0);
const length = (row: Float32Array) => Math.hypot(...row);
const largest = (values: Iterable<number>) => Math.max(0, ...values);

/** softmax(Q Kᵀ / divisor) V over the keys that are `open`: row by row, with the bound that engine/kernels/fused.h gives. */
export function attentionInDouble(
  { q, k, v }: Record<"q" | "k" | "v", Matrix>,
  divisor: number,
  open: (i: number, j: number) => boolean,
): { context: number[]; bound: number }[] {
  const [keys, values] = [rowsOf(k), rowsOf(v)];
  const longest = largest(keys.map(length));
  const most = largest(v.data.map(Math.abs));
  return rowsOf(q).map((query, i) => {
    const logits = keys.map((key, j) => (open(i, j) ? dot(query, key) / divisor : -Infinity));
    const max = Math.max(...logits);
    const weights = logits.map((logit) => (logit === -Infinity ? 0 : Math.exp(logit - max)));
    const sum = weights.reduce((a, b) => a + b, 0);
    const context = Array.from({ length: v.cols }, (_, m) =>
      sum > 0 ? weights.reduce((z, weight, j) => z + weight * values[j]![m]!, 0) / sum : 0,
    );
    const delta = ((gamma(q.cols) + 3 * EPSILON) * length(query) * longest) / divisor;
    const relative = 2 * delta + gamma(k.rows) + 8 * EPSILON;
    return { context, bound: 2 * Math.expm1(relative) * most };
  });
}
