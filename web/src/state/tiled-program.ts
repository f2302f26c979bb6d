/** Online softmax as a NumPy program that rounds as the format does. */
import { bitsOf } from "./formats";
import { pythonFormat } from "./python-format";
import { pythonNumber, pythonVector } from "./quantities";
import type { Reading, Variation } from "./tiled-pass";
import { keysOf } from "./tile-order";

interface Wanted {
  readonly query: string;
  /** One-based. */
  readonly component: number;
  /** What is printed: of `states[t]` = (m, r, kept l, l, kept z, z, z / l), `e`, `p` and `shares`. */
  readonly expression: string;
  /** Lines before that. */
  readonly more: readonly string[];
}

/** A name as a comment can hold it. */
const quoted = (name: string) => JSON.stringify(name);

export function tiledProgram(reading: Reading, variation: Variation, wanted: Wanted): string {
  const { scores, values, tile, order, format } = reading;
  const { start = -Infinity, rescaling = "both", guarded = false } = variation;
  const tiles = order.map((which) => `[${keysOf(which, tile, scores.length).join(", ")}]`);
  const from = guarded ? "0.0 if new == -np.inf else new" : "new";
  const rescale = "fp(np.exp(fp(m - base)))";
  const over = (a: string) => (guarded ? `(fp(${a} / l) if l != 0 else 0.0)` : `fp(${a} / l)`);
  return [
    "import numpy as np",
    "",
    ...pythonFormat(format),
    "",
    `scores = fp(${pythonVector(scores)})  # of ${quoted(wanted.query)} with every key: x[i] @ x.T in single precision`,
    `values = fp(${pythonVector(values)})  # component ${wanted.component} of every x`,
    `m, l, z = ${Number.isFinite(start) ? `fp(${start})` : `np.float64(${pythonNumber(start)})`}, np.float64(0), np.float64(0)`,
    "e, p, part = np.zeros_like(scores), np.zeros_like(scores), np.zeros_like(scores)",
    "states = [(m, None, None, l, None, z, None)]",
    `for keys in [${tiles.join(", ")}]:  # the tiles, as they are read`,
    "    new = np.max(np.append(scores[keys], m))",
    `    base = ${from}`,
    bitsOf(format).beyond === "infinity"
      ? `    r = ${rescale}`
      : `    r = 0.0 if m == -np.inf else ${rescale}  # the format has no infinity`,
    `    kept_l = ${rescaling === "neither" ? "l" : "fp(l * r)"}`,
    `    kept_z = ${rescaling === "both" ? "fp(z * r)" : "z"}`,
    `    part = ${rescaling === "both" ? "fp(part * r)" : "part"}`,
    "    m, l, z = new, kept_l, kept_z",
    "    for j in keys:",
    "        e[j] = part[j] = fp(np.exp(fp(scores[j] - base)))",
    "        p[j] = fp(e[j] * values[j])",
    "        l, z = fp(l + e[j]), fp(z + p[j])",
    `    states.append((m, r, kept_l, l, kept_z, z, ${over("z")}))`,
    `shares = [${over("a")} for a in part]`,
    ...wanted.more,
    `print(${wanted.expression})`,
    "",
  ].join("\n");
}
