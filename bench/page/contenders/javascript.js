/** The formula in plain JavaScript, tuned as far as it will go: one block of sums, unrolled by hand. */

/**
 * Sixteen sums that stay in registers: out[i, j] = factor · a_i · b_j for four rows of a, from row
 * `first`, and every row of b. Sums are doubles: Math.fround at every step halves the speed in V8.
 * a: [4 or more, n], b: [columns, n], out: [4, columns].
 */
function fourRows(a, first, b, columns, n, factor, out) {
  const a0 = first * n;
  const a1 = a0 + n;
  const a2 = a0 + 2 * n;
  const a3 = a0 + 3 * n;
  for (let j = 0; j < columns; j += 4) {
    const b0 = j * n;
    const b1 = b0 + n;
    const b2 = b0 + 2 * n;
    const b3 = b0 + 3 * n;
    let s00 = 0;
    let s01 = 0;
    let s02 = 0;
    let s03 = 0;
    let s10 = 0;
    let s11 = 0;
    let s12 = 0;
    let s13 = 0;
    let s20 = 0;
    let s21 = 0;
    let s22 = 0;
    let s23 = 0;
    let s30 = 0;
    let s31 = 0;
    let s32 = 0;
    let s33 = 0;
    for (let m = 0; m < n; m++) {
      const y0 = b[b0 + m];
      const y1 = b[b1 + m];
      const y2 = b[b2 + m];
      const y3 = b[b3 + m];
      const x0 = a[a0 + m];
      s00 += x0 * y0;
      s01 += x0 * y1;
      s02 += x0 * y2;
      s03 += x0 * y3;
      const x1 = a[a1 + m];
      s10 += x1 * y0;
      s11 += x1 * y1;
      s12 += x1 * y2;
      s13 += x1 * y3;
      const x2 = a[a2 + m];
      s20 += x2 * y0;
      s21 += x2 * y1;
      s22 += x2 * y2;
      s23 += x2 * y3;
      const x3 = a[a3 + m];
      s30 += x3 * y0;
      s31 += x3 * y1;
      s32 += x3 * y2;
      s33 += x3 * y3;
    }
    out[j] = s00 * factor;
    out[j + 1] = s01 * factor;
    out[j + 2] = s02 * factor;
    out[j + 3] = s03 * factor;
    out[columns + j] = s10 * factor;
    out[columns + j + 1] = s11 * factor;
    out[columns + j + 2] = s12 * factor;
    out[columns + j + 3] = s13 * factor;
    out[2 * columns + j] = s20 * factor;
    out[2 * columns + j + 1] = s21 * factor;
    out[2 * columns + j + 2] = s22 * factor;
    out[2 * columns + j + 3] = s23 * factor;
    out[3 * columns + j] = s30 * factor;
    out[3 * columns + j + 1] = s31 * factor;
    out[3 * columns + j + 2] = s32 * factor;
    out[3 * columns + j + 3] = s33 * factor;
  }
}

/** One row of logits becomes its weights in place. */
function softmaxRow(row) {
  let maximum = -Infinity;
  for (let j = 0; j < row.length; j++) if (row[j] > maximum) maximum = row[j];
  let sum = 0;
  for (let j = 0; j < row.length; j++) sum += row[j] = Math.exp(row[j] - maximum);
  const share = 1 / sum;
  for (let j = 0; j < row.length; j++) row[j] *= share;
}

/** softmax(Q Kᵀ / √d) V for T and d multiples of four. */
export function attend({ q, k, v }) {
  const [tokens, d] = [q.rows, q.cols];
  const transposed = new Float32Array(tokens * d);
  for (let j = 0; j < tokens; j++) {
    for (let m = 0; m < d; m++) transposed[m * tokens + j] = v.data[j * d + m];
  }
  const scores = new Float32Array(4 * tokens);
  const rows = [0, 1, 2, 3].map((row) => scores.subarray(row * tokens, (row + 1) * tokens));
  const context = new Float32Array(tokens * d);
  for (let i = 0; i < tokens; i += 4) {
    fourRows(q.data, i, k.data, tokens, d, 1 / Math.sqrt(d), scores);
    rows.forEach(softmaxRow);
    fourRows(scores, 0, transposed, d, tokens, 1, context.subarray(i * d, (i + 4) * d));
  }
  return context;
}

export const javascriptContenders = (what, input) => [
  { name: "JavaScript", peer: true, run: () => attend(input), release: () => undefined },
];
