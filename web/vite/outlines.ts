/**
 * The letters of the page's typefaces as outlines, for pictures that leave the page: other programs take no typeface
 * from an SVG, but every one of them draws a path.
 */
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Blob, Face, Font, Variation } from "harfbuzzjs";
import subset from "subset-font";

/** One face in one weight, as the page's style sheet names it. */
export interface OutlineOf {
  family: string;
  style: string;
  weight: number;
  /** The cut file that the page itself loads. */
  file: string;
  variable: boolean;
}

/**
 * What a file of outlines holds: the letters' paths in units of the face, y upwards, each from its own origin. Figures
 * of one width are no others than the plain ones, in all of our faces.
 */
export interface Outlines {
  unitsPerEm: number;
  glyphs: Record<string, string>;
}

/** "Source Sans 3" in weight 600 → source-sans-3-normal-600.json; `web/src/export/letters.ts` looks there. */
const nameOf = ({ family, style, weight }: OutlineOf) =>
  `${family.toLowerCase().replace(/\W/g, "-")}-${style}-${weight}.json`;

/** The glyph's path with steps for places: the same outline is short and can begin anywhere. */
function pathOf(font: Font, glyph: number): string {
  let [x, y] = [0, 0];
  let [startX, startY] = [0, 0];
  return font
    .glyphToJson(glyph)
    .map(({ type, values }) => {
      if (type === "Z") {
        [x, y] = [startX, startY];
        return "z";
      }
      const rounded = values.map(Math.round);
      const steps = rounded.map((value, at) => value - (at % 2 ? y : x));
      [x, y] = rounded.slice(-2) as [number, number];
      if (type === "M") [startX, startY] = [x, y];
      return type.toLowerCase() + steps.join(" ").replaceAll(" -", "-");
    })
    .join("");
}

function outlinesOf(font: Font, face: Face, text: string): Outlines {
  const drawn = [...text].flatMap((letter) => {
    const glyph = font.nominalGlyph(letter.codePointAt(0)!);
    return glyph ? [[letter, glyph] as const] : [];
  });
  return {
    unitsPerEm: face.upem,
    glyphs: Object.fromEntries(drawn.map(([letter, glyph]) => [letter, pathOf(font, glyph)])),
  };
}

/** Writes a file of outlines for each of `faces` into `folder`, and leaves nothing else there. */
export async function writeOutlines(faces: readonly OutlineOf[], text: string, folder: string) {
  mkdirSync(folder, { recursive: true });
  const wanted = new Set(faces.map(nameOf));
  for (const name of readdirSync(folder)) if (!wanted.has(name)) rmSync(join(folder, name));
  for (const outline of faces) {
    const target = join(folder, nameOf(outline));
    const source = basename(outline.file);
    if (madeFrom(target) === source) continue;
    const sfnt = await subset(readFileSync(outline.file), text, { targetFormat: "sfnt" });
    const face = new Face(new Blob(sfnt));
    const font = new Font(face);
    if (outline.variable) font.setVariations([new Variation("wght", outline.weight)]);
    writeFileSync(target, JSON.stringify({ source, ...outlinesOf(font, face, text) }));
  }
}

/** The cut file that outlines were made from: its name changes with what it holds. */
function madeFrom(target: string): string | undefined {
  try {
    return (JSON.parse(readFileSync(target, "utf8")) as { source?: string }).source;
  } catch {
    return undefined;
  }
}
