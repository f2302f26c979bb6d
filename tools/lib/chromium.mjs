/** Finding a Chromium for the browser tests and the benchmarks, and keeping it quiet. */
import { onPath } from "./process.mjs";
import { programVersion } from "./versions.mjs";

/**
 * Chrome comes before Chromium: on Ubuntu `chromium` may be a snap, which sees few folders but its
 * own, and `chromium-browser` a stub that only asks for the snap.
 */
const candidates = [
  process.env.CHROME_PATH,
  "google-chrome-stable",
  "google-chrome",
  "chromium",
  "chromium-browser",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** What a browser that is driven is started with: it makes no requests and draws no pages but ours. */
export const DRIVEN = [
  "--no-sandbox", // which Chromium refuses to do without when root runs it
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Two pages more for every tab, unseen: what drops from the address bar, which nobody types in here.
  // Of two such lists the last alone counts, so Playwright's own is cut to what a local page can feel.
  "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,PaintHolding,OptimizationHints",
];

/** The first Chromium that runs, as { path, version }, or undefined. CHROME_PATH may name any. */
export async function findChromium() {
  for (const path of candidates.filter(Boolean).map(onPath).filter(Boolean)) {
    const version = await programVersion(path);
    if (version) return { path, version };
  }
  return undefined;
}
