/** The head that is chosen, as components see it: the one that learned is fetched when it is first wanted. */
import type { Engine } from "@engine";
import { HeadWorld, type HeadOptions } from "./head-world";
import { chooseHead, LEARNED_FOR, loadLearned, type ChosenHead, type Head } from "./heads";
import type { Lesson } from "./lesson.svelte";

class Learned {
  head: Head | undefined = $state.raw();
  problem: string | undefined = $state();
  #asked = false;

  /** Fetches it, once; after a failure the next call tries again. */
  async fetch(engine: Engine) {
    if (this.#asked) return;
    this.#asked = true;
    try {
      this.head = await loadLearned(engine);
      this.problem = undefined;
    } catch {
      this.#asked = false;
      this.problem =
        "The head that learned could not be fetched. Choose another and then this one to try again.";
    }
  }
}

const learned = new Learned();

/** Keeps what was made last for as long as it is made of the same things: several figures ask for it. */
export function latest<T>() {
  let kept: { readonly of: readonly unknown[]; readonly value: T } | undefined;
  return (of: readonly unknown[], make: () => T): T => {
    if (!kept || of.some((each, at) => each !== kept!.of[at])) kept = { of, value: make() };
    return kept.value;
  };
}

const latestChoice = latest<ChosenHead>();
const latestWorld = latest<HeadWorld>();

/** The current head and attention through it. To be made while a component is. */
export class CurrentHead {
  readonly #lesson: Lesson;
  readonly chosen = $derived.by(() => {
    const { view } = this.#lesson;
    const { head, wq, wk, wv } = view;
    const d = this.dimension;
    return latestChoice([head, wq, wk, wv, d, learned.head], () =>
      chooseHead(view, d, learned.head),
    );
  });
  readonly options: HeadOptions = $derived.by(() => {
    const { headScale: scale, headMask: mask } = this.#lesson.view;
    return { scale, mask };
  });
  readonly world = $derived.by(() => {
    const { engine, sequence } = this.#lesson;
    const { chosen, options } = this;
    return latestWorld(
      [sequence, chosen, options.scale, options.mask],
      () => new HeadWorld(engine, sequence, chosen, options, "head"),
    );
  });

  constructor(lesson: Lesson) {
    this.#lesson = lesson;
    $effect(() => {
      if (lesson.view.head === "learned") void learned.fetch(lesson.engine);
    });
  }

  /** d of the current sequence. */
  get dimension(): number {
    return this.#lesson.sequence.x[0]!.length;
  }

  /** Why something else stands in the place of the chosen head. */
  get problem(): string | undefined {
    const failed = this.#lesson.view.head === "learned" ? learned.problem : undefined;
    return this.chosen.problems.head ?? failed;
  }

  /** It is chosen and fits, and is still on its way. */
  get pending(): boolean {
    const wanted = this.#lesson.view.head === "learned" && this.dimension === LEARNED_FOR;
    return wanted && !learned.head && !learned.problem;
  }
}
