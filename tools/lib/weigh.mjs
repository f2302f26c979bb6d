/** What the site's first load weighs. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { inRoot } from "./process.mjs";

/** Of one file in `dist`, as a server sends it; fonts are compressed already. */
function gzipBytes(path) {
  const bytes = readFileSync(inRoot(`dist${path === "/" ? "/index.html" : path}`));
  return path.endsWith(".woff2") ? bytes.length : gzipSync(bytes, { level: 9 }).length;
}

/** Every file that `page` asks for until the stage at `site` stands with its fonts: its path and bytes, the heaviest first. */
export async function weighFirstLoad(page, site) {
  const paths = new Set();
  page.on("response", (response) => paths.add(new URL(response.url()).pathname));
  await page.goto(site);
  await page.locator("main data").first().waitFor();
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState("networkidle");
  const files = [...paths].map((path) => ({ path, bytes: gzipBytes(path) }));
  return files.sort((a, b) => b.bytes - a.bytes);
}

export const totalBytes = (files) => files.reduce((sum, { bytes }) => sum + bytes, 0);
