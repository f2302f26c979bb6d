/** npm run format: lays out every source file as the lint suite wants it. */
import { formatters } from "./lib/checks.mjs";
import { main, run } from "./lib/process.mjs";

await main(async () => {
  for (const [command, args] of formatters) await run(command, args);
});
