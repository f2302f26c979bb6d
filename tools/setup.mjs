/** npm run setup [-- page | SUITE …]: makes the machine ready; by default for everything. */
import { main } from "./lib/process.mjs";
import { everyUse, setUp } from "./lib/setup.mjs";

const uses = process.argv.slice(2);
await main(() => setUp(uses.length ? uses : everyUse));
