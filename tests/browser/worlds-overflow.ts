/** The worlds of the stage on where floats break: by their ids, from the settings in the link. */
import type { FloatFormat } from "@engine";
import { BitsWorld } from "@/state/bits-world";
import { DotWorld } from "@/state/dot-world";
import { MaskWorld } from "@/state/mask-world";
import { PoisonWorld } from "@/state/poison-world";
import { PowerWorld } from "@/state/power-world";
import type { Sequence } from "@/state/presets";
import type { World } from "@/state/quantities";
import { StallWorld } from "@/state/stall-world";
import { FIELDS, type View } from "@/state/view";
import type { Engine } from "../../dist/engine/index.js";

const formatOf = (text: string): FloatFormat => FIELDS.format.read(text)!;

/** The world of an id like `power`, which the link describes, or `power:12`, which describes itself. */
export function overflowWorld(
  engine: Engine,
  view: View,
  sequence: Sequence,
  id: string,
): World | undefined {
  const [kind, ...own] = id.split(":");
  const [first = "", second = "", third = ""] = own;
  const { format, accumulator } = view;
  switch (kind) {
    case "power":
      return new PowerWorld(engine, own.length ? Number(first) : view.input, id);
    case "bits":
      return own.length
        ? new BitsWorld(engine, FIELDS.number.read(second)!, 0n, formatOf(first), id)
        : new BitsWorld(engine, view.number, view.pattern, format, id);
    case "stall":
      return own.length
        ? new StallWorld(engine, Number(first), formatOf(second), formatOf(third), id)
        : new StallWorld(engine, view.terms, format, accumulator, id);
    case "poison":
      return new PoisonWorld(engine, sequence, view.amplified, view.depth, format, id);
    case "mask": {
      const { scores, mask, keep } = view;
      const hidden = scores.map((_, k) => view.hidden[k] ?? false);
      return new MaskWorld(engine, { scores, hidden, mask, keep, format }, id);
    }
    case "products": {
      const size = Math.min(view.left.length, view.right.length);
      const [left, right] = [view.left.slice(0, size), view.right.slice(0, size)];
      return new DotWorld(engine, left, right, format, accumulator, id);
    }
    default:
      return undefined;
  }
}
