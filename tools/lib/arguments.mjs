/** What a command takes on its line: refused, or listed, before any work is done. */
import { Stop } from "./process.mjs";

/**
 * Which of the known `flags` are given, by name; each says what it does. `--help` prints them and ends the command.
 * @param {string} command as it is typed
 * @param {Record<string, string>} flags
 */
export function readFlags(command, flags, given = process.argv.slice(2)) {
  const known = { ...flags, help: "prints this" };
  const lines = Object.entries(known).map(([name, what]) => `  --${name.padEnd(8)} ${what}`);
  const usage = `${command} takes, after a --:\n${lines.join("\n")}`;
  const unknown = given.filter((each) => !Object.keys(known).some((name) => each === `--${name}`));
  if (unknown.length) throw new Stop(`${unknown.join(" ")}: not known.\n${usage}`);
  if (given.includes("--help")) {
    console.log(usage);
    process.exit(0);
  }
  return Object.fromEntries(Object.keys(flags).map((name) => [name, given.includes(`--${name}`)]));
}
