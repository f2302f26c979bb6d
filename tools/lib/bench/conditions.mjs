/** Under what a benchmark ran: what its figures cannot be read without. */
import { cpus, loadavg } from "node:os";
import { execute } from "../process.mjs";

const git = async (...args) => (await execute("git", args)).output.trim();

/** What is measured. */
const measured = ["engine", "bindings", "bench", "CMakeLists.txt", "cmake"];

/** One, five and fifteen minutes, as the system counts. */
export const load = () => loadavg().map((number) => Number(number.toFixed(2)));

/** The commit, the day and the machine; `changed` where the sources are not the commit's. */
export async function conditions() {
  const changes = await git("status", "--porcelain", "--", ...measured, ":!bench/results.json");
  return {
    commit: await git("rev-parse", "--short=10", "HEAD"),
    ...(changes ? { changed: true } : {}),
    date: new Date().toISOString().slice(0, 10),
    cpu: cpus()[0].model.trim(),
    cores: cpus().length,
    load: { before: load() },
  };
}
