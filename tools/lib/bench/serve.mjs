/** A server for the benchmark's own pages: cross-origin isolated, which makes the page's clock fine. */
import { once } from "node:events";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname } from "node:path";
import { inRoot } from "../process.mjs";

const types = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
};

/** Where the first part of a path leads. */
const folders = {
  engine: "dist/engine",
  peers: "bench/node_modules",
  page: "bench/page",
};

/** The file that a path names, or undefined. */
function fileOf(path) {
  const [, folder, ...rest] = path.split("/");
  if (!Object.hasOwn(folders, folder) || rest.includes("..")) return undefined;
  const file = inRoot(folders[folder], ...rest);
  return existsSync(file) && statSync(file).isFile() ? file : undefined;
}

/** Serves until close(); `asked` grows by every path that is asked for. */
export async function serve() {
  const asked = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const file = fileOf(pathname);
    asked.push(pathname);
    response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
    response.setHeader("Cross-Origin-Embedder-Policy", "require-corp");
    response.setHeader("Cache-Control", "no-store");
    if (!file) return response.writeHead(404).end();
    response.setHeader("Content-Type", types[extname(file)] ?? "application/octet-stream");
    response.end(request.method === "HEAD" ? undefined : readFileSync(file));
  });
  await once(server.listen(0, "localhost"), "listening");
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { site: `http://localhost:${server.address().port}/page/`, asked, fileOf, close };
}
