/**
 * The lesson's Markdown, made into Svelte at build time.
 *
 * A stage `web/lesson/<id>.md` is front matter (see `StageMeta`) and Markdown with three liberties: mathematics between
 * dollar signs, typeset here and not in the page; components, written as tags, which need no import; and `:::`-free
 * plain HTML for the few blocks that Markdown has no word for.
 */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { katex } from "@mdit/plugin-katex";
import MarkdownIt from "markdown-it";
import type { PreprocessorGroup } from "svelte/compiler";
import type { Plugin } from "vite";
import { parse } from "yaml";

const FRONT_MATTER = /^---\n([\s\S]*?)\n---\n/;
const CONTENTS = "contents.yaml";
const VIRTUAL = "virtual:lesson";

/** Roles have one colour each, in formulas as in figures. */
const MACROS = {
  "\\query": "\\htmlClass{role-query}{#1}",
  "\\key": "\\htmlClass{role-key}{#1}",
  "\\val": "\\htmlClass{role-value}{#1}",
  "\\weight": "\\htmlClass{role-weight}{#1}",
  /** What a step of a derivation is about. */
  "\\marked": "\\htmlClass{marked}{#1}",
};

/** HTML that Svelte must take as it is, braces and all. */
const verbatim = (html: string) => `{@html ${JSON.stringify(html)}}`;
const escapeBraces = (html: string) =>
  html.replace(/[{}]/g, (brace) => (brace === "{" ? "&#123;" : "&#125;"));

/** A line could end between a box, which a number is, and the comma after it. */
const together = (markup: string) => `<span class="together">${markup}</span>`;
const keepNumbers = (markup: string) =>
  markup.replace(/(?:<b><Value\s[^<>]*\/><\/b>|<Value\s[^<>]*\/>)[,.;:)]+/g, together);

/** A formula is boxes, too: the last one goes with the comma, and the line may still end between the others. */
function keepFormula(html: string, punctuation: string): string {
  const last = html.lastIndexOf('<span class="base">');
  const again = '<span class="katex"><span class="katex-html" aria-hidden="true">';
  return `${html.slice(0, last)}</span></span>${together(again + html.slice(last) + punctuation)}`;
}

/** A name in a program that is longer than a line is broken between its words. */
const breakable = (code: string) =>
  code.replace(/(?<=<code>)[\w.]+(?=<)/, (name) => name.replace(/[._](?=\w)/g, "$&<wbr>"));

/** Every exhibit in a `<Nearby>` of its own: most of a page is out of sight. */
function inTheirPlaces(markup: string, isExhibit: (name: string) => boolean): string {
  return markup.replace(/<(\/?)([A-Z]\w*)([^<>]*?)(\/?)>/g, (tag, closing, name, _, alone) => {
    if (!isExhibit(name)) return tag;
    return `${closing ? "" : "<Nearby>"}${tag}${closing || alone ? "</Nearby>" : ""}`;
  });
}

/** So do all components, not the lesson's text alone. */
export const numbersKeepPunctuation: PreprocessorGroup = {
  name: "numbers-keep-punctuation",
  markup: ({ content, filename = "" }) =>
    filename.endsWith(".svelte") ? { code: keepNumbers(content) } : undefined,
};

function markdown(forSvelte: boolean): MarkdownIt {
  const md = new MarkdownIt({ html: true, typographer: true });
  md.use(katex, {
    output: "htmlAndMathml",
    trust: true,
    logger: (code: string) => (code === "htmlExtension" ? "ignore" : "error"), // the roles' classes
    throwOnError: true,
    macros: MACROS,
  });
  const { math_inline, math_block, code_inline } = md.renderer.rules;
  const asItIs = forSvelte ? verbatim : (html: string) => html;
  md.renderer.rules.math_block = (...args) => asItIs(math_block!(...args));
  md.renderer.rules.math_inline = (tokens, at, ...rest) => {
    const html = math_inline!(tokens, at, ...rest);
    const next = tokens[at + 1];
    const [punctuation] = (next?.type === "text" && /^[,.;:)]+/.exec(next.content)) || [];
    if (!next || !punctuation) return asItIs(html);
    next.content = next.content.slice(punctuation.length);
    return asItIs(keepFormula(html, punctuation));
  };
  md.renderer.rules.code_inline = (...args) => breakable(code_inline!(...args));
  if (forSvelte) {
    for (const rule of ["text", "code_inline", "code_block", "fence"] as const) {
      const render = md.renderer.rules[rule];
      if (!render) continue;
      md.renderer.rules[rule] = (...args) => escapeBraces(render(...args));
    }
  }
  return md;
}

const inSvelte = markdown(true);
const asHtml = markdown(false);

