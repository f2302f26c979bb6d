/** Whether somebody who reports now and then still does. */

/** Milliseconds without a word that nobody takes for work: twenty times as long as a run is expected to take at most. */
const SILENCE = 60_000;
const LOOK = 1000;

/**
 * Calls `fallenSilent` once nothing has been `heard` for so long. Counted in looks: while the device sleeps there are
 * none, and it wakes to somebody who has had no time to speak.
 */
export function watch(fallenSilent: () => void) {
  let looks = 0;
  const timer = setInterval(() => {
    looks += 1;
    if (looks * LOOK >= SILENCE) fallenSilent();
  }, LOOK);
  return { heard: () => void (looks = 0), end: () => clearInterval(timer) };
}
