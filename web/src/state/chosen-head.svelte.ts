/** The head that is chosen, as components see it: the one that learned is fetched when it is first wanted. */
import type { Engine } from "@engine";
import { chooseHead, LEARNED_FOR, loadLearned, type ChosenHead, type Head } from "./heads";
import { HeadWorld } from "./head-world";
import type { Lesson } from "./lesson.svelte";

class Learned {
  head: Head | undefined = $state.raw();
  problem: string | undefined = $state();
  #asked = false;

  /** Fetches it, once; after a failure the next call tries again. */
  fetch(engine: Engine) {
    if (this.#asked) return;
    this.#asked = true;
    loadLearned(engine).then(
      (head) => {
        this.head = head;
        this.problem = undefined;
      },
      () => {
        this.problem =
          "The head that learned could not be fetched. Choose it again to try once more.";
        this.#asked = false;
      },
    );
  }
}

const learned = new Learned();

/** The current head and attention through it. To be made while a component is. */
export class CurrentHead {
  readonly #lesson: Lesson;
  readonly chosen: ChosenHead = $derived.by(() => {
    const { view, sequence } = this.#lesson;
    return chooseHead(view, sequence.x[0]!.length, learned.head);
  });
  readonly world = $derived.by(() => {
    const { engine, sequence, view } = this.#lesson;
    const { headScale: scale, headMask: mask } = view;
    return new HeadWorld(engine, sequence, this.chosen, { scale, mask }, "head");
  });

  constructor(lesson: Lesson) {
    this.#lesson = lesson;
    $effect(() => {
      if (lesson.view.head === "learned") learned.fetch(lesson.engine);
    });
  }

  /** Why something else stands in the place of the chosen head. */
  get problem(): string | undefined {
    return (
      this.chosen.problems.head ??
      (this.#lesson.view.head === "learned" ? learned.problem : undefined)
    );
  }

  /** It is chosen, and still on its way. */
  get pending(): boolean {
    const { view, sequence } = this.#lesson;
    return (
      view.head === "learned" &&
      !learned.head &&
      !learned.problem &&
      sequence.x[0]!.length === LEARNED_FOR
    );
  }
}
