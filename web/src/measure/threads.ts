/** More threads than this do not help, and each holds all keys and values. */
const MOST_THREADS = 8;

/** How many threads this device can run at once, as far as the browser tells. */
export const threadsHere = () => Math.min(navigator.hardwareConcurrency || 1, MOST_THREADS);
