import assert from "node:assert/strict";
import { test } from "node:test";
import { createServer } from "vite";

test("whoever writes the lesson sees it with its styles, under the policy else", async () => {
  const server = await createServer({
    configFile: new URL("../../web/vite.config.ts", import.meta.url).pathname,
    server: { middlewareMode: true, hmr: false, ws: false },
    optimizeDeps: { noDiscovery: true, include: [] },
    logLevel: "error",
  });
  try {
    const html = await server.transformIndexHtml("/", `<meta content="style-src 'self'; x" />`);
    assert.match(html, /style-src 'self' 'unsafe-inline'; x/);
  } finally {
    await server.close();
  }
});
