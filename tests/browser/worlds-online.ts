/** The worlds of online softmax: of the current sequence as the link has it read, and of the text's examples. */
import { MemoryWorld } from "@/state/memory-world";
import { OnlineWorld } from "@/state/online-world";
import type { World } from "@/state/quantities";
import type { SequenceWorld } from "@/state/sequence-world";
import { forgetful, masked, started, type Variant } from "@/state/variants";
import type { View } from "@/state/view";
import type { Engine } from "../../dist/engine/index.js";

interface Page {
  readonly engine: Engine;
  readonly own: SequenceWorld;
  readonly view: View;
  readonly selection: { readonly i: number; readonly j: number; readonly m: number };
  readonly example: (id: string) => SequenceWorld | undefined;
}

/** The world of this id, or undefined if it is none of online softmax. */
export function onlineWorld(page: Page, id: string): World | undefined {
  const { engine, own, view, example } = page;
  const [kind, ...rest] = id.split(":");
  // The page clamps what the link selects.
  const at = {
    i: Math.min(page.selection.i, own.size - 1),
    m: Math.min(page.selection.m, own.dimension - 1),
  };
  const variants: Record<string, () => Variant> = {
    forgetful: () => forgetful(own, at, view),
    started: () => started(own, at, view),
    maskedfirst: () => masked(own, at, view),
  };
  if (id === "online") return OnlineWorld.of(own, at, view);
  if (kind === "online") {
    const [query, component, order] = rest.slice(1).map(Number) as [number, number, number];
    const reader = { tile: 1, tileOrder: order, format: "fp16" } as const;
    return OnlineWorld.of(example(rest[0]!)!, { i: query - 1, m: component - 1 }, reader, id);
  }
  if (kind === "memory") {
    const [long, block] = rest[0]!.split(",").map(Number) as [number, number];
    return new MemoryWorld(engine, long, block);
  }
  const [name, right] = id.split("-");
  const found = variants[name!]?.();
  return right ? found?.right : found?.world;
}
