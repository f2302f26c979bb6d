/** npm run bench:native [-- --quick]: the kernels against native peers; writes bench/results.json and the README's section. */
import { readFlags } from "./lib/arguments.mjs";
import { conditions, load } from "./lib/bench/conditions.mjs";
import { benchNatively } from "./lib/bench/native.mjs";
import { keepResults, stopIfWrong } from "./lib/bench/results.mjs";
import { caseTable, targetTable } from "./lib/bench/table.mjs";
import { judgeNative } from "./lib/bench/targets.mjs";
import { main, run } from "./lib/process.mjs";
import { setUp } from "./lib/setup.mjs";

await main(async () => {
  const options = readFlags("npm run bench:native", {
    quick: "measures the short sequences alone, in few rounds; the README stays as it is",
  });
  await setUp(["bench:native"]);
  await run("cmake", ["--preset", "bench"], { quiet: true });
  await run("cmake", ["--build", "--preset", "bench"], { quiet: true });
  const start = await conditions();
  const targets = await benchNatively(options, (title, result) =>
    console.log(`\n${title}\n${caseTable(result)}`),
  );
  start.load.after = load();
  console.log(`\n${targetTable(judgeNative(targets))}`);
  stopIfWrong(targets.flatMap(({ cases }) => cases));
  await keepResults({ native: { ...start, targets } }, options);
  console.log(`\nLoad: ${start.load.before} before, ${start.load.after} after.`);
});
