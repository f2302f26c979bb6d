/**
 * Programs that the page shows, coloured at build time: `import lines from "…/softmax.cc?coloured"` gives lines of
 * tokens, each a text and the CSS variable of its colour. What a learner's numbers replace in them stays plain text.
 */
import { readFileSync } from "node:fs";
import { basename, extname } from "node:path";
import { codeToTokensBase, createCssVariablesTheme } from "shiki";
import type { Plugin } from "vite";

const QUERY = "?coloured";
const LANGUAGES = { ".py": "python", ".cc": "cpp" } as const;

const theme = createCssVariablesTheme({ name: "roles", variablePrefix: "--code-" });

export function programs(): Plugin {
  return {
    name: "programs",
    enforce: "pre",
    async load(id) {
      if (!id.endsWith(QUERY)) return undefined;
      const file = id.slice(0, -QUERY.length);
      const lang = LANGUAGES[extname(file) as keyof typeof LANGUAGES];
      if (!lang) throw new Error(`${basename(file)}: no language is known by its ending`);
      this.addWatchFile(file);
      const lines = await codeToTokensBase(readFileSync(file, "utf8").trimEnd(), { lang, theme });
      const tokens = lines.map((line) =>
        line.map(({ content, color }) => ({ text: content, color })),
      );
      return { code: `export default ${JSON.stringify(tokens)};`, map: null };
    },
  };
}
