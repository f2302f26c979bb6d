/** Online softmax done wrong, on the current sequence: the worlds of the traps, each beside the right one. */
import { ordersOf, tilesOf } from "./tile-order";
import type { Variation } from "./tiled-pass";
import type { SequenceWorld } from "./sequence-world";
import { TiledWorld, type TiledSetting } from "./tiled-world";
import type { View } from "./view";

export interface Variant {
  readonly world: TiledWorld;
  readonly right: TiledWorld;
}

/** Where a running maximum that does not begin at −∞ begins. */
export const STARTS = { infinity: -Infinity, zero: 0, low: -100 };

type Where = Readonly<{ i: number; m: number }>;

function variant(
  base: SequenceWorld,
  { i, m }: Where,
  view: View,
  id: string,
  how: Variation,
  changed: Partial<TiledSetting> = {},
): Variant {
  const tile = Math.min(view.tile, base.size);
  const orders = ordersOf(tilesOf(base.size, tile));
  const order = orders[Math.min(view.tileOrder, orders.length) - 1]!;
  const setting = { i, m, tile, order, format: view.format, ...changed };
  return {
    world: new TiledWorld(base, setting, id, how),
    right: new TiledWorld(base, setting, `${id}-right`, { guarded: true }),
  };
}

/** What was collected is not rescaled, or only half of it. */
export const forgetful = (base: SequenceWorld, at: Where, view: View) =>
  variant(base, at, view, "forgetful", { rescaling: view.rescaling });

/** The maximum does not begin at −∞; the scores are lowered. */
export const started = (base: SequenceWorld, at: Where, view: View) =>
  variant(base, at, view, "started", { start: STARTS[view.start] }, { lowered: view.lower });

/** The first keys are masked. */
export const masked = (base: SequenceWorld, at: Where, view: View) =>
  variant(
    base,
    at,
    view,
    "maskedfirst",
    { guarded: view.guarded },
    { masked: Math.min(view.masked, base.size) },
  );
