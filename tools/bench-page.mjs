/**
 * npm run bench:page: what the page weighs and how quickly it answers, measured in Chromium on the built site. Prints a
 * table and writes the same to build/bench-page.json.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { readFlags } from "./lib/arguments.mjs";
import { buildSite } from "./lib/build.mjs";
import { DRIVEN, findChromium } from "./lib/chromium.mjs";
import { inRoot, main } from "./lib/process.mjs";
import { setUp } from "./lib/setup.mjs";
import { totalBytes, weighFirstLoad } from "./lib/weigh.mjs";

const LOADS = 15;
const WARM = 20;
const EDITS = 60;
const DRAGGED_FRAMES = 180;
const REPORT = "build/bench-page.json";

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const round = (value) => Math.round(value * 10) / 10;

/** Own vectors by link: T tokens of d components each, none of them special. */
function ownVectors(size, dimension) {
  const tokens = Array.from({ length: size }, (_, i) => `t${i + 1}`);
  const value = (i, m) => (((i * 37 + m * 17) % 41) - 20) / 20;
  const x = tokens.map((_, i) =>
    Array.from({ length: dimension }, (_, m) => value(i, m)).join(","),
  );
  return new URLSearchParams({ tokens: tokens.join(","), x: x.join(";") });
}

/** Tells the console when the first number of the engine's is in the document, and when it is painted. */
function watchForNumbers() {
  new MutationObserver((_, observer) => {
    if (!document.querySelector("data")) return;
    observer.disconnect();
    const standing = performance.now();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => console.log(JSON.stringify({ standing, painted: performance.now() }));
      port2.postMessage(null);
    });
  }).observe(document, { childList: true, subtree: true });
}

/** Milliseconds from the start of a navigation to the first number, of `LOADS` first visits by a browser that is open. */
async function timeFirstNumber(fresh, site) {
  const context = (await fresh()).context();
  await context.addInitScript(watchForNumbers);
  const times = [];
  for (let load = 0; load < LOADS; load++) {
    const page = await context.newPage();
    const driver = await context.newCDPSession(page);
    await driver.send("Network.clearBrowserCache");
    // To ask the page would cost it the time that is measured: scripts of the driver's would run in it first.
    const [told] = await Promise.all([page.waitForEvent("console"), page.goto(site)]);
    times.push(JSON.parse(told.text()));
    await page.close();
  }
  await context.close();
  return {
    standing: round(median(times.map(({ standing }) => standing))),
    painted: round(median(times.map(({ painted }) => painted))),
  };
}

/** The stage that `hash` opens, with every figure made and up to date. */
async function opened(fresh, site, hash) {
  const page = await fresh();
  await page.goto(`${site}#/${hash}`);
  await page.locator("main data").first().waitFor();
  await page.waitForFunction(() => !document.querySelector("[aria-busy=true]"));
  return page;
}

/**
 * Milliseconds from an edit in the grid to the end of the frame that shows it, of `EDITS` edits, and of that the script's
 * share. Each is made in a frame, and ends with a message that was posted in it: that comes once the frame is painted.
 * `single` is what the same page takes to show another text in its heading alone: no edit can go below.
 */
async function timeEdits(page) {
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.locator(".editor [role=cell] input").first().waitFor();
  const times = await page.evaluate(async (edits) => {
    const field = document.querySelector(".editor [role=cell] input");
    const text = document.querySelector("h1").firstChild;
    const edit = (value) => {
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    };
    const write = (value) => {
      text.data = value;
    };
    const time = (change, number) =>
      new Promise((resolve) => {
        requestAnimationFrame(() => {
          const start = performance.now();
          let script;
          change(String((number % 9) / 8));
          void Promise.resolve().then(() => (script = performance.now() - start));
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve({ script, painted: performance.now() - start });
          port2.postMessage(null);
        });
      });
    const all = { edit: [], write: [] };
    for (let number = 0; number < edits; number++)
      for (const change of [edit, write]) {
        await new Promise((resolve) => setTimeout(resolve, 30)); // as between two keys
        all[change.name].push(await time(change, number));
      }
    return all;
  }, WARM + EDITS);
  const of = (change, key) => round(median(times[change].slice(WARM).map((time) => time[key])));
  return {
    script: of("edit", "script"),
    painted: of("edit", "painted"),
    single: of("write", "painted"),
  };
}

