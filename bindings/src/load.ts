/** What both modules need to know and to do before they run. */
import { EngineError } from "./error.js";

export interface WasmSource {
  /** The module's bytes; by default they are read from beside this file. */
  wasmBinary?: BufferSource;
}

/** Modules of one function that makes a vector: valid only where the browser has the instructions. */
const probe = (base64: string) =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
// magic and version; type () → v128; one function of that type; i32.const 0, i8x16.splat
const SIMD = probe("AGFzbQEAAAABBQFgAAF7AwIBAAoIAQYAQQD9Dws=");
// the same with three of them, and f32x4.relaxed_madd
const RELAXED_SIMD = probe("AGFzbQEAAAABBQFgAAF7AwIBAAoTAREAQQD9D0EA/Q9BAP0P/YUCCw==");

/** Whether multiply and add can be one instruction here (relaxed SIMD). */
export const supportsRelaxed = (): boolean =>
  typeof WebAssembly === "object" && WebAssembly.validate(RELAXED_SIMD);

/** @throws EngineError `unsupported` where WebAssembly or its vectors are missing */
export function checkSupport(): void {
  if (typeof WebAssembly !== "object") {
    throw new EngineError("unsupported", "engine: needs WebAssembly, which is not available here");
  }
  if (!WebAssembly.validate(SIMD)) {
    throw new EngineError(
      "unsupported",
      "engine: needs WebAssembly's 128-bit vectors (SIMD), which this browser does not have; " +
        "Chrome and Edge 91, Firefox 89, Safari 16.4 and Node 20, or later, do",
    );
  }
}

/** Whether Node has to read it; everything else is fetched. */
const isFile = (url: URL) => url.protocol === "file:" && typeof process === "object";

async function readFile(url: URL): Promise<BufferSource> {
  const files = await import(/* @vite-ignore */ "node:fs/promises");
  return files.readFile(url);
}

async function fetchModule(url: URL): Promise<Response> {
  const response = await fetch(url);
  if (response.ok) return response;
  const name = url.pathname.split("/").at(-1);
  throw new Error(`${name} could not be fetched: ${response.status} ${response.statusText}`);
}

/** An instance of the module given, or of that at `url`, compiled while it arrives where the server says what it is. */
export async function instantiate(
  { wasmBinary }: WasmSource,
  url: URL,
  imports: WebAssembly.Imports,
): Promise<WebAssembly.WebAssemblyInstantiatedSource> {
  if (wasmBinary) return WebAssembly.instantiate(wasmBinary, imports);
  if (isFile(url)) return WebAssembly.instantiate(await readFile(url), imports);
  const response = await fetchModule(url);
  return response.headers.get("Content-Type") === "application/wasm"
    ? WebAssembly.instantiateStreaming(response, imports)
    : WebAssembly.instantiate(await response.arrayBuffer(), imports);
}
