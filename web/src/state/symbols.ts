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
  stored: { letter: "ℓ" },
  m: { letter: "m" },
  c: { letter: "c" },
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
  p: { letter: "p", role: "weight" },
  running: { letter: "S", role: "weight" },
  logp: { letter: "ln p", role: "weight" },
  exact: { letter: "exact", upright: true },
  ulps: { letter: "ulps", upright: true },
  rescale: { letter: "r" },
  l: { letter: "l", role: "weight" },
  keptl: { letter: "l′", role: "weight" },
  blend: { letter: "z", role: "value" },
  keptz: { letter: "z′", role: "value" },
  quotient: { letter: "z/l", role: "value" },
  value: { letter: "x", role: "value" },
  weighted: { letter: "e·x", role: "value" },
  tiled: { letter: "z/l", role: "value" },
  twopass: { letter: "z", role: "value" },
  nearest: { letter: "nearest", upright: true },
  ordered: { letter: "z/l", role: "value" },
  logsum: { letter: "ln S", upright: true },
  total: { letter: "Σ", upright: true, role: "weight" },
  again: { letter: "α′", role: "weight" },
  distance: { letter: "|z − mean|", upright: true },
  rest: { letter: "rest", upright: true },
  scoresum: { letter: "Σ ω", upright: true },
  rowsum: { letter: "Σ", upright: true, role: "weight" },
  columnsum: { letter: "Σ", upright: true, role: "weight" },
};
