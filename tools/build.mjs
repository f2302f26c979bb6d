/** npm run build: makes dist/, the site and the engine; npm run build:engine: dist/engine alone. */
import { buildEngine, buildSite } from "./lib/build.mjs";
import { main } from "./lib/process.mjs";
import { setUp } from "./lib/setup.mjs";

await main(async () => {
  await setUp(["page"]);
  await (process.argv[2] === "engine" ? buildEngine() : buildSite());
});
