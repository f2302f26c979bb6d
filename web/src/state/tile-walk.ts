/** The walk through online softmax: for every tile the maximum climbs, what was collected is scaled, the keys are added. */
import type { TiledWorld } from "./tiled-world";

export type Phase = "begin" | "climb" | "scale" | "add";

const EVERY_TILE: readonly Phase[] = ["climb", "scale", "add"];

/** Where a step of the walk is: in tile t, from 1 (0 is before the first), with so many tiles done. */
export interface Walk {
  readonly t: number;
  readonly phase: Phase;
  readonly done: number;
}

export const lastStep = (tiles: number) => tiles * EVERY_TILE.length;

/** The step at which `tiles` tiles are done. */
export const stepAfter = lastStep;

export function walkAt(step: number): Walk {
  if (step === 0) return { t: 0, phase: "begin", done: 0 };
  const t = Math.ceil(step / EVERY_TILE.length);
  const phase = EVERY_TILE[(step - 1) % EVERY_TILE.length]!;
  return { t, phase, done: phase === "add" ? t : t - 1 };
}

/** What happens at this step, in words. `tile`: the keys of the tile. */
export function captionOf(world: TiledWorld, { t, phase }: Walk, tile: string): string {
  const old = world.read(`m[${t - 1}]`)!;
  const now = world.read(`m[${t}]`)!;
  switch (phase) {
    case "begin":
      return "Nothing has been read. The maximum starts at −∞, the sum and the blend at 0.";
    case "climb":
      if (Number.isNaN(now))
        return `${tile}: a score here is not a number, nor is any maximum from now on.`;
      if (now === -Infinity)
        return `${tile}: everything so far is masked. The maximum is still −∞.`;
      if (t === 1) return `${tile} is read. Its largest score is the maximum, for now.`;
      if (now > old) return `${tile} is read, and rises above all before: there is a new maximum.`;
      return `${tile} is read. Nothing in it is above the maximum, which stays.`;
    case "scale":
      if (Number.isNaN(world.read(`rescale[${t}]`)!))
        return "The difference of the two maxima is NaN, and so is all that it multiplies.";
      if (t === 1) return "There is nothing to rescale yet: e to the −∞ is 0, and multiplies 0.";
      if (now > old)
        return "What was collected was measured from the old maximum. One factor measures it all from the new one.";
      return "The maximum has not moved. The factor is 1, and nothing changes.";
    case "add": {
      const added =
        "Each key of the tile adds its exponential to the sum, and so much of its value to the blend.";
      return t === world.pass.steps.length
        ? `${added} That was the last tile: blend over sum is the answer.`
        : `${added} The tile is not needed any more.`;
    }
  }
}
