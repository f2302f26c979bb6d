/** The set-up: finds what the project needs, installs what is missing, and says what it did. */
import { existsSync, readFileSync } from "node:fs";
import { hasApt, installWithApt, release, unpackBackports } from "./apt.mjs";
import { inRoot, npm, onPath, Stop } from "./process.mjs";
import { requirements } from "./requirements.mjs";
import { atLeast } from "./versions.mjs";

/** The oldest Node that we run on; package.json says the same to npm. */
const leastNode = "20";

/** What the lesson and its tests want; benchmarks are left to those who run them. */
export const everyUse = [...new Set(requirements.flatMap(({ uses }) => uses))].filter(
  (use) => !use.startsWith("bench"),
);

/** Every requirement that one of the uses has, with the version that is there and whether it will do. */
function look(uses) {
  const wanted = requirements.filter((row) => row.uses.some((use) => uses.includes(use)));
  return Promise.all(
    wanted.map(async (row) => {
      const found = await row.version();
      return { ...row, found, met: found !== undefined && atLeast(found, row.least ?? "0") };
    }),
  );
}

const unmet = (rows) => rows.filter((row) => !row.met);
const describe = ({ what, least, found }) =>
  `${what}${least ? ` ≥ ${least}` : ""} (${found ? `found ${found}` : "not found"})`;

/** What to tell a person whose machine lacks something that we could not install ourselves. */
export function advice(rows, managers = ["apt", "brew", "dnf", "pacman"].filter(onPath)) {
  const verbs = {
    apt: "sudo apt-get install",
    brew: "brew install",
    dnf: "sudo dnf install",
    pacman: "sudo pacman -S",
  };
  const known = managers.length ? managers : Object.keys(verbs);
  const command = (manager) => {
    const names = rows.map(({ packages }) => packages[manager]).filter(Boolean);
    return `  ${verbs[manager]} ${[...new Set(names)].join(" ")}`;
  };
  return [
    "This machine lacks:",
    ...rows.map((row) => `  ${describe(row)}${row.hint ? `: ${row.hint}` : ""}`),
    "Install it, then run the same command again. Where the package is new enough:",
    ...known.map(command),
    ...(process.platform === "win32" ? ["On Windows, work inside WSL."] : []),
  ].join("\n");
}

/** Brings in what apt can: as root, and from the backports without any rights. */
async function install(missing) {
  console.log(`Missing: ${missing.map(describe).join(", ")}.`);
  if (!hasApt()) return;
  const backported = missing.filter((row) => row.backports?.[release]);
  const packaged = missing.filter((row) => !backported.includes(row));
  if (packaged.length) await installWithApt(packaged);
  if (backported.length) await unpackBackports(backported.map((row) => row.backports[release]));
}

/** True when npm's own record of what it installed agrees with the lock file. */
export function agrees(lock, installed) {
  const entries = Object.entries(lock.packages).filter(([path]) => path !== "");
  return entries.every(([path, { version, optional }]) => {
    const there = installed.packages[path];
    return there ? there.version === version : optional === true;
  });
}

/**
 * Installs the npm packages of the lock file, unless they are there. Flags rather than trust in the
 * machine's settings: what we need are development packages, and none needs to run a script.
 */
async function installPackages() {
  const parse = (file) => JSON.parse(readFileSync(file, "utf8"));
  const record = inRoot("node_modules/.package-lock.json");
  if (existsSync(record) && agrees(parse(inRoot("package-lock.json")), parse(record))) return;
  console.log("Installing the npm packages of package-lock.json.");
  await npm(["ci", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund"]);
}

/**
 * Makes the machine ready, or stops with a sentence that says what is missing and how to get it.
 * @param {string[]} uses what is going to be done: "page", and suites of `npm test`
 */
export async function setUp(uses) {
  if (!atLeast(process.versions.node, leastNode)) {
    throw new Stop(`Node ${leastNode} or newer is needed; this is ${process.versions.node}.`);
  }
  let rows = await look(uses);
  if (unmet(rows).length) {
    await install(unmet(rows));
    rows = await look(uses);
  }
  const lacking = unmet(rows);
  const hopeless = lacking.filter((row) => !row.fetched);
  if (hopeless.length) throw new Stop(advice(hopeless));
  for (const { what } of lacking) console.log(`${what}: CMake fetches the pinned release.`);
  const node = { what: "Node", found: process.versions.node, met: true };
  const there = [node, ...rows].filter((row) => row.met);
  console.log(`Set-up: ${there.map(({ what, found }) => `${what} ${found}`).join(", ")}.`);
  await installPackages();
}
