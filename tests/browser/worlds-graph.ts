/** The worlds of the stage on message passing, by their names and the link. */
import { headExample } from "@/state/head-examples";
import { HeadWorld } from "@/state/head-world";
import { chooseHead, identity } from "@/state/heads";
import { HitsWorld } from "@/state/hits-world";
import { LEARNED } from "@/state/learned-head";
import { rowsOf } from "@/state/picture";
import type { Sequence } from "@/state/presets";
import type { World } from "@/state/quantities";
import { RoundWorld } from "@/state/round-world";
import { handSense, isNeighbour, realSense } from "@/state/senses";
import type { View } from "@/state/view";
import type { Engine } from "../../dist/engine/index.js";

export function graphWorld(
  engine: Engine,
  view: View,
  sequence: Sequence,
  id: string,
): World | undefined {
  const [kind, neighbour, by] = id.split("-");
  if (id === "hits") return new HitsWorld(LEARNED.hits, id);
  if (id === "round") {
    const options = { scale: view.headScale, mask: view.headMask } as const;
    const chosen = chooseHead(view, sequence.x[0]!.length);
    return new RoundWorld(new HeadWorld(engine, sequence, chosen, options, "head"), id);
  }
  if (!isNeighbour(neighbour)) return undefined;
  if (kind === "against") return new RoundWorld(headExample(engine, `${neighbour}-others`), id);
  if (kind === "sense") return handSense(engine, neighbour);
  if (kind !== "real") return undefined;
  const learned = {
    wq: rowsOf(engine.dequantise(LEARNED.wq)),
    wk: rowsOf(engine.dequantise(LEARNED.wk)),
    wv: identity(LEARNED.wq.rows),
  };
  return realSense(engine, neighbour, by === "learned" ? learned : undefined);
}
