/** The worlds of the stage on the code, by their names and the link. */
import { costWorld, Mistakes, namedHeads } from "@/state/code-worlds";
import { HeadWorld } from "@/state/head-world";
import { chooseHead } from "@/state/heads";
import type { Sequence } from "@/state/presets";
import type { World } from "@/state/quantities";
import { SideBySideWorld } from "@/state/side-by-side-world";
import type { View } from "@/state/view";
import type { Engine } from "../../dist/engine/index.js";

export function codeWorld(
  engine: Engine,
  view: View,
  sequence: Sequence,
  id: string,
): World | undefined {
  const d = sequence.x[0]!.length;
  const heads = namedHeads(engine, d, view, chooseHead(view, d));
  const options = { scale: view.headScale, mask: view.headMask };
  const worlds = () =>
    heads.map((each) => new HeadWorld(engine, sequence, each.head, options, each.id));
  const shown = Math.min(view.headShown, heads.length) - 1;
  const mistakes = () => new Mistakes(worlds()[shown]!, view);
  const named: Record<string, () => World> = {
    heads: () => new SideBySideWorld(worlds(), id),
    cost: () => costWorld(engine, view, worlds()),
    axis: () => mistakes().axis(),
    causal: () => mistakes().causal(),
    wrongmask: () => mistakes().wrongMask(),
    enlarged: () => mistakes().enlarged(),
  };
  if (Object.hasOwn(named, id)) return named[id]!();
  const of = /^head:(\d+)$/.exec(id);
  return of ? worlds()[Number(of[1]) - 1] : undefined;
}
