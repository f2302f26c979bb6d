/** A sequence the other way round, and where its tokens were. */
import type { Sequence } from "./presets";

export const reversed = ({ tokens, x, dimensions }: Sequence): Sequence => ({
  tokens: [...tokens].reverse(),
  x: [...x].reverse(),
  dimensions,
});
