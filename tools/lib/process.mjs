/** Starting other programs: quietly, in the open, or both; and ending in a sentence rather than a stack. */
import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The top folder of the project. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

/** A path inside the project. */
export const inRoot = (...parts) => join(root, ...parts);

/** A reason to stop that is the reader's to mend: shown as a sentence, without a stack. */
export class Stop extends Error {}

/** Colours for a terminal, none for a log: the programs we start see a pipe and cannot tell. */
const colours = process.stdout.isTTY ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" };

/** True when we may use the file so: constants.X_OK to run it, constants.W_OK to write there. */
export function mayUse(file, how) {
  try {
    accessSync(file, how);
    return true;
  } catch {
    return false;
  }
}

/**
 * Runs a program and resolves to its exit code and what it printed.
 * A program that cannot be started counts as one that failed, with code 127.
 * @param {object} [options]
 * @param {boolean} [options.show] pass the output on while it comes
 * @param {string} [options.cwd] default: the top folder
 * @param {object} [options.env] added to our own environment
 * @param {"ignore" | "inherit"} [options.input] what the program reads; default: nothing
 */
export function execute(command, args = [], options = {}) {
  const { show = false, cwd = root, env = {}, input = "ignore" } = options;
  return new Promise((resolve) => {
    const stdio = [input, "pipe", "pipe"];
    const environment = { ...process.env, ...colours, ...env };
    const child = spawn(command, args, { cwd, env: environment, stdio });
    let output = "";
    const collect = (stream) => (chunk) => {
      output += chunk;
      if (show) stream.write(chunk);
    };
    child.stdout.setEncoding("utf8").on("data", collect(process.stdout));
    child.stderr.setEncoding("utf8").on("data", collect(process.stderr));
    child.on("error", (error) => resolve({ code: 127, output: error.message }));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Runs a program that has to succeed. Its output is shown; if `quiet`, only when it fails. */
export async function run(command, args, { quiet = false, ...options } = {}) {
  const { code, output } = await execute(command, args, { ...options, show: !quiet });
  if (code === 0) return;
  if (quiet || code === 127) process.stderr.write(`${output.trimEnd()}\n`);
  throw new Stop(`This failed with exit code ${code}: ${[command, ...args].join(" ")}`);
}

/** The full path of a program: as it is given, or as the PATH leads to it. Undefined where it is not there. */
export function onPath(program) {
  const folders = program.includes("/") ? [""] : (process.env.PATH ?? "").split(delimiter);
  return folders
    .map((folder) => join(folder, program))
    .find((file) => mayUse(file, constants.X_OK));
}

/** Runs npm with the very Node that runs us; `npm start` tells where npm lies. */
export function npm(args, options) {
  const script = process.env.npm_execpath;
  if (script?.endsWith("npm-cli.js")) return run(process.execPath, [script, ...args], options);
  return run("npm", args, options);
}

/** The command line of a program that an npm package brings, by its script under node_modules. */
export const script = (path, ...args) => [
  process.execPath,
  [inRoot("node_modules", path), ...args],
];

/** Runs the body of a command; a Stop ends it with its sentence and exit code 1. */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}
