/** The engine as callers see it: typed, with defaults, and with errors that are thrown. */
import type { Engine } from "./api.js";
import type { EngineModule, Refusal } from "./engine.js";
import { EngineError } from "./error.js";
import { masksIn, matrixIn, numberIn, wordIn } from "./input.js";
import type { AttendOptions, RowFlag } from "./types.js";

const ROW_FLAGS: readonly RowFlag[] = ["ok", "underflow", "empty", "poisoned"];
const ATTEND_MATRICES = ["x", "q", "k", "v", "wq", "wk", "wv"] as const;
const ATTEND_FIELDS = new Set<string>([
  ...ATTEND_MATRICES,
  "scale",
  "temperature",
  "mask",
  "normalise",
]);

/** The answer, or the refusal thrown. */
function answer<T extends object>(result: T | Refusal): T {
  if ("code" in result) throw new EngineError(result.code, result.message);
  return result;
}

/** A misspelt option must not be passed over in silence. */
function checkFields(where: string, options: object, known: ReadonlySet<string>): void {
  for (const field of Object.keys(options)) {
    if (!known.has(field)) throw new EngineError("type", `${field}: is not an option of ${where}`);
  }
}

const optionalMatrix = (field: string, value: AttendOptions["x"]) =>
  value === undefined ? undefined : matrixIn(field, value);

const scaleIn = (value: unknown) =>
  typeof value === "number" ? value : wordIn("scale", value, ["none", "sqrt"]);

export function facade(module: EngineModule): Engine {
  return {
    target: module.target(),

    attend(options) {
      checkFields("attend", options, ATTEND_FIELDS);
      const { scale = "none", temperature = 1, mask = "none", normalise = "row" } = options;
      const result = answer(
        module.attend({
          x: optionalMatrix("x", options.x),
          q: optionalMatrix("q", options.q),
          k: optionalMatrix("k", options.k),
          v: optionalMatrix("v", options.v),
          wq: optionalMatrix("wq", options.wq),
          wk: optionalMatrix("wk", options.wk),
          wv: optionalMatrix("wv", options.wv),
          scale: scaleIn(scale),
          temperature: numberIn("temperature", temperature),
          masks: masksIn("mask", mask),
          normalise: wordIn("normalise", normalise, ["row", "column", "matrix"]),
        }),
      );
      return { ...result, rowFlags: Array.from(result.rowFlags, (flag) => ROW_FLAGS[flag]!) };
    },
  };
}
