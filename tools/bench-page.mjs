/** npm run bench:page: what the page weighs and how quickly it answers, measured in Chromium on the built site. */
import { buildSite } from "./lib/build.mjs";
import { findChromium } from "./lib/chromium.mjs";
import { inRoot, main } from "./lib/process.mjs";
import { setUp } from "./lib/setup.mjs";
import { totalBytes, weighFirstLoad } from "./lib/weigh.mjs";

const REPEATS = 15;
const EDITS = 60;

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Own vectors by link: T tokens of d components each, none of them special. */
function ownVectors(size, dimension) {
  const tokens = Array.from({ length: size }, (_, i) => `t${i + 1}`);
  const value = (i, m) => (((i * 37 + m * 17) % 41) - 20) / 20;
  const x = tokens.map((_, i) =>
    Array.from({ length: dimension }, (_, m) => value(i, m)).join(","),
  );
  return new URLSearchParams({ tokens: tokens.join(","), x: x.join(";") });
}

/** Notes in `window.firstNumber` when the first number of the engine's stands in the document. */
function watchForNumbers() {
  const look = () => {
    if (window.firstNumber === undefined && document.querySelector("data"))
      window.firstNumber = performance.now();
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}

/** Milliseconds from each of `EDITS` edits in the grid to the frame after it. */
async function timeEdits(page) {
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.locator(".editor td input").first().waitFor();
  return page.evaluate(async (edits) => {
    const field = document.querySelector(".editor td input");
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const painted = () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        requestAnimationFrame(() => port2.postMessage(null));
      });
    const times = [];
    for (let edit = 0; edit < edits; edit++) {
      await nextFrame();
      field.value = String((edit % 9) / 8);
      const start = performance.now();
      field.dispatchEvent(new Event("input", { bubbles: true }));
      await Promise.resolve(); // the state's own work is done in a microtask
      document.body.getBoundingClientRect(); // and so is the layout
      const worked = performance.now() - start;
      await painted();
      times.push({ worked, painted: performance.now() - start });
    }
    return times;
  }, EDITS);
}

async function measure(browser, site) {
  const fresh = async () =>
    (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();

  const files = await weighFirstLoad(await fresh(), site);
  const line = (bytes, text) => console.log(`${String(bytes).padStart(8)}  ${text}`);
  for (const { path, bytes } of files) line(bytes, path);
  line(totalBytes(files), "bytes in all for the first load, gzip\n");

  const firsts = [];
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const page = await fresh();
    await page.addInitScript(watchForNumbers);
    await page.goto(site);
    await page.waitForFunction(() => window.firstNumber !== undefined);
    firsts.push(await page.evaluate(() => window.firstNumber));
    await page.context().close();
  }
  console.log(
    `first number after navigation: median ${median(firsts).toFixed(0)} ms (${REPEATS} loads)\n`,
  );

  for (const [size, dimension] of [
    [16, 100],
    [64, 100],
  ]) {
    for (const stage of ["score-matrix", "softmax", "context"]) {
      const page = await fresh();
      await page.goto(`${site}#/${stage}?${ownVectors(size, dimension)}`);
      await page.locator("data").first().waitFor();
      const times = await timeEdits(page);
      const [worked, painted] = ["worked", "painted"].map((key) =>
        median(times.map((time) => time[key])).toFixed(1),
      );
      console.log(
        `edit, T=${size} d=${dimension}, ${stage.padEnd(12)}: ${worked} ms of work, ${painted} ms to repaint (median of ${EDITS})`,
      );
      await page.context().close();
    }
  }
}

await main(async () => {
  await setUp(["browser", "page"]);
  await buildSite();
  const [{ chromium }, { preview }] = await Promise.all([
    import("@playwright/test"),
    import("vite"),
  ]);
  const server = await preview({
    configFile: inRoot("web/vite.config.ts"),
    preview: { port: 0 },
    logLevel: "warn",
  });
  const site = `http://localhost:${server.httpServer.address().port}/`;
  const browser = await chromium.launch({
    executablePath: (await findChromium()).path,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
    ],
  });
  try {
    await measure(browser, site);
  } finally {
    await browser.close();
    await server.close();
  }
});
