/** “The cat sat down”, in which another may sit, through the head made by hand: on a graph that is given, and on the complete one. */
import type { Engine } from "@engine";
import { GraphWorld } from "./graph-world";
import { HAND_MADE } from "./hand-head";
import { PRESETS, type Sequence } from "./presets";
import type { View } from "./view";

/** Where in the sentence the one stands who sits. */
export const SITTER = 1;

const { cat, bank } = PRESETS;
const VECTORS: Record<View["sitter"], readonly number[]> = {
  cat: cat.x[SITTER]!,
  bank: bank.x[1]!,
  river: bank.x[3]!,
};

const sentence = (sitter: View["sitter"]): Sequence => ({
  ...cat,
  tokens: cat.tokens.map((token, i) => (i === SITTER ? sitter : token)),
  x: cat.x.map((row, i) => (i === SITTER ? VECTORS[sitter] : row)),
});

/** Called `given-bank` and `computed-bank`. */
export function sitting(
  engine: Engine,
  how: "given" | "computed",
  sitter: View["sitter"],
  edited: View["edited"],
): GraphWorld {
  const graph = how === "given" ? "even" : "complete";
  const setting = { graph, causal: false, edited, headScale: "sqrt" } as const;
  return new GraphWorld(engine, sentence(sitter), HAND_MADE, setting, `${how}-${sitter}`);
}
