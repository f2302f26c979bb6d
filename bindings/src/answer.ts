import type { Refusal } from "./engine.js";
import { EngineError } from "./error.js";

/** The answer, or the engine's refusal thrown. */
export function answer<T extends object>(result: T | Refusal): T {
  if ("code" in result) throw new EngineError(result.code, result.message);
  return result;
}
