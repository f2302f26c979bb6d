/** Timing by a clock that may be coarse: where the page is not isolated, browsers tell time in steps of up to 100 µs. */

/** A sample lasts so many of the clock's steps at least, so that a step more or less is 1 part in 100. */
const STEPS = 100;
/** Milliseconds that a sample lasts at least, however fine the clock. */
const LEAST_SAMPLE = 2;
/** Milliseconds that the samples of one point may take together, where that makes more than the fewest. */
const ENOUGH = 400;
const FEWEST = 3;
const MOST = 15;

/** The least step of the clock, in milliseconds. */
export function grainOfClock(): number {
  let least = Infinity;
  for (let seen = 0; seen < 20; seen++) {
    const start = performance.now();
    let now = start;
    while (now === start) now = performance.now();
    least = Math.min(least, now - start);
  }
  return least;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

export interface Timing {
  /** Of one run, in milliseconds: the median of the samples. */
  readonly ms: number;
  /** How many runs were timed. */
  readonly runs: number;
}

/**
 * Times `run(times)`, which does its work so many times. A sample is as many times as the clock needs; `first` is how
 * long one is known to take.
 */
export async function time(
  run: (times: number) => void | Promise<void>,
  first: number,
  grain: number,
): Promise<Timing> {
  const sample = Math.max(LEAST_SAMPLE, STEPS * grain);
  const times = Math.max(1, Math.ceil(sample / Math.max(first, grain)));
  const count = Math.min(Math.max(Math.round(ENOUGH / (times * first)), FEWEST), MOST);
  const samples: number[] = [];
  for (let at = 0; at < count; at++) {
    const start = performance.now();
    await run(times);
    samples.push((performance.now() - start) / times);
  }
  return { ms: median(samples), runs: times * count };
}

/** How long `run` takes once. */
export async function timeOnce(run: () => void | Promise<void>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}
