import { totalBytes, weighFirstLoad } from "../../tools/lib/weigh.mjs";
import { expect, test } from "./lesson";

const KB = 1000;

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
