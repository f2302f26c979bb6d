/** Timing by a clock that may be coarse: browsers tell time in steps of 5 µs, of 0.1 ms where the page is not isolated, or of far more. */

/** What is timed lasts so many of the clock's steps at least, so that a step more or less is 1 part in 100. */
const STEPS = 100;
/** Milliseconds that a row lasts at least, however fine the clock. */
const LEAST_ROW = 2;
/** Milliseconds that a row is made to last at most: on a clock that needs more, what is quicker cannot be timed. */
const LONGEST_ROW = 250;
/** Milliseconds that the rows together may take, where that makes more than the fewest. */
const ENOUGH = 400;
const FEWEST = 3;

/** The least step of the clock, in milliseconds, of those that it makes in a while. */
export function grainOfClock(): number {
  let [least, all] = [Infinity, 0];
  for (let seen = 0; seen < 20 && all < LONGEST_ROW; seen++) {
    const start = performance.now();
    let now = start;
    while (now === start) now = performance.now();
    least = Math.min(least, now - start);
    all += now - start;
  }
  return least;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** Does the work so many times, one after the other. */
type Run = (times: number) => void | Promise<void>;

async function lasts(run: Run, times: number): Promise<number> {
  const start = performance.now();
  await run(times);
  return performance.now() - start;
}

export interface Rows {
  /** How many runs a row has. */
  readonly times: number;
  /** How long each of them took, in milliseconds. */
  readonly ms: readonly number[];
}

/**
 * Several rows of equally many runs, every one of which lasts long enough for the clock: one that does not doubles the
 * runs, and all begin anew. So it is the quickest that decides, and a row that something has held up decides nothing.
 * Undefined where that would take too long.
 */
export async function rowsOf(run: Run, grain: number, most: number): Promise<Rows | undefined> {
  const least = Math.max(LEAST_ROW, STEPS * grain);
  let [times, all] = [1, 0];
  let ms: number[] = [];
  while (ms.length < FEWEST || (ms.length < most && all < ENOUGH)) {
    const row = await lasts(run, times);
    if (row >= least) {
      ms.push(row);
      all += row;
    } else {
      if (least > LONGEST_ROW) return undefined;
      times *= 2;
      [ms, all] = [[], 0];
    }
  }
  return { times, ms };
}

/** About how long a run takes: as well as the clock tells without effort. */
export async function roughly(run: Run, grain: number): Promise<number> {
  for (let times = 1; ; times *= 2) {
    const row = await lasts(run, times);
    if (row > 2 * grain) return row / times;
  }
}
