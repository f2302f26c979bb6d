/** The worlds of the stage on the code: attention as its program computes it, and as programs with a mistake do. */
import type { Engine } from "@engine";
import type { ProgramData, ProgramOptions } from "./attention-program";
import { CostWorld } from "./cost-world";
import { HeadWorld, type HeadOptions } from "./head-world";
import { identity, type Head } from "./heads";
import { manyHeads } from "./many-heads";
import type { Sequence } from "./presets";
import type { View } from "./view";

export const optionsOf = ({ roles, headScale, headMask }: View): ProgramOptions => ({
  roles,
  scale: headScale,
  mask: headMask,
});

function asItIs(d: number): Head {
  const w = identity(d);
  return { wq: w, wk: w, wv: w };
}

/** The matrices that a program works with, and the names of the worlds of its heads. `chosen`: the current head. */
export function namedHeads(
  engine: Engine,
  d: number,
  view: View,
  chosen: Head,
): { id: string; head: Head }[] {
  if (view.roles === "x") return [{ id: "raw", head: asItIs(d) }];
  if (view.roles === "head") {
    const { wq, wk, wv } = chosen;
    return [{ id: "head", head: { wq, wk, wv } }];
  }
  return manyHeads(engine, d, view.heads, view.headsFrom, view.seed).map((head, h) => ({
    id: `head:${h + 1}`,
    head,
  }));
}

export const dataOf = (
  { tokens, x }: Sequence,
  { roles }: View,
  worlds: readonly HeadWorld[],
): ProgramData => ({ tokens, x, heads: roles === "x" ? [] : worlds.map(({ head }) => head) });

/** What attention costs for the current sequence, for one of twice its tokens, and for the long one that the link says. */
export function costWorld(engine: Engine, view: View, worlds: readonly HeadWorld[]): CostWorld {
  const [{ size, dimensions }] = worlds as [HeadWorld];
  const projected = view.roles !== "x";
  return new CostWorld(
    engine,
    [size, size + size, view.long],
    { ...dimensions, heads: worlds.length, projected },
    "cost",
  );
}

/** The vectors of a sequence, all of them so many times as long. */
function enlarged(engine: Engine, { tokens, x }: Sequence, factor: number): Sequence {
  const times = identity(tokens.length).map((row) => row.map((one) => (one ? factor : 0)));
  const { data, cols } = engine.multiply(times, x);
  return { tokens, x: x.map((_, i) => Array.from(data.subarray(i * cols, (i + 1) * cols))) };
}

/** What a program gives that has one of the stage's mistakes in it, and what it should give; for one head. */
export class Mistakes {
  /** `right`: attention through the head, without any mistake. */
  constructor(
    readonly right: HeadWorld,
    readonly view: View,
  ) {}

  #with(options: Partial<HeadOptions>, id: string): HeadWorld {
    const { engine, sequence, head, options: own } = this.right;
    return new HeadWorld(engine, sequence, head, { ...own, ...options }, id, this.right);
  }

  /** The softmax over the wrong axis. */
  axis(): HeadWorld {
    return this.#with({ normalise: "column" }, "axis");
  }

  /** The causal mask, right and wrong. */
  causal(): HeadWorld {
    return this.#with({ mask: "causal" }, "causal");
  }

  wrongMask(): HeadWorld {
    return this.#with({ mask: this.view.wrongMask }, "wrongmask");
  }

  /** Longer vectors, whose scores are large. */
  enlarged(): HeadWorld {
    const { engine, sequence, head, options } = this.right;
    const longer = enlarged(engine, sequence, this.view.enlarged);
    return new HeadWorld(engine, longer, head, options, "enlarged");
  }
}
