/** What the program of the stage on the code is to compute, as components see it. */
import { optionsOf, dataOf, namedHeads } from "./code-worlds";
import type { ProgramData, ProgramOptions } from "./attention-program";
import { CurrentHead, latest } from "./chosen-head.svelte";
import { HeadWorld } from "./head-world";
import type { Lesson } from "./lesson.svelte";

const latestWorlds = latest<HeadWorld[]>();

/** To be made while a component is. */
export class CurrentCode {
  readonly #lesson: Lesson;
  readonly #current: CurrentHead;
  readonly options: ProgramOptions = $derived.by(() => optionsOf(this.#lesson.view));
  /** Attention through each of the heads; the embeddings themselves are one. */
  readonly worlds: readonly HeadWorld[] = $derived.by(() => {
    const { engine, sequence, view } = this.#lesson;
    const { roles, headScale: scale, headMask: mask, heads, headsFrom, seed } = view;
    if (roles === "head") return [this.#current.world];
    const { chosen, dimension } = this.#current;
    return latestWorlds([sequence, roles, scale, mask, heads, headsFrom, seed], () =>
      namedHeads(engine, dimension, view, chosen).map(
        ({ id, head }) => new HeadWorld(engine, sequence, head, { scale, mask }, id),
      ),
    );
  });
  /** The head that figures show. */
  readonly shown = $derived.by(() => Math.min(this.#lesson.view.headShown, this.worlds.length));
  readonly world = $derived.by(() => this.worlds[this.shown - 1]!);
  readonly data: ProgramData = $derived.by(() =>
    dataOf(this.#lesson.sequence, this.#lesson.view, this.worlds),
  );

  constructor(lesson: Lesson) {
    this.#lesson = lesson;
    this.#current = new CurrentHead(lesson);
  }
}
