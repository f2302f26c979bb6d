/** Versions as programs and headers tell them. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { execute, inRoot } from "./process.mjs";

/** Where headers lie: our own unpacked packages first, then the system's and Homebrew's folders. */
const includeFolders = [
  inRoot("build/deps/usr/include"),
  "/usr/include",
  "/usr/local/include",
  "/opt/homebrew/include",
];

/** True when `version` is `least` or newer: "3.10" is newer than "3.9". */
export function atLeast(version, least) {
  const [have, want] = [version, least].map((text) => text.split(/[.-]/).map(Number));
  for (const [place, number] of want.entries()) {
    if ((have[place] || 0) !== number) return (have[place] || 0) > number;
  }
  return true;
}

/** The first thing in a text that looks like a version. */
export const versionIn = (text) => /\d+\.\d+(?:\.\d+)*/.exec(text)?.[0];

/** What `command --version` says, or undefined where the command is not there or does not run. */
export async function programVersion(command) {
  const { code, output } = await execute(command, ["--version"]);
  return code === 0 ? (versionIn(output) ?? "?") : undefined;
}

/**
 * The version that a C++ library's header defines in macros.
 * @param {string[]} headers below an include folder; the first that defines all the macros is taken
 * @param {string[]} macros the names that make up the version, first to last
 */
export function headerVersion(headers, macros) {
  const files = includeFolders.flatMap((folder) => headers.map((header) => join(folder, header)));
  for (const file of files.filter(existsSync)) {
    const text = readFileSync(file, "utf8");
    const parts = macros.map((name) => new RegExp(`define\\s+${name}\\s+(\\d+)`).exec(text)?.[1]);
    if (!parts.includes(undefined)) return parts.join(".");
  }
  return undefined;
}

/** Where libraries to link with lie; Debian has a folder for each kind of processor. */
const libraryFolders = [
  ...["x86_64", "aarch64"].map((processor) => `/usr/lib/${processor}-linux-gnu`),
  "/usr/lib64",
  "/usr/lib",
  "/usr/local/lib",
  "/opt/homebrew/lib",
];

/** "installed" where a library is there to link with; its version cannot be read from outside. */
export function libraryThere(name) {
  const files = libraryFolders.flatMap((folder) =>
    ["so", "dylib", "a"].map((ending) => join(folder, `lib${name}.${ending}`)),
  );
  return files.some(existsSync) ? "installed" : undefined;
}
