/** A sequence whose last token speaks louder: its vector made longer, shorter, or turned round. */
import type { Engine } from "@engine";
import { rowsOf } from "./picture";
import type { Sequence } from "./presets";

export function withLouderLast(engine: Engine, sequence: Sequence, factor: number): Sequence {
  const last = sequence.x.at(-1)!;
  const louder = rowsOf(engine.multiply([[factor]], [last]))[0]!;
  return { ...sequence, x: [...sequence.x.slice(0, -1), louder] };
}
