/** The page's typefaces, each cut down to the characters that the lesson's own text and formulas are made of. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import subset from "subset-font";
import type { Plugin } from "vite";
import { SYMBOLS } from "../src/state/symbols.ts";
import { lessonAsHtml } from "./lesson.ts";
import { writeOutlines, type OutlineOf } from "./outlines.ts";

const require = createRequire(import.meta.url);

interface Face {
  family: string;
  file: string;
  style: "normal" | "italic";
  /** One weight, or the range of a variable face. */
  weight: number | { min: number; max: number };
  /** What of the face's typography is kept: kerning, and figures of one width for tables. */
  features: string[];
}

const TEXT_FACES: Face[] = [
  {
    family: "Source Serif 4",
    file: "@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2",
    style: "normal",
    weight: { min: 400, max: 700 },
    features: ["kern"],
  },
  {
    family: "Source Serif 4",
    file: "@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-italic.woff2",
    style: "italic",
    weight: 400,
    features: ["kern"],
  },
  {
    family: "Source Sans 3",
    file: "@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2",
    style: "normal",
    weight: { min: 400, max: 700 },
    features: ["kern", "tnum"],
  },
];

/** The weights that the style sheets ask of a variable face. */
const WEIGHTS = [400, 600, 700];

const KATEX_CSS = require.resolve("katex/dist/katex.min.css");

/** Printable ASCII: what a learner types can be made of any of it. Rarer characters fall back to the reader's own fonts. */
const ASCII = Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCodePoint(0x20 + i));

/** The quantities that figures name, in KaTeX's faces as formulas do: letters slanted, words and indices upright. */
const quantities = Object.values(SYMBOLS);
const slanted = quantities.filter(({ upright }) => !upright).map(({ letter }) => letter);
const upright = quantities.filter(({ upright }) => upright).map(({ letter }) => letter);
const superscripts = quantities.map(({ over = "" }) => over);
const INDICES = "0123456789,";

/**
 * For KaTeX's faces of which the page takes a part only: the classes of formulas that ask for them, and what figures set
 * in them. A learner's own words can stand for a slanted letter.
 */
const PARTS: Record<string, { classes: RegExp; figures?: string[] }> = {
  "KaTeX_Main-Regular": {
    classes: /^(?!.*mathnormal)/,
    figures: [...upright, ...superscripts, INDICES],
  },
  "KaTeX_Math-Italic": {
    classes: /mathnormal/,
    figures: [...slanted, ...ASCII.filter((character) => /[a-z]/i.test(character))],
  },
  "KaTeX_AMS-Regular": { classes: /amsrm|mathbb/ },
  "KaTeX_Size1-Regular": { classes: /size1|small-op/ },
  "KaTeX_Size2-Regular": { classes: /size2|large-op/ },
};

/** Of KaTeX's faces, those whose letters stand in figures. */
const IN_FIGURES = /^KaTeX_(?:Main|Math|AMS|Size\d)$/;

const characters = (texts: Iterable<string>) => [...new Set([...texts].join(""))].sort().join("");

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
}

/** The class and the text of every leaf of the formulas. */
function formulaLeaves(html: readonly string[]) {
  return html
    .flatMap((page) => [...page.matchAll(/<span class="([^"]*)"[^>]*>([^<]+)/g)])
    .map(([, classes, text]) => ({ classes: classes!, text: text! }));
}

/** The face in `source`, cut down to `text`; made once, as long as neither changes. */
async function cut(
  source: string,
  text: string,
  folder: string,
  options: Parameters<typeof subset>[2],
) {
  const face = readFileSync(source);
  const print = createHash("sha256")
    .update(face)
    .update(JSON.stringify([text, options]));
  const name = `${basename(source, ".woff2")}-${print.digest("hex").slice(0, 8)}.woff2`;
  const target = join(folder, name);
  if (!existsSync(target)) writeFileSync(target, await subset(face, text, options));
  return name;
}

/** A face of the page: the rule that brings it in, and what letters it can be drawn from. */
interface Cut {
  rule: string;
  outlines: OutlineOf[];
}

async function textFace(face: Face, text: string, folder: string): Promise<Cut> {
  const { family, file, style, weight, features } = face;
  const variable = typeof weight !== "number";
  const axis = variable ? { ...weight, default: weight.min } : weight;
  const name = await cut(require.resolve(file), text, folder, {
    targetFormat: "woff2",
    variationAxes: { wght: axis },
    keepFeatures: features,
  });
  const weights = variable ? `${weight.min} ${weight.max}` : String(weight);
  const rule =
    `@font-face { font-family: "${family}"; font-style: ${style}; font-weight: ${weights}; ` +
    `font-display: swap; src: url("./${name}") format("woff2"); }`;
  const outlines = (variable ? WEIGHTS : [weight]).map((weight) => {
    return { family, style, weight, file: join(folder, name), variable };
  });
  return { rule, outlines };
}

/** KaTeX's style sheet, its faces cut down; browsers that run the engine read woff2, so the older files stay out. */
async function katexStyles(html: readonly string[], folder: string): Promise<Cut> {
  const leaves = formulaLeaves(html);
  let css = readFileSync(KATEX_CSS, "utf8").replace(
    /,url\([^)]+\.(?:woff|ttf)\) format\("(?:woff|truetype)"\)/g,
    "",
  );
  const outlines: OutlineOf[] = [];
  const faces =
    /font-family:"?(\w+)"?;font-style:(\w+);font-weight:(\d+);src:url\((fonts\/(\w+-\w+)\.woff2)/g;
  for (const [, family, style, weight, path, face] of css.matchAll(faces)) {
    const { classes, figures = [] } = PARTS[face!] ?? { classes: /^/ };
    const asked = leaves.filter((leaf) => classes.test(leaf.classes)).map(({ text }) => text);
    const text = characters([...asked, ...figures]);
    const name = await cut(join(dirname(KATEX_CSS), path!), text, folder, {
      targetFormat: "woff2",
      noHinting: true, // a third of the bytes, for screens of few dots and formulas of small print
    });
    css = css.replace(path!, `./${name}`);
    if (IN_FIGURES.test(family!)) {
      const file = join(folder, name);
      outlines.push({
        family: family!,
        style: style!,
        weight: Number(weight),
        file,
        variable: false,
      });
    }
  }
  return { rule: css, outlines };
}

/** Before Vite starts: writes the faces, `fonts.css`, `katex.css` and the letters' outlines into `folder`. */
export function fonts({ web, folder }: { web: string; folder: string }): Plugin {
  return {
    name: "fonts",
    async config() {
      mkdirSync(folder, { recursive: true });
      const html = lessonAsHtml(join(web, "lesson"));
      const text = characters([
        ...ASCII,
        ...sources(join(web, "lesson")),
        ...sources(join(web, "src")),
      ]);
      const faces = await Promise.all(TEXT_FACES.map((face) => textFace(face, text, folder)));
      const katex = await katexStyles(html, folder);
      writeFileSync(join(folder, "fonts.css"), faces.map(({ rule }) => rule).join("\n"));
      writeFileSync(join(folder, "katex.css"), katex.rule);
      const outlines = [...faces, katex].flatMap((face) => face.outlines);
      await writeOutlines(outlines, text, join(folder, "outlines"));
    },
  };
}
