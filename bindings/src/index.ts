/** The engine of Simplified Attention, for a page, a worker, or Node 20 and later. */
import createModule from "./engine.js";
import type { Engine } from "./api.js";
import { EngineError } from "./error.js";
import { facade } from "./facade.js";

export { EngineError, type EngineErrorCode } from "./error.js";
export type { Engine } from "./api.js";
export type * from "./numerics-types.js";
export type * from "./types.js";

export interface LoadOptions {
  /** The bytes of engine.wasm; by default they are read from beside this file. */
  wasmBinary?: BufferSource;
}

/** A module of one function that makes a vector: valid only where 128-bit vectors are. */
const SIMD_PROBE = Uint8Array.from(
  // magic and version; type () → v128; one function of that type; i32.const 0, i8x16.splat
  atob("AGFzbQEAAAABBQFgAAF7AwIBAAoIAQYAQQD9Dws="),
  (character) => character.charCodeAt(0),
);

function checkSupport(): void {
  if (typeof WebAssembly !== "object") {
    throw new EngineError("unsupported", "engine: needs WebAssembly, which is not available here");
  }
  if (!WebAssembly.validate(SIMD_PROBE)) {
    throw new EngineError(
      "unsupported",
      "engine: needs WebAssembly's 128-bit vectors (SIMD), which this browser does not have; " +
        "Chrome and Edge 91, Firefox 89, Safari 16.4 and Node 20, or later, do",
    );
  }
}

async function readBytes(url: URL): Promise<BufferSource> {
  if (url.protocol === "file:" && typeof process === "object") {
    const { readFile } = await import(/* @vite-ignore */ "node:fs/promises");
    return readFile(url);
  }
  // As bytes, not as a stream: a stream would need the server to say application/wasm.
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`engine.wasm could not be fetched: ${response.status} ${response.statusText}`);
  }
  return response.arrayBuffer();
}

/**
 * Loads the engine. Several calls give several engines with memories of their own.
 * @throws EngineError `unsupported` where WebAssembly or its vectors are missing
 */
export async function loadEngine(options: LoadOptions = {}): Promise<Engine> {
  checkSupport();
  const wasmBinary =
    options.wasmBinary ?? (await readBytes(new URL("./engine.wasm", import.meta.url)));
  return facade(await createModule({ wasmBinary }));
}
