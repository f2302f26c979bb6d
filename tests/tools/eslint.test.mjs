/** The linter tells whoever points back, at the line where it happens. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ESLint } from "eslint";
import { inRoot, root } from "../../tools/lib/process.mjs";

const eslint = new ESLint({ cwd: root });

/** True when ESLint lets the file hold that line. */
async function allows(file, line) {
  const [{ messages }] = await eslint.lintText(line, { filePath: inRoot(file) });
  return !messages.some(({ ruleId }) => ruleId?.endsWith("no-restricted-imports"));
}

test("ESLint stops imports that point back, and only those", async () => {
  const svelte = (line) => `<script lang="ts">\n${line}\n</script>`;
  const loads = (path) => `import { x } from "${path}";\nx();\n`;
  const forbidden = [
    ["web/src/figures/a.ts", loads("@engine")],
    ["web/src/figures/A.svelte", svelte(loads("../../../bindings/src/index"))],
    ["web/src/exhibits/A.svelte", svelte(loads("@engine"))],
    ["web/src/shell/A.svelte", svelte(loads("@engine"))],
    ["web/src/state/a.ts", loads("@/figures/grid")],
    ["web/src/state/a.svelte.ts", loads("../shell/view")],
    ["web/src/state/a.ts", loads("../../../dist/engine/index.js")],
    ["web/src/input/a.ts", loads("@/state/view")],
    ["bindings/src/a.ts", loads("../../web/src/state/view")],
  ];
  const allowed = [
    ["web/src/figures/a.ts", `import type { Matrix } from "@engine";\nexport type M = Matrix;\n`],
    ["web/src/figures/A.svelte", svelte(loads("@/state/view"))],
    ["web/src/state/a.ts", loads("@engine")],
    ["bindings/src/a.ts", loads("./error.js")],
  ];
  for (const [file, line] of forbidden) assert.ok(!(await allows(file, line)), `${file}: ${line}`);
  for (const [file, line] of allowed) assert.ok(await allows(file, line), `${file}: ${line}`);
});
