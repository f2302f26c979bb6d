import { fileURLToPath } from "node:url";
import { svelte, vitePreprocess } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { fonts } from "./vite/fonts.ts";
import { lessonContents, lessonPreprocessor } from "./vite/lesson.ts";
import { programs } from "./vite/programs.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Asks for what the first paint needs as soon as the document is read: the engine and the two upright faces. */
function preloadFirst(): Plugin {
  const first = [/engine.*\.wasm$/, /source-(?:serif|sans).*normal.*\.woff2$/];
  return {
    name: "preload-first",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const files = Object.keys(bundle ?? {}).filter((name) => first.some((f) => f.test(name)));
        return files.map((name) => ({
          tag: "link",
          injectTo: "head" as const,
          attrs: name.endsWith(".wasm")
            ? { rel: "preload", as: "fetch", crossorigin: "", href: `./${name}` }
            : {
                rel: "preload",
                as: "font",
                type: "font/woff2",
                crossorigin: "",
                href: `./${name}`,
              },
        }));
      },
    },
  };
}

/** Sent by our own server; the policy itself stands in index.html too, so that it holds on any host. */
const headers = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
};

export default defineConfig({
  root: here("."),
  base: "./",
  resolve: {
    alias: {
      "@engine": here("../dist/engine/index.js"),
      "@fonts": here("../build/fonts"),
      "@": here("src"),
    },
  },
  plugins: [
    fonts({ web: here("."), folder: here("../build/fonts") }),
    lessonContents(here("lesson")),
    programs(),
    svelte({
      configFile: false,
      extensions: [".svelte", ".md"],
      preprocess: [
        lessonPreprocessor([here("src/exhibits"), here("src/figures"), here("src/shell")]),
        vitePreprocess(),
      ],
    }),
    preloadFirst(),
  ],
  build: {
    outDir: here("../dist"),
    emptyOutDir: false,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  server: { headers, fs: { allow: [here("..")] } },
  preview: { headers },
});
