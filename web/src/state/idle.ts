/** Long work, a piece at a time, whenever the page has nothing else to do. */

/** Safari has no idle callbacks; there a piece waits its turn among the other events. */
const soon: (work: () => void) => () => void =
  typeof requestIdleCallback === "function"
    ? (work) => {
        const handle = requestIdleCallback(work, { timeout: 500 });
        return () => cancelIdleCallback(handle);
      }
    : (work) => {
        const handle = setTimeout(work);
        return () => clearTimeout(handle);
      };

/** Does the pieces in their order. Answers how to stop. */
export function whenIdle(pieces: readonly (() => void)[]): () => void {
  let cancel = () => {};
  const go = (at: number) => {
    const piece = pieces[at];
    if (!piece) return;
    cancel = soon(() => {
      piece();
      go(at + 1);
    });
  };
  go(0);
  return () => cancel();
}
