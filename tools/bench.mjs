/** npm run bench [-- --quick]: the kernels against their peers in Chromium; writes bench/results.json and the README's section. */
import { existsSync, readFileSync } from "node:fs";
import { readFlags } from "./lib/arguments.mjs";
import { benchInBrowser } from "./lib/bench/browser.mjs";
import { conditions, load } from "./lib/bench/conditions.mjs";
import { keepResults, stopIfWrong } from "./lib/bench/results.mjs";
import { serve } from "./lib/bench/serve.mjs";
import { caseTable, coldTable, targetTable } from "./lib/bench/table.mjs";
import { judgeBrowser } from "./lib/bench/targets.mjs";
import { buildEngine } from "./lib/build.mjs";
import { DRIVEN, findChromium } from "./lib/chromium.mjs";
import { inRoot, main, npm } from "./lib/process.mjs";
import { agrees, setUp } from "./lib/setup.mjs";

/** The peers, in a package of their own: nothing else in the project ever installs them. */
async function installPeers() {
  const parse = (file) => JSON.parse(readFileSync(inRoot("bench", file), "utf8"));
  const record = "node_modules/.package-lock.json";
  if (existsSync(inRoot("bench", record)) && agrees(parse("package-lock.json"), parse(record)))
    return;
  console.log("Installing the peers of bench/package-lock.json.");
  const flags = ["--include=dev", "--ignore-scripts", "--no-audit", "--no-fund"];
  await npm(["ci", ...flags], { cwd: inRoot("bench") });
}

const peerVersions = () =>
  JSON.parse(readFileSync(inRoot("bench/package.json"), "utf8")).devDependencies;

/** What ran, under what, for the JSON. */
async function bench(options) {
  const { chromium } = await import("@playwright/test");
  const found = await findChromium();
  const server = await serve();
  const browser = await chromium.launch({
    executablePath: found.path,
    args: DRIVEN,
  });
  try {
    const start = await conditions();
    const measured = await benchInBrowser(browser, server, options, (title, result) =>
      console.log(`\n${title}\n${caseTable(result)}`),
    );
    console.log(`\n${coldTable(measured.cold)}`);
    start.load.after = load();
    return { ...start, chromium: found.version, peers: peerVersions(), ...measured };
  } finally {
    await browser.close();
    server.close();
  }
}

await main(async () => {
  const options = readFlags("npm run bench", {
    quick: "measures the short sequences alone, in few rounds; the README stays as it is",
  });
  await setUp(["page", "bench"]);
  await installPeers();
  await buildEngine();
  const results = await bench(options);
  if (!results.builds.length) console.log("\nThis commit builds no kernels: ours are absent.");
  console.log(`\n${targetTable(judgeBrowser(results))}`);
  stopIfWrong(results.cases);
  await keepResults({ browser: results }, options);
  console.log(`\nLoad: ${results.load.before} before, ${results.load.after} after.`);
});
