/**
 * Letters as paths. The outlines of the page's own faces are made with the page (`web/vite/outlines.ts`) and fetched by
 * whoever exports; what no face of ours has (other scripts, emoji) is drawn as a small image, as the reader's own
 * browser shows it.
 */
import { element, short, type Attributes } from "./markup";

interface Outlines {
  readonly unitsPerEm: number;
  readonly glyphs: Readonly<Record<string, string>>;
}

const FILES = import.meta.glob<Outlines>("@fonts/outlines/*.json", { import: "default" });
const loaders = new Map(
  Object.entries(FILES).map(([path, load]) => [path.replace(/^.*\/|\.json$/gu, ""), load]),
);
const loaded = new Map<string, Outlines>();

/** What of a computed style says which letters are drawn. */
export type FontStyle = Pick<
  CSSStyleDeclaration,
  "fontFamily" | "fontStyle" | "fontWeight" | "fontSize"
>;

interface FaceChoice {
  readonly key: string;
  /** The letters lean in the style, but the face has none that do: the browser slants them. */
  readonly slanted: boolean;
}

const choices = new Map<string, readonly FaceChoice[]>();

/** The faces of ours that a style asks for, in the order in which the browser tries them. */
function facesOf(style: FontStyle): readonly FaceChoice[] {
  const asked = `${style.fontFamily}|${style.fontStyle}|${style.fontWeight}`;
  let faces = choices.get(asked);
  if (!faces) choices.set(asked, (faces = chooseFaces(style)));
  return faces;
}

function chooseFaces({ fontFamily, fontStyle, fontWeight }: FontStyle): readonly FaceChoice[] {
  const leans = fontStyle === "italic" || fontStyle.startsWith("oblique");
  return fontFamily.split(",").flatMap((name) => {
    const family = name.trim().replace(/^["']|["']$/gu, "");
    const slug = family.toLowerCase().replace(/\W/gu, "-");
    for (const style of leans ? ["italic", "normal"] : ["normal", "italic"]) {
      const weights = [...loaders.keys()]
        .filter((key) => key.startsWith(`${slug}-${style}-`))
        .map((key) => Number(key.split("-").at(-1)));
      if (weights.length === 0) continue;
      const far = (weight: number) => Math.abs(weight - Number(fontWeight));
      const weight = weights.reduce((best, other) => (far(other) < far(best) ? other : best));
      return [{ key: `${slug}-${style}-${weight}`, slanted: leans && style === "normal" }];
    }
    return [];
  });
}

/** Fetches the outlines that these styles need. */
export async function loadLetters(styles: Iterable<FontStyle>): Promise<void> {
  const keys = new Set([...styles].flatMap((style) => facesOf(style).map(({ key }) => key)));
  await Promise.all(
    [...keys].map(async (key) => {
      if (!loaded.has(key)) loaded.set(key, await loaders.get(key)!());
    }),
  );
}

export interface Glyph {
  readonly path: string;
  readonly unitsPerEm: number;
  readonly slanted: boolean;
}

/** The outline of a letter in this style, if a face of ours has it. */
export function glyphOf(letter: string, style: FontStyle): Glyph | undefined {
  for (const { key, slanted } of facesOf(style)) {
    const outlines = loaded.get(key);
    const path = outlines?.glyphs[letter];
    if (path !== undefined) return { path, unitsPerEm: outlines!.unitsPerEm, slanted };
  }
  return undefined;
}

/** How far a slanted letter leans, for each unit of height: what Chromium does. */
const SLANT = Math.tan((14 * Math.PI) / 180);

export interface PlacedGlyph extends Glyph {
  readonly letter: string;
  readonly x: number;
}

/** Letters on one baseline as one path, which still says what is written. */
export function writeGlyphs(
  glyphs: readonly PlacedGlyph[],
  baseline: number,
  size: number,
  attributes: Attributes,
  strokeWidth = 0,
): string {
  const { unitsPerEm, slanted, x } = glyphs[0]!;
  const scale = size / unitsPerEm;
  const path = glyphs
    .filter((glyph) => glyph.path)
    .map((glyph) => `M${Math.round((glyph.x - x) / scale)} 0${glyph.path}`)
    .join("");
  if (!path) return "";
  const matrix = [scale, 0, slanted ? SLANT * scale : 0, -scale].map((v) => Number(v.toFixed(6)));
  return element("path", {
    "aria-label": glyphs.map(({ letter }) => letter).join(""),
    ...attributes,
    "stroke-width": strokeWidth ? strokeWidth / scale : undefined,
    transform: `matrix(${matrix.join(" ")} ${short(x)} ${short(baseline)})`,
    d: path,
  });
}

/** Dots of an image for each pixel of the picture: enough for print. */
const DENSITY = 4;

let canvas: HTMLCanvasElement | undefined;

/** Letters that are not ours, as an image that is as wide as the browser set them. */
export function writeImage(
  text: string,
  place: { x: number; baseline: number; width: number },
  style: FontStyle & { direction?: string },
  css: string,
): string {
  canvas ??= document.createElement("canvas");
  const size = parseFloat(style.fontSize);
  const [above, below, aside] = [size * 1.2, size * 0.5, size * 0.3];
  const [width, height] = [place.width + 2 * aside, above + below];
  canvas.width = Math.max(Math.ceil(width * DENSITY), 1);
  canvas.height = Math.ceil(height * DENSITY);
  const context = canvas.getContext("2d");
  if (!context) return "";
  context.scale(DENSITY, DENSITY);
  context.font = fontOf(style);
  context.fillStyle = css;
  context.direction = style.direction === "rtl" ? "rtl" : "ltr";
  context.textAlign = "left";
  context.fillText(text, aside, above);
  return element("image", {
    "aria-label": text,
    x: place.x - aside,
    y: place.baseline - above,
    width: canvas.width / DENSITY,
    height: canvas.height / DENSITY,
    "xlink:href": canvas.toDataURL("image/png"),
  });
}

export const fontOf = ({ fontStyle, fontWeight, fontSize, fontFamily }: FontStyle) =>
  `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;

const metrics = new Map<string, { ascent: number; descent: number }>();

/** How far the style's first face reaches above and below its baseline. */
export function metricsOf(style: FontStyle) {
  const font = fontOf(style);
  let known = metrics.get(font);
  if (!known) {
    const context = (canvas ??= document.createElement("canvas")).getContext("2d")!;
    context.font = font;
    const measured = context.measureText("x");
    known = { ascent: measured.fontBoundingBoxAscent, descent: measured.fontBoundingBoxDescent };
    metrics.set(font, known);
  }
  return known;
}

export function widthOf(text: string, style: FontStyle): number {
  const context = (canvas ??= document.createElement("canvas")).getContext("2d")!;
  context.font = fontOf(style);
  return context.measureText(text).width;
}
