/** The kernels and their peers in one headless Chromium. */
import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { grid } from "./cases.mjs";
import { describe, spread, summarise } from "./statistics.mjs";

/** Seconds for a case, by its number of tokens. */
const seconds = { 64: 2, 256: 3, 1024: 7, 2048: 13 };

const cases = ({ quick }) =>
  grid({
    tokens: quick ? [64, 256] : [64, 256, 1024, 2048],
    d: quick ? [64] : [64, 128],
    form: ["qkv", "x"],
    kind: ["mild", "peaky"],
  });

const limits = ({ tokens }, { quick }) =>
  quick ? { seconds: 0.5, least: 5, most: 20 } : { seconds: seconds[tokens], least: 6, most: 60 };

/** Runs every case in one page; says how each went as it goes. */
async function timeCases(browser, site, options, tell) {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.on("pageerror", (error) => console.error(`in the page: ${error.message}`));
  await page.goto(site + "index.html");
  await page.waitForFunction(() => window.bench !== undefined, undefined, { timeout: 60_000 });
  const builds = await page.evaluate(() => window.bench.ourBuilds);
  const results = [];
  for (const what of cases(options)) {
    const raw = await page.evaluate(
      ([one, bounds]) => window.bench.runCase(one, bounds),
      [what, limits(what, options)],
    );
    const result = summarise(what, raw);
    tell(describe(what), result);
    results.push(result);
  }
  await context.close();
  return { builds, results };
}

/** Bytes by brotli of what was asked for below a folder. */
function brotliBytes(server, folder) {
  const files = [...new Set(server.asked)].filter((path) => path.startsWith(folder));
  const bytes = files
    .map((path) => server.fileOf(path))
    .filter(Boolean)
    .map((file) => brotliCompressSync(readFileSync(file)).length);
  return bytes.reduce((sum, number) => sum + number, 0);
}

/** From a fresh page to the first result, taking turns; and what each had to fetch for it. */
async function startCold(browser, server, names, repeats) {
  const folders = { ort: "/peers/" };
  const times = Object.fromEntries(names.map((name) => [name, []]));
  const sizes = {};
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const name of names) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(server.site + "cold.html");
      await page.waitForFunction(() => window.coldStart !== undefined);
      server.asked.length = 0;
      times[name].push(await page.evaluate((which) => window.coldStart(which), name));
      sizes[name] ??= brotliBytes(server, folders[name] ?? "/engine/");
      await context.close();
    }
  }
  return names.map((name) => ({
    name,
    milliseconds: Object.fromEntries(
      Object.entries(spread(times[name])).map(([key, time]) => [key, Number(time.toFixed(2))]),
    ),
    brotliBytes: sizes[name],
    repeats,
  }));
}

/** Everything that is measured in the browser. */
export async function benchInBrowser(chromium, server, options, tell) {
  const { builds, results } = await timeCases(chromium, server.site, options, tell);
  const cold = await startCold(
    chromium,
    server,
    ["nothing", "engine", ...builds, "ort"],
    options.quick ? 3 : 9,
  );
  return { builds, cases: results, cold };
}
