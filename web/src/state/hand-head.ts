/** The head of attention that was made by hand, for the lesson's small vectors. */

/**
 * A head for the hand-made embeddings of presets.ts, whose dimensions (water, money, animal, grammar) are the rows of
 * its matrices. It is meant for words that look at all the others but not at themselves: bank lies halfway between
 * river and loan, so by linearity its own score is the mean of theirs, but for river's trace of animal. Whatever W_Q
 * and W_K are, the two cannot both beat it.
 */
export const HAND_MADE = {
  /**
   * What a word asks for. A word with a topic asks, twice as loudly as it speaks, for that topic: bank asks for water
   * and for money alike. A word of grammar asks for any topic.
   */
  wq: [
    [2, 0, 0],
    [0, 2, 0],
    [0, 0, 2],
    [1, 1, 1],
  ],
  /** What a word offers: its topics. Grammar offers nothing. Hence bank does not look at “the”, which looks at bank. */
  wk: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [0, 0, 0],
  ],
  /** What a word hands over: its topics, in their own dimensions. Its grammar stays behind. */
  wv: [
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 1, 0],
    [0, 0, 0, 0],
  ],
} as const satisfies Record<string, readonly (readonly number[])[]>;

/** The mask under which no token looks at itself: true = may attend. */
export const othersOnly = (tokens: number): boolean[][] =>
  Array.from({ length: tokens }, (_, i) => Array.from({ length: tokens }, (_, j) => i !== j));
