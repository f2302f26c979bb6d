/**
 * A browser loads a page anew by the address from before it left: what is written into the address as the page is left
 * comes too late. It waits in the tab's memory instead.
 */
const KEY = "left";

/** For when the page at `address` is loaded anew, though by now it has come to `link`. */
export function keepLink(address: string, link: string) {
  try {
    sessionStorage.setItem(KEY, `${address}\n${link}`);
  } catch {
    // Memory may be switched off: then the last quarter of a second is lost.
  }
}

/** For when the page is not left after all: from here on its address tells what it shows. */
export function forgetLink() {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // As above.
  }
}

/** Puts the link that was kept in the address's place, where the page has been loaded anew or come back to. */
export function takeLink() {
  try {
    const [address, link] = (sessionStorage.getItem(KEY) ?? "").split("\n");
    sessionStorage.removeItem(KEY);
    const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    const again = visit?.type === "reload" || visit?.type === "back_forward";
    if (link && again && address === location.hash) history.replaceState(history.state, "", link);
  } catch {
    // As above.
  }
}
