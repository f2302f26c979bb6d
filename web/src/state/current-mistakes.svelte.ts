/** The mistakes of the stage on the code, made with the head that is shown, as components see them. */
import { Mistakes } from "./code-worlds";
import { CurrentCode } from "./current-code.svelte";
import type { Lesson } from "./lesson.svelte";

/** To be made while a component is. */
export class CurrentMistakes {
  readonly code: CurrentCode;
  readonly all: Mistakes;

  constructor(lesson: Lesson) {
    this.code = new CurrentCode(lesson);
    this.all = $derived(new Mistakes(this.code.world, lesson.view));
  }
}
