/** How each quantity is written in mathematics, and whose colour it bears. */

export type Role = "query" | "key" | "value" | "weight" | "plain";

export interface Symbol {
  readonly letter: string;
  /** Set upright, as functions and words are. */
  readonly upright?: boolean;
  readonly role?: Role;
  /** Stands between bars, as a length does; of a vector with a name of its own, `length[a]`, the name does. */
  readonly bars?: boolean;
}

/** By the letter of the name (see `parseName`). A quantity not listed is written as its own name. */
export const SYMBOLS: Record<string, Symbol> = {
  x: { letter: "x" },
  omega: { letter: "ω" },
  scaled: { letter: "s" },
  logit: { letter: "ℓ" },
  max: { letter: "m" },
  shifted: { letter: "d" },
  exp: { letter: "e", role: "weight" },
  sum: { letter: "S", role: "weight" },
  alpha: { letter: "α", role: "weight" },
  z: { letter: "z", role: "value" },
  a: { letter: "a", role: "query" },
  b: { letter: "b", role: "key" },
  dot: { letter: "a·b" },
  shadow: { letter: "shadow", upright: true },
  kernel: { letter: "k", role: "weight" },
  y: { letter: "y", role: "value" },
  factor: { letter: "factor", upright: true },
  before: { letter: "a′", role: "query" },
  product: { letter: "product", upright: true },
  pull: { letter: "p", role: "value" },
  partial: { letter: "c", role: "value" },
  length: { letter: "x", bars: true },
  zlength: { letter: "z", bars: true, role: "value" },
  longest: { letter: "max |x|", upright: true },
  gap: { letter: "|z − x|", upright: true },
  share: { letter: "share", upright: true },
  layer: { letter: "z", role: "value" },
  score: { letter: "ω" },
  attend: { letter: "α", role: "weight" },
  mean: { letter: "mean", upright: true },
  spread: { letter: "spread", upright: true },
  cos: { letter: "cos θ", upright: true },
  theta: { letter: "θ" },
  entropy: { letter: "H" },
  perplexity: { letter: "2ᴴ", upright: true },
  q: { letter: "q", role: "query" },
  k: { letter: "k", role: "key" },
  root: { letter: "√d" },
  divisor: { letter: "divisor", upright: true },
  jacobian: { letter: "J", role: "weight" },
  norm: { letter: "J", bars: true, role: "weight" },
  dividednorm: { letter: "J′", bars: true, role: "weight" },
  largest: { letter: "max α", upright: true, role: "weight" },
  left: { letter: "left", upright: true },
  variance: { letter: "σ²" },
  deviation: { letter: "σ" },
  dividedmean: { letter: "mean", upright: true },
  dividedvariance: { letter: "σ²" },
  divideddeviation: { letter: "σ" },
  dividedentropy: { letter: "H" },
  dividedlargest: { letter: "max α", upright: true, role: "weight" },
  p: { letter: "p", role: "weight" },
  logsum: { letter: "ln S", upright: true },
  total: { letter: "Σ", upright: true, role: "weight" },
  again: { letter: "α′", role: "weight" },
  distance: { letter: "|z − mean|", upright: true },
  rest: { letter: "rest", upright: true },
  scoresum: { letter: "Σ ω", upright: true },
  rowsum: { letter: "Σ", upright: true, role: "weight" },
  columnsum: { letter: "Σ", upright: true, role: "weight" },
};
