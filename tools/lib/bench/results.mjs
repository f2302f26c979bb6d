/** bench/results.json, and the section of the README that is made from it. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { inRoot, run, script } from "../process.mjs";
import { performanceSection, withSection } from "./readme.mjs";

const file = inRoot("bench/results.json");
const readme = inRoot("README.md");

/** What earlier runs left: { browser?, native? }. */
export const readResults = () => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {});

/** Replaces a part of the results by a new run's, and the README's section with it. */
export async function keepResults(part) {
  const results = { ...readResults(), ...part };
  writeFileSync(file, JSON.stringify(results));
  await run(...script("prettier/bin/prettier.cjs", "--log-level=warn", "--write", file));
  const text = readFileSync(readme, "utf8");
  writeFileSync(readme, withSection(text, performanceSection(results)));
}
