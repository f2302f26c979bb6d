/** Finding a Chromium for the browser tests. */
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

/** The first Chromium that runs, as { path, version }, or undefined. CHROME_PATH may name any. */
export async function findChromium() {
  for (const path of candidates.filter(Boolean).map(onPath).filter(Boolean)) {
    const version = await programVersion(path);
    if (version) return { path, version };
  }
  return undefined;
}
