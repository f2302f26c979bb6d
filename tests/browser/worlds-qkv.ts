/** The worlds of the stage on query, key and value, by their names and the link. */
import { headExample, isExample } from "@/state/head-examples";
import { HeadWorld, type HeadOptions } from "@/state/head-world";
import { chooseHead, identity, type Head } from "@/state/heads";
import type { Selection } from "@/state/link";
import { manyHeads } from "@/state/many-heads";
import { ManyHeadsWorld } from "@/state/many-heads-world";
import { pairing } from "@/state/pairings";
import type { Sequence } from "@/state/presets";
import type { World } from "@/state/quantities";
import type { View } from "@/state/view";
import type { Engine } from "../../dist/engine/index.js";

export function qkvWorld(
  engine: Engine,
  view: View,
  selection: Selection,
  sequence: Sequence,
  id: string,
): World | undefined {
  const d = sequence.x[0]!.length;
  const { wq, wk, wv } = chooseHead(view, d);
  const options: HeadOptions = { scale: view.headScale, mask: view.headMask };
  const through = (head: Head, by = options) => new HeadWorld(engine, sequence, head, by, id);
  const i = Math.min(selection.i, sequence.tokens.length - 1);
  const named: Record<string, () => World> = {
    head: () => through({ wq, wk, wv }),
    transposed: () => through({ wq: wk, wk: wq, wv }),
    raw: () => through({ wq: identity(d), wk: identity(d), wv: identity(d) }),
    pairing: () =>
      through(pairing(engine, d, view.pairing, view.seed), { scale: "none", mask: "none" }),
    many: () => {
      const heads = manyHeads(engine, d, view.heads, view.headsFrom, view.seed);
      return new ManyHeadsWorld(engine, sequence, heads, options, i, id);
    },
  };
  return named[id]?.() ?? (isExample(id) ? headExample(engine, id) : undefined);
}
