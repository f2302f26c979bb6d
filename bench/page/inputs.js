/** What is attended to, and what comes out of it in double precision with the error that floats may make. */

/** Marsaglia's xorshift, 32 bits: the same numbers everywhere. */
function uniform(seed) {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return ((state >>> 0) + 0.5) / 2 ** 32;
  };
}

/** count numbers of the normal distribution times `factor`, rounded to floats. */
function normals(count, factor, seed) {
  const next = uniform(seed);
  return Float32Array.from({ length: count }, () => {
    const radius = Math.sqrt(-2 * Math.log(next()));
    return factor * radius * Math.cos(2 * Math.PI * next());
  });
}

/**
 * What makes entries peaky. The aim: one weight of a row takes all, and e^(logit − maximum) of most
 * others is a denormal float or nearly one (−103 to −87), which is slow wherever it is computed with.
 * Three matrices: the logits' standard deviation is factor², their maximum three and a half of it
 * away. One matrix: token i's logit with itself is about factor² √d, the others stay near 0.
 */
const peakyFactor = { qkv: () => 5.2, x: (d) => Math.sqrt(95 / Math.sqrt(d)) };

/**
 * @param {{tokens: number, d: number, form: "qkv" | "x", kind: "mild" | "peaky"}} what
 * @returns three [tokens, d] matrices, one and the same where form is "x"
 */
export function makeInput({ tokens, d, form, kind }) {
  const factor = kind === "mild" ? 1 : peakyFactor[form](d);
  const matrix = (grown, seed) => ({
    rows: tokens,
    cols: d,
    data: normals(tokens * d, grown, seed),
  });
  if (form === "x") {
    const x = matrix(factor, 12345);
    return { x, q: x, k: x, v: x };
  }
  return { q: matrix(factor, 23456), k: matrix(factor, 34567), v: matrix(1, 45678) };
}

const largestNorm = ({ rows, cols, data }, from = 0, to = rows) => {
  let largest = 0;
  for (let i = from; i < to; i++) {
    let sum = 0;
    for (let m = 0; m < cols; m++) sum += data[i * cols + m] ** 2;
    largest = Math.max(largest, Math.sqrt(sum));
  }
  return largest;
};

/**
 * softmax(Q Kᵀ / √d) V in doubles, and for each row how far floats may be from it. A dot product of
 * d terms is off by at most γ_d ‖q‖ ‖k‖, γ_n = nε / (1 − nε), ε = 2⁻²⁴; scaling, the shift and the
 * exponential's argument add a few ε of the same size. A logit off by δ makes a weight off by
 * e^δ − 1 of itself, twice for its share in the sum; the two sums over T terms add γ_T each, in
 * whatever order they are made, and the exponential itself a few ε.
 */
export function reference({ q, k, v }) {
  const [tokens, d] = [q.rows, q.cols];
  const gamma = (n) => (n * 2 ** -24) / (1 - n * 2 ** -24);
  const [queries, keys, values] = [q, k, v].map(({ data }) => Float64Array.from(data));
  const context = new Float64Array(tokens * d);
  const bounds = new Float64Array(tokens);
  const logits = new Float64Array(tokens);
  const [norm, largest] = [largestNorm(k), values.reduce((a, b) => Math.max(a, Math.abs(b)), 0)];
  for (let i = 0; i < tokens; i++) {
    let maximum = -Infinity;
    for (let j = 0; j < tokens; j++) {
      let [even, odd] = [0, 0];
      for (let m = 0; m < d; m += 2) {
        even += queries[i * d + m] * keys[j * d + m];
        odd += queries[i * d + m + 1] * keys[j * d + m + 1];
      }
      logits[j] = (even + odd) / Math.sqrt(d);
      maximum = Math.max(maximum, logits[j]);
    }
    let sum = 0;
    for (let j = 0; j < tokens; j++) sum += logits[j] = Math.exp(logits[j] - maximum);
    for (let j = 0; j < tokens; j++) {
      const weight = logits[j] / sum;
      if (weight < 1e-20) continue; // far below the bound
      for (let m = 0; m < d; m++) context[i * d + m] += weight * values[j * d + m];
    }
    const size = (largestNorm(q, i, i + 1) * norm) / Math.sqrt(d) + 1;
    bounds[i] = largest * (Math.expm1(2 * gamma(d + 8) * size) + 2 * gamma(tokens + 8));
  }
  return { context, bounds };
}

/** The largest error of a result as a share of its bound; infinite where a number is not finite. */
export function worstError(result, { context, bounds }) {
  if (result.length !== context.length) return Infinity;
  const d = context.length / bounds.length;
  let worst = 0;
  for (let place = 0; place < result.length; place++) {
    const error = Math.abs(result[place] - context[place]) / bounds[Math.floor(place / d)];
    if (!(error <= worst)) worst = Number.isNaN(error) ? Infinity : error;
  }
  return worst;
}
