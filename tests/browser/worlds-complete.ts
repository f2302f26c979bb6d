/** The worlds of the stage on the complete graph, by their names and the link. */
import { GraphWorld } from "@/state/graph-world";
import { HeadWorld, type HeadMask } from "@/state/head-world";
import { chooseHead } from "@/state/heads";
import type { Sequence } from "@/state/presets";
import type { World } from "@/state/quantities";
import { reversed } from "@/state/reversed";
import { sitting } from "@/state/sitting";
import type { View } from "@/state/view";
import { WrongMaskWorld } from "@/state/wrong-mask-world";
import type { Engine } from "../../dist/engine/index.js";

export function completeWorld(
  engine: Engine,
  view: View,
  sequence: Sequence,
  id: string,
): World | undefined {
  const head = chooseHead(view, sequence.x[0]!.length);
  const scale = view.headScale;
  const through = (of: Sequence, mask: HeadMask) =>
    new HeadWorld(engine, of, head, { scale, mask }, id);
  const masked = (masking: View["masking"]) =>
    new WrongMaskWorld(engine, through(sequence, "none"), masking, view.raised, id);

  const [kind, which] = id.split("-");
  switch (kind) {
    case "graph":
      return new GraphWorld(engine, sequence, head, view, id);
    case "given":
    case "computed":
      return sitting(engine, kind, which as View["sitter"], view.edited);
    case "masking":
      return masked(which === "right" ? "right" : view.masking);
    case "forward":
      return through(sequence, which as HeadMask);
    case "back":
      return through(reversed(sequence), which as HeadMask);
    default:
      return undefined;
  }
}