/** An arrow's tip led round by the pointer, once a frame: frames a second, and the longest that the page was busy. */
async function timeDrag(page) {
  const figure = page.getByRole("figure", { name: /^Two arrows/ });
  const handle = figure.getByRole("slider").first();
  await handle.scrollIntoViewIfNeeded();
  return handle.evaluate(async (element, frames) => {
    const longest = { task: 0, frame: 0 };
    const observe = (type, key) => {
      if (!PerformanceObserver.supportedEntryTypes.includes(type)) return;
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries())
          longest[key] = Math.max(longest[key], duration);
      }).observe({ type });
    };
    observe("longtask", "task");
    observe("long-animation-frame", "frame");
    const box = element.getBoundingClientRect();
    const centre = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    element.setPointerCapture = () => {}; // no pointer of the system's is behind these events
    element.hasPointerCapture = () => true;
    const send = (type, turn) =>
      element.dispatchEvent(
        new PointerEvent(type, {
          bubbles: true,
          cancelable: true,
          pointerId: 1,
          pointerType: "mouse",
          isPrimary: true,
          buttons: 1,
          clientX: centre.x + 60 * (Math.cos(turn) - 1),
          clientY: centre.y + 60 * Math.sin(turn),
        }),
      );
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    send("pointerdown", 0);
    const before = element.outerHTML;
    let start = await frame();
    const first = start;
    const gaps = [];
    let moved = false;
    for (let at = 1; at <= frames; at++) {
      send("pointermove", at / 20);
      const now = await frame();
      gaps.push(now - start);
      start = now;
      moved ||= element.outerHTML !== before;
    }
    send("pointerup", 0);
    if (!moved) throw new Error("the arrow did not follow the pointer");
    await new Promise((resolve) => setTimeout(resolve, 300)); // the observers hear of it later
    return {
      framesPerSecond: (1000 * frames) / (start - first),
      slowestFrame: Math.max(...gaps),
      longestTask: longest.task,
      longestAnimationFrame: longest.frame,
    };
  }, DRAGGED_FRAMES);
}

async function measure(browser, site) {
  const fresh = async () =>
    (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();

  const files = await weighFirstLoad(await fresh(), site);
  const report = {
    commit: execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: inRoot(".") })
      .toString()
      .trim(),
    browser: browser.version(),
    load: loadavg().map(round),
    firstLoad: { bytes: totalBytes(files), files },
    firstNumber: await timeFirstNumber(fresh, site),
    edits: [],
  };
  for (const [tokens, dimension, target] of [
    [16, 100, 8],
    [64, 100, 16],
  ]) {
    for (const stage of ["score-matrix", "softmax", "context"]) {
      const page = await opened(fresh, site, `${stage}?${ownVectors(tokens, dimension)}`);
      report.edits.push({ stage, tokens, dimension, target, ...(await timeEdits(page)) });
      await page.context().close();
    }
  }
  const page = await opened(fresh, site, "dot-product");
  const drag = await timeDrag(page);
  report.drag = Object.fromEntries(Object.entries(drag).map(([key, value]) => [key, round(value)]));
  report.loadAfter = loadavg().map(round);
  return report;
}

/** What was measured, what it came to, and what it should come to. */
function table({ firstLoad, firstNumber, edits, drag }) {
  const rows = [
    ["first load, gzip", `${round(firstLoad.bytes / 1000)} KB`, "≤ 200 KB"],
    ["first number in the document", `${firstNumber.standing} ms`, ""],
    ["first number painted", `${firstNumber.painted} ms`, "≤ 300 ms"],
    ...edits.map(({ stage, tokens, dimension, target, script, painted, single }) => [
      `edit to repaint, T=${tokens} d=${dimension}, ${stage}`,
      `${painted} ms (script ${script}; a single text ${single})`,
      `≤ ${target} ms`,
    ]),
    ["drag of an arrow, frames a second", `${drag.framesPerSecond}`, "60"],
    ["drag of an arrow, slowest frame", `${drag.slowestFrame} ms`, ""],
    [
      "drag of an arrow, longest task",
      drag.longestTask ? `${drag.longestTask} ms` : "none",
      "none over 50 ms",
    ],
  ];
  const width = (column) => Math.max(...rows.map((row) => row[column].length));
  const [first, second] = [width(0), width(1)];
  return rows
    .map(([what, is, target]) =>
      `${what.padEnd(first)}  ${is.padStart(second)}  ${target}`.trimEnd(),
    )
    .join("\n");
}

await main(async () => {
  readFlags("npm run bench:page", {});
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
    args: DRIVEN,
  });
  try {
    const report = await measure(browser, site);
    mkdirSync(inRoot("build"), { recursive: true });
    writeFileSync(inRoot(REPORT), `${JSON.stringify(report, null, 2)}\n`);
    for (const { path, bytes } of report.firstLoad.files)
      console.log(`${String(bytes).padStart(8)}  ${path}`);
    console.log(`\n${table(report)}`);
    console.log(
      `\nMedians of ${LOADS} loads and ${EDITS} edits; the machine's load was ${report.load[0]} before and ` +
        `${report.loadAfter[0]} after. Times on a busy machine compare with nothing. All of it: ${REPORT}`,
    );
  } finally {
    await browser.close();
    await server.close();
  }
});
