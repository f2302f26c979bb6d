/** Simulations of random vectors, each made once: they take tens of milliseconds where d is large. */
import type { DotSample, Engine, Saturation } from "@engine";
import { rootOf } from "./roots";

export { DIMENSIONS } from "./view";

/** What the scores are divided by. */
export type Scaling = "none" | "sqrt";

/** Pairs of vectors for one spread of dot products. */
export const PAIRS = 400;
/** Queries for one mean, and the keys that each asks. */
export const QUERIES = 100;
export const KEYS = 8;

/** A histogram reaches this many expected deviations to either side, in as many bins. */
const REACH = 4;
const BINS = 32;

export class Simulations {
  readonly #made = new Map<string, unknown>();

  constructor(
    readonly engine: Engine,
    readonly seed: number,
  ) {}

  /** The spread of dot products of vectors of d components. */
  dots(dimension: number, scale: Scaling): DotSample {
    return this.#once(`dots ${dimension} ${scale}`, () => {
      const deviation = scale === "sqrt" ? 1 : rootOf(this.engine, dimension);
      const limit = REACH * deviation;
      const { seed } = this;
      return this.engine.sampleDots({ dimension, samples: PAIRS, seed, scale, bins: BINS, limit });
    });
  }

  /** What softmax makes of scores of vectors of d components, in the mean. */
  saturation(dimension: number, scale: Scaling): Saturation {
    return this.#once(`saturation ${dimension} ${scale}`, () =>
      this.engine.saturation({
        dimension,
        keys: KEYS,
        samples: QUERIES,
        seed: this.seed,
        scale,
      }),
    );
  }

  #once<T>(key: string, make: () => T): T {
    if (!this.#made.has(key)) this.#made.set(key, make());
    return this.#made.get(key) as T;
  }
}

let latest: Simulations | undefined;

/** The simulations that begin with a seed; those of the last seed are kept. */
export function simulationsOf(engine: Engine, seed: number): Simulations {
  if (latest?.engine !== engine || latest.seed !== seed) latest = new Simulations(engine, seed);
  return latest;
}
