/** bench/results.json, and the section of the README that is made from it. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { inRoot, run, script, Stop } from "../process.mjs";
import { performanceSection, withSection } from "./readme.mjs";
import { wrong } from "./statistics.mjs";

const file = inRoot("bench/results.json");
const readme = inRoot("README.md");

/** What earlier runs left: { browser?, native? }. */
export const readResults = () => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {});

/** A contender whose result is wrong has no time worth telling. */
export function stopIfWrong(cases) {
  const mistaken = wrong(cases);
  if (mistaken.length) throw new Stop(`These are wrong:\n  ${mistaken.join("\n  ")}`);
}

/**
 * Replaces a part of the results by a new run's, and the README's section with it. What a quick run
 * measured is not worth that: it goes to build/bench-quick.json.
 */
export async function keepResults(part, { quick }) {
  if (quick) {
    mkdirSync(inRoot("build"), { recursive: true });
    return writeFileSync(inRoot("build/bench-quick.json"), JSON.stringify(part, null, 1));
  }
  const results = { ...readResults(), ...part };
  writeFileSync(file, JSON.stringify(results));
  await run(...script("prettier/bin/prettier.cjs", "--log-level=warn", "--write", file));
  const text = readFileSync(readme, "utf8");
  return writeFileSync(readme, withSection(text, performanceSection(results)));
}
