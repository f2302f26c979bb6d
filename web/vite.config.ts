import { fileURLToPath } from "node:url";
import { svelte, vitePreprocess } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { fonts } from "./vite/fonts.ts";
import { oneFile } from "./vite/one-file.ts";
import { lessonContents, lessonPreprocessor, numbersKeepPunctuation } from "./vite/lesson.ts";
import { programs } from "./vite/programs.ts";

const FIRST_STAGE = "pattern";
/** The page itself, with all that it imports, and the components that every stage has. */
const EVERY_VISIT =
  /web\/src\/(?:main\.ts|figures\/(?:grid|scale)\.ts|figures\/SentenceWeights\.svelte|shell\/(?:download\.ts|(?:Choice|Example|Exhibit|Nearby|Player|SaveAs|Slider|Value)\.svelte))$/;

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Asks for what the first paint needs as soon as the document is read: the engine, the two upright faces and the first
 * stage, where most visits begin.
 */
function preloadFirst(): Plugin {
  const link = (rel: string, href: string, attrs: Record<string, string> = {}) => ({
    tag: "link",
    injectTo: "head" as const,
    attrs: { rel, href: `./${href}`, crossorigin: "", ...attrs },
  });
  return {
    name: "preload-first",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {} }) {
        const files = Object.keys(bundle);
        const chunk = (name: string) => {
          const found = bundle[name];
          return found?.type === "chunk" ? [found] : [];
        };
        const needed = new Set(
          files
            .flatMap(chunk)
            .filter(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${FIRST_STAGE}.md`)),
        );
        for (const { imports } of needed) imports.flatMap(chunk).forEach((one) => needed.add(one));
        const styles = [...needed].flatMap((one) => [...(one.viteMetadata?.importedCss ?? [])]);
        const missing = (name: string) => !html.includes(name);
        return [
          ...files
            .filter((name) => /engine.*\.wasm$/.test(name))
            .map((name) => link("preload", name, { as: "fetch" })),
          ...[...needed]
            .map(({ fileName }) => fileName)
            .filter(missing)
            .map((name) => link("modulepreload", name)),
          // As style sheets: were they preloaded only, the stage would wait for each once more.
          ...styles.filter(missing).map((name) => link("stylesheet", name)),
          ...files
            .filter((name) => /source-(?:serif|sans).*normal.*\.woff2$/.test(name))
            .map((name) => link("preload", name, { as: "font", type: "font/woff2" })),
        ];
      },
    },
  };
}

/** While the lesson is being written its styles come as elements, which the policy of what is published forbids. */
const styledWhileServed: Plugin = {
  name: "styled-while-served",
  apply: "serve",
  transformIndexHtml: (html) =>
    html.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"),
};

/** Sent by our own server; the policy itself stands in index.html too, so that it holds on any host. */
const headers = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
};

/** `--mode one-file` builds the lesson as a single file, any other mode the site. */
export default defineConfig(({ mode }) => ({
  root: here("."),
  base: "./",
  resolve: {
    alias: {
      "@engine": here("../dist/engine/index.js"),
      "@kernels": here("../dist/engine/kernels.js"),
      "@fonts": here("../build/fonts"),
      "@words": here("words"),
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
        numbersKeepPunctuation,
        vitePreprocess(),
      ],
    }),
    styledWhileServed,
    mode === "one-file" ? oneFile("lesson.html") : preloadFirst(),
  ],
  build: {
    outDir: here("../dist"),
    emptyOutDir: false,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      checks: { bundlerTimings: false }, // where a build's time goes is of no use to whoever starts the lesson
      output: {
        codeSplitting: {
          // What every visit needs in one file: each file more waits for a connection.
          groups: [{ name: "start", test: EVERY_VISIT }],
        },
      },
    },
  },
  server: { headers, fs: { allow: [here("..")] } },
  preview: { headers },
}));
