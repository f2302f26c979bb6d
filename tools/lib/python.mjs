/** Finding a Python that has NumPy, for the tests that hold the engine against it. */
import { execute, onPath } from "./process.mjs";

/** Debian's own comes second: another Python before it on the PATH may know nothing of its packages. */
const candidates = [process.env.PYTHON, "python3", "/usr/bin/python3", "python"];

/** The first Python with NumPy, as { path, version } with NumPy's version, or undefined. PYTHON may name any. */
export async function findNumpy() {
  for (const path of candidates.filter(Boolean).map(onPath).filter(Boolean)) {
    const { code, output } = await execute(path, ["-c", "import numpy; print(numpy.__version__)"]);
    if (code === 0) return { path, version: output.trim() };
  }
  return undefined;
}
