/**
 * A row of numbers for figures that take a while over long ones: short rows as they change, long ones once they have been
 * let alone for a moment, so that a hand that drags a bar is not kept waiting.
 */
import { untrack } from "svelte";

const SHORT = 8;
/** Milliseconds. */
const PAUSE = 120;

export class Settled {
  readonly #read: () => readonly number[];
  #late: readonly number[] = $state.raw([]);

  /** To be made while a component is. */
  constructor(read: () => readonly number[]) {
    this.#read = read;
    this.#late = untrack(read);
    $effect(() => {
      const row = read();
      const timer = setTimeout(() => (this.#late = row), PAUSE);
      return () => clearTimeout(timer);
    });
  }

  get row(): readonly number[] {
    const row = this.#read();
    return row.length <= SHORT ? row : this.#late;
  }
}
