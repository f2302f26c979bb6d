import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { totalBytes, weighFirstLoad } from "../../tools/lib/weigh.mjs";
import { expect, test } from "./lesson";

const KB = 1000;
const ENGINE = new URL("../../dist/engine/", import.meta.url);

test("the first load weighs at most 200 KB, the engine at most 60 KB of it", async ({
  page,
  baseURL,
}) => {
  const files = await weighFirstLoad(page, baseURL!);
  const wasm = files.filter(({ path }) => path.endsWith(".wasm"));
  expect(wasm).toHaveLength(1);
  expect(totalBytes(wasm)).toBeLessThanOrEqual(60 * KB);
  expect(files.some(({ path }) => path.endsWith(".woff2"))).toBe(true);
  expect(totalBytes(files)).toBeLessThanOrEqual(200 * KB);
});

test("every build of the engine and of its kernels weighs at most 60 KB", () => {
  const modules = readdirSync(ENGINE).filter((name) => name.endsWith(".wasm"));
  expect(modules).toContain("engine.wasm");
  for (const name of modules) {
    const bytes = gzipSync(readFileSync(new URL(name, ENGINE)), { level: 9 }).length;
    expect(bytes, name).toBeLessThanOrEqual(60 * KB);
  }
});
