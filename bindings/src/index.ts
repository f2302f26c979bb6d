/** The engine of Simplified Attention, for a page, a worker, or Node 20 and later. */
import createModule, { type EngineModule, type LoaderOptions } from "./engine.js";
import type { Engine } from "./api.js";
import { facade } from "./facade.js";
import { checkSupport, instantiate, type WasmSource } from "./load.js";

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
  const url = new URL("./engine.wasm", import.meta.url);
  const module = await new Promise<EngineModule>((resolve, reject) => {
    const instantiateWasm: LoaderOptions["instantiateWasm"] = (imports, receive) => {
      // Emscripten's loader waits for the instance, and would wait for ever for one that fails.
      instantiate(source, url, imports).then((made) => receive(made.instance, made.module), reject);
      return {};
    };
    createModule({ instantiateWasm }).then(resolve, reject);
  });
  return facade(module);
}
