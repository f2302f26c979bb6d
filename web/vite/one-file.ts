/**
 * The whole lesson as one file: the built page with its script, its styles and all that they load packed inside, so that
 * it opens by a double click. Script and styles are compressed; a few lines at the top unpack them. The content security
 * policy names each of the three by its hash, and lets nothing else run and nothing be fetched from anywhere.
 */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Plugin, Rolldown } from "vite";

/** Runs in the page: puts what is packed in the document into its place. */
const UNPACK = `
for (const packed of document.querySelectorAll("template[data-packed]")) {
  const bytes = Uint8Array.from(atob(packed.innerHTML), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const element = document.createElement(packed.dataset.packed);
  if (packed.dataset.packed === "script") element.type = "module";
  element.textContent = await new Response(stream).text();
  packed.replaceWith(element);
}
`;

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const pack = (element: "script" | "style", text: string) =>
  `<template data-packed="${element}">${gzipSync(text, { level: 9 }).toString("base64")}</template>`;

function policy(script: string, style: string): string {
  return [
    "default-src 'none'",
    `script-src ${hashOf(UNPACK)} ${hashOf(script)} 'wasm-unsafe-eval'`,
    `style-src ${hashOf(style)}`,
    "style-src-attr 'unsafe-inline'",
    "font-src data:",
    "img-src data: blob:",
    "connect-src data: blob:",
    "worker-src data: blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** The one thing of its kind in the bundle. */
function only<T>(found: readonly T[], kind: string): T {
  if (found.length !== 1) throw new Error(`one file: the build made ${found.length} ${kind}`);
  return found[0]!;
}

export function oneFile(fileName: string): Plugin {
  return {
    name: "one-file",
    config: () => ({
      build: {
        assetsInlineLimit: Number.MAX_SAFE_INTEGER,
        cssCodeSplit: false,
        rolldownOptions: { output: { codeSplitting: false } },
      },
    }),
    /** Workers too are packed inside, with what they load. */
    resolveId: {
      order: "pre",
      handler(source, importer) {
        return source.endsWith("?worker") ? this.resolve(`${source}&inline`, importer) : undefined;
      },
    },
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const files = Object.values(bundle);
        const chunks = files.filter((file) => file.type === "chunk");
        const asset = (ending: string) => {
          const found = files.filter((f) => f.type === "asset" && f.fileName.endsWith(ending));
          return String(only(found as Rolldown.OutputAsset[], `${ending} files`).source);
        };
        const script = only(chunks, "scripts").code;
        const style = asset(".css");
        const icon = `data:image/svg+xml;base64,${Buffer.from(asset(".svg")).toString("base64")}`;
        const packed = `${pack("style", style)}${pack("script", script)}`;
        const source = asset(".html")
          .replace(/<script type="module"[^>]*><\/script>|<link rel="stylesheet"[^>]*>/g, "")
          .replace(/(Policy"\s*content=")[^"]*/, (_, start) => start + policy(script, style))
          .replace(/(rel="icon" href=")[^"]*/, `$1${icon}`)
          .replace("</body>", `${packed}<script type="module">${UNPACK}</script></body>`);
        for (const name of Object.keys(bundle)) delete bundle[name];
        this.emitFile({ type: "asset", fileName, source });
      },
    },
  };
}
