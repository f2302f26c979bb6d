/** Doing work again only when what it is made from has changed. */
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { inRoot } from "./process.mjs";

/** Every file at or below a path of the project, in one order everywhere. */
export function filesBelow(path) {
  if (!existsSync(inRoot(path))) return [];
  if (statSync(inRoot(path)).isFile()) return [path];
  return readdirSync(inRoot(path))
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

/** One hash over the names and contents of files and folders of the project. */
function digest(paths, salt) {
  const hash = createHash("sha256").update(salt);
  for (const file of paths.flatMap(filesBelow)) {
    hash.update(`\0${file}\0`).update(readFileSync(inRoot(file)));
  }
  return hash.digest("hex");
}

/**
 * Runs `action`, unless `inputs` are what they were when it last succeeded and `outputs` are still there.
 * Contents count, not times: a fresh clone, a switched branch and a copied folder are all told apart.
 * @param {string} name of the work: names its stamp in build/stamps
 * @param {{inputs: string[], outputs: string[], salt?: string}} what paths in the project, and
 *   whatever else the result depends on
 */
export async function whenChanged(name, { inputs, outputs, salt = "" }, action) {
  const stamp = inRoot("build/stamps", name);
  const before = existsSync(stamp) ? readFileSync(stamp, "utf8") : "";
  const now = digest(inputs, salt);
  if (now === before && outputs.every((path) => existsSync(inRoot(path)))) return;
  rmSync(stamp, { force: true });
  await action();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, now);
}
