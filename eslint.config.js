/**
 * Linting, and the one direction between the rooms:
 * figures, shell → state → facade → bindings → engine. Nothing points back.
 */
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import typescript from "typescript-eslint";

/** Files in `room` may not import what `patterns` name; `why` is what the offender reads. */
const keepOut = (room, patterns, why) => ({
  files: [`${room}/**/*.{ts,js,mjs,svelte,svelte.ts}`],
  rules: {
    // The shapes of what is drawn may be known by name: types vanish before the page runs.
    "@typescript-eslint/no-restricted-imports": [
      "error",
      { patterns: patterns.map((regex) => ({ regex, message: why, allowTypeImports: true })) },
    ],
  },
});

const behindFacade = ["(^|/)bindings/", "(^|/)dist/engine"];
const engine = ["^@(engine|kernels)", ...behindFacade];
const state = ["^@/state", "(^|/)state/"];
const drawing = ["^@/(figures|shell|exhibits)/", "(^|/)(figures|shell|exhibits)/"];
const web = ["^@/", "(^|/)web/"];

export default typescript.config(
  { ignores: ["build/", "dist/", "web/public/", "test-results/"] },
  typescript.configs.recommended,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-new-func": "error",
      "no-console": ["error", { allow: ["warn", "error"] }],
      "prefer-const": "error",
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: typescript.parser } },
    // Props are taken apart by one `let`, whichever of them are bound.
    rules: { "prefer-const": "off", "svelte/prefer-const": "error" },
  },
  { files: ["tools/**", "tests/**"], rules: { "no-console": "off" } },

  keepOut("web/src/figures", engine, "A figure draws what the state hands it; it asks no engine."),
  keepOut("web/src/exhibits", engine, "An exhibit ties a figure to the state, not to the engine."),
  keepOut("web/src/shell", engine, "The shell speaks to the state, not to the engine."),
  keepOut(
    "web/src/state",
    [...drawing, ...behindFacade],
    "State knows the facade, @engine, and nothing of what draws it.",
  ),
  keepOut(
    "web/src/measure",
    [...drawing, ...behindFacade, "^@/state"],
    "Who measures knows the kernels, and nothing of the page.",
  ),
  keepOut("web/src/input", [...engine, ...state, ...drawing], "Reading input needs nothing else."),
  keepOut("bindings", web, "The bindings know nothing of the page."),
);
