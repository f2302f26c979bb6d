/** The engine of Simplified Attention, for a page, a worker, or Node 20 and later. */
import createModule from "./engine.js";
import type { Engine } from "./api.js";
import { facade } from "./facade.js";
import { checkSupport, readBytes, type WasmSource } from "./load.js";

export { EngineError, type EngineErrorCode } from "./error.js";
export type { Engine } from "./api.js";
export type { WasmSource } from "./load.js";
export type * from "./numerics-types.js";
export type * from "./types.js";

/**
 * Loads the engine. Several calls give several engines with memories of their own.
 * @throws EngineError `unsupported` where WebAssembly or its vectors are missing
 */
export async function loadEngine(source: WasmSource = {}): Promise<Engine> {
  checkSupport();
  const wasmBinary =
    source.wasmBinary ?? (await readBytes(new URL("./engine.wasm", import.meta.url)));
  return facade(await createModule({ wasmBinary }));
}
