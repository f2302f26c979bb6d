/** The current head on the graph that is chosen for the current sequence, as components see it. */
import { CurrentHead } from "./chosen-head.svelte";
import { GraphWorld } from "./graph-world";
import type { Lesson } from "./lesson.svelte";

/** To be made while a component is. */
export class CurrentGraph {
  readonly #lesson: Lesson;
  readonly #head: CurrentHead;
  readonly world = $derived.by(() => {
    const { engine, sequence, view } = this.#lesson;
    const { graph, causal, edited, headScale } = view;
    const setting = { graph, causal, edited, headScale };
    return new GraphWorld(engine, sequence, this.#head.chosen, setting, "graph");
  });

  constructor(lesson: Lesson) {
    this.#lesson = lesson;
    this.#head = new CurrentHead(lesson);
  }
}
