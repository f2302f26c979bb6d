/** The worlds of the scaling stage, by their names and the link. */
import { rowOf, smallExample, walkWorld } from "@/state/askings";
import type { World } from "@/state/quantities";
import type { Selection } from "@/state/link";
import type { Sequence } from "@/state/presets";
import { QueryWorld, type Asking, type Divisor } from "@/state/query-world";
import { BANKS, realWords } from "@/state/real-words";
import { SaturationWorld } from "@/state/saturation-world";
import { simulationsOf } from "@/state/simulations";
import { SpreadWorld } from "@/state/spread-world";
import type { View } from "@/state/view";
import type { Engine } from "../../dist/engine/index.js";

export function scalingWorlds(
  engine: Engine,
  { seed, walked, query }: View,
  selection: Selection,
  sequence: Sequence,
): (id: string) => World | undefined {
  const askings: Record<string, () => Asking> = {
    small: () => smallExample,
    bank: () => rowOf(realWords(engine, BANKS), 0),
    "glove-row": () => rowOf(realWords(engine, BANKS), Math.min(query, BANKS.length) - 1),
    "own-row": () => rowOf(sequence, selection.i),
  };
  return (id) => {
    if (id === "spread") return new SpreadWorld(simulationsOf(engine, seed));
    if (id === "saturation") return new SaturationWorld(simulationsOf(engine, seed));
    const [kind = "", by] = id.split(":");
    if (kind === "walk") return walkWorld(engine, seed, walked, by as Divisor);
    const asking = by && askings[kind]?.();
    return asking ? new QueryWorld(engine, asking, by as Divisor, id) : undefined;
  };
}
