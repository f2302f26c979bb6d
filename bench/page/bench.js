/** What npm run bench calls in the page: one case at a time, with every contender in it. */
import { javascriptContenders } from "./contenders/javascript.js";
import { ortContenders } from "./contenders/ort.js";
import { ourBuilds, ourContenders } from "./contenders/ours.js";
import { tfjsContenders } from "./contenders/tfjs.js";
import { makeInput, reference, worstError } from "./inputs.js";
import { takeTurns } from "./rounds.js";

/**
 * @param {{tokens: number, d: number, form: "qkv" | "x", kind: "mild" | "peaky"}} what
 * @param {{seconds: number, least: number, most: number}} limits
 */
async function runCase(what, limits) {
  const input = makeInput(what);
  const truth = reference(input);
  const makers = [ourContenders, ortContenders, tfjsContenders, javascriptContenders];
  const contenders = [];
  for (const make of makers) contenders.push(...(await make(what, input)));

  const errors = [];
  for (const { run, flops } of contenders) {
    errors.push(flops === undefined ? worstError(await run(), truth) : 0);
  }
  const times = await takeTurns(contenders, limits);
  for (const { release } of contenders) await release();
  return contenders.map(({ name, peer = false, flops }, place) => ({
    name,
    peer,
    flops: flops ?? 4 * what.tokens ** 2 * what.d,
    error: errors[place],
    times: times[place],
  }));
}

window.bench = { runCase, ourBuilds };
