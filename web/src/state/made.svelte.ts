/** Which of the simulations have been made by now. They are made one after the other, whenever the page is idle. */
import { untrack } from "svelte";
import { whenIdle } from "./idle";
import { DIMENSIONS, type Scaling, type Simulations } from "./simulations";

export class Made {
  #made: { readonly source?: Simulations; readonly dimensions: readonly number[] } = $state.raw({
    dimensions: [],
  });

  /** `first`: the number of components that is wanted before the others. To be called in a component. */
  constructor(
    readonly source: () => Simulations,
    first: () => number,
    make: (source: Simulations, d: number, scale: Scaling) => void,
  ) {
    $effect(() => {
      const from = source();
      const wanted = untrack(first);
      const order = [wanted, ...DIMENSIONS.filter((d) => d !== wanted)];
      this.#made = { source: from, dimensions: [] };
      const pieces = order.flatMap((d) => [
        () => make(from, d, "none"),
        () => {
          make(from, d, "sqrt");
          const { dimensions } = this.#made;
          this.#made = { source: from, dimensions: [...dimensions, d] };
        },
      ]);
      return whenIdle(pieces);
    });
  }

  has(d: number): boolean {
    // Between a change of the seed and the effect, what is known belongs to the seed before.
    return this.#made.source === this.source() && this.#made.dimensions.includes(d);
  }

  get all(): boolean {
    return DIMENSIONS.every((d) => this.has(d));
  }
}
