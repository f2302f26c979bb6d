/** Several processes at once whose output is read one after the other. */
import { fork } from "node:child_process";
import { colours, inRoot } from "./process.mjs";

const CHILD = "SIMPLIFIED_ATTENTION_CHILD";

/** Whether this process is one of them. */
export const inChild = process.env[CHILD] !== undefined && process.send !== undefined;

/** Starts a script; `show` passes on what it has printed so far, and from then on what it prints. */
function start(script, args) {
  const env = { ...process.env, ...colours, [CHILD]: "1" };
  const child = fork(inRoot(script), args, { env, silent: true });
  const kept = [];
  let shown = false;
  const keep = (stream) => (chunk) => (shown ? stream.write(chunk) : kept.push([stream, chunk]));
  child.stdout.on("data", keep(process.stdout));
  child.stderr.on("data", keep(process.stderr));
  const ended = new Promise((resolve) => {
    let answer;
    child.on("message", (message) => (answer = message));
    child.on("close", () => resolve(answer));
  });
  const show = () => {
    shown = true;
    for (const [stream, chunk] of kept) stream.write(chunk);
  };
  return { ended, show };
}

/**
 * Runs a script of ours once for each list of arguments, all at the same time. The first is shown as it goes, each other
 * once those before it have ended. Resolves to what each sent, undefined where it sent nothing.
 */
export async function runBeside(script, lists) {
  const answers = [];
  for (const { ended, show } of lists.map((args) => start(script, args))) {
    show();
    answers.push(await ended);
  }
  return answers;
}
