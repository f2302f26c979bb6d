/** The browser suite: the built site, served by the server that `npm start` uses, in a Chromium of the machine's. */
import { createServer, type AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";
import { DRIVEN, findChromium } from "../../tools/lib/chromium.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A port that nobody listens on. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

// Every worker reads this file again: the environment carries the first reader's findings to them.
process.env.SITE ??= `http://127.0.0.1:${await freePort()}/`;
process.env.CHROME_PATH ??= (await findChromium())?.path;
const site = process.env.SITE;
const { port } = new URL(site);

export default defineConfig({
  testDir: ".",
  tsconfig: `${root}/web/tsconfig.json`,
  outputDir: `${root}/build/browser`,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  // A busy machine may be slow, and slowness is no failure: what is measured, a test measures itself.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: "list",
  use: {
    baseURL: site, // what failed leaves a picture; a trace tells more, and costs more: --trace on
    launchOptions: {
      executablePath: process.env.CHROME_PATH,
      args: DRIVEN,
    },
  },
  webServer: {
    command: `node node_modules/vite/bin/vite.js preview --config web/vite.config.ts --host 127.0.0.1 --port ${port} --strictPort`,
    cwd: root,
    url: site,
  },
});