function split(source: string, filename: string) {
  const found = FRONT_MATTER.exec(source);
  if (!found) throw new Error(`${filename}: a stage begins with front matter between --- lines`);
  return { meta: parse(found[1]!) as Record<string, unknown>, body: source.slice(found[0].length) };
}

/** Front matter is Markdown too: every string in it becomes a line of HTML. */
function renderStrings(value: unknown): unknown {
  if (typeof value === "string") return asHtml.renderInline(value);
  if (Array.isArray(value)) return value.map(renderStrings);
  return value;
}

/** Every stage as HTML, front matter and all, for whoever needs to know what characters the formulas are made of. */
export function lessonAsHtml(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .flatMap((name) => {
      const { meta, body } = split(readFileSync(join(folder, name), "utf8"), name);
      return [asHtml.render(body), ...Object.values(meta).flatMap(renderStrings).map(String)];
    });
}

/**
 * Turns a stage's Markdown into a Svelte component, which exports the front matter as `meta`; the components that the
 * text names are imported from `web/src`.
 */
export function lessonPreprocessor(componentFolders: string[]): PreprocessorGroup {
  return {
    name: "lesson",
    markup({ content, filename = "" }) {
      if (!filename.endsWith(".md")) return undefined;
      const { meta, body } = split(content, filename);
      const markup = keepNumbers(inSvelte.render(body));
      const fileOf = (name: string) => {
        const folder = componentFolders.find((f) => readdirSync(f).includes(`${name}.svelte`));
        if (!folder) throw new Error(`${filename}: there is no component ${name}`);
        return join(folder, `${name}.svelte`);
      };
      const isExhibit = (name: string) => readFileSync(fileOf(name), "utf8").includes("<Exhibit");
      const placed = inTheirPlaces(markup, isExhibit);
      const used = new Set([...placed.matchAll(/<([A-Z]\w*)/g)].map((tag) => tag[1]!));
      const imports = [...used].map(
        (name) => `import ${name} from ${JSON.stringify(fileOf(name))};`,
      );
      const rendered = Object.entries(meta).map(([key, value]) => [key, renderStrings(value)]);
      const fields = JSON.stringify(Object.fromEntries(rendered)).replaceAll("</", "<\\/");
      return {
        code:
          `<script module>\nexport const meta = ${fields};\n</script>\n\n` +
          `<script>\n${imports.join("\n")}\n</script>\n\n${placed}`,
      };
    },
  };
}

/** The stages' titles by their ids, in order. Every stage that is written has one. */
function readContents(folder: string, written: Iterable<string>): [string, string][] {
  const source = readFileSync(join(folder, CONTENTS), "utf8");
  const titles = Object.entries((parse(source) ?? {}) as Record<string, unknown>);
  const place = (id: string) =>
    `${CONTENTS}, line ${source.split("\n").findIndex((line) => line.startsWith(`${id}:`)) + 1}`;
  for (const [id, title] of titles)
    if (typeof title !== "string") throw new Error(`${place(id)}: the stage ${id} needs a title`);
  for (const name of written) {
    const id = basename(name, ".md");
    if (!titles.some(([listed]) => listed === id))
      throw new Error(`${CONTENTS}: the line “${id}: its title” is missing, but there is ${name}`);
  }
  return titles as [string, string][];
}

/** `virtual:lesson`: the stages in order and, where the stage is written, how to load it. */
export function lessonContents(folder: string): Plugin {
  const file = (name: string) => join(folder, name);
  const contents = () => {
    const written = new Set(readdirSync(folder).filter((f) => f.endsWith(".md")));
    const stages = readContents(folder, written).map(([id, title]) => {
      const known = `id: ${JSON.stringify(id)}, title: ${JSON.stringify(title)}`;
      if (!written.has(`${id}.md`)) return `{ ${known} }`;
      const path = file(`${id}.md`);
      return `{ ${known}, load: () => import(${JSON.stringify(path)}) }`;
    });
    return `export const stages = [\n${stages.join(",\n")}\n];`;
  };
  return {
    name: "lesson-contents",
    resolveId: (id) => (id === VIRTUAL ? `\0${VIRTUAL}` : undefined),
    load(id) {
      if (id !== `\0${VIRTUAL}`) return undefined;
      for (const name of readdirSync(folder)) this.addWatchFile(file(name));
      return contents();
    },
    handleHotUpdate({ file: changed, server }) {
      if (
        !changed.startsWith(folder) ||
        !["md", "yaml"].includes(basename(changed).split(".").pop()!)
      )
        return;
      const module = server.moduleGraph.getModuleById(`\0${VIRTUAL}`);
      if (module) server.moduleGraph.invalidateModule(module);
    },
  };
}
