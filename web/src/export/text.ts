/** The text of HTML elements, letter by letter where the browser has set them. */
import { paintOf, painted } from "./colour";
import { right, type Box } from "./markup";
import {
  glyphOf,
  metricsOf,
  widthOf,
  writeGlyphs,
  writeImage,
  type FontStyle,
  type PlacedGlyph,
} from "./letters";

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A piece of text in the picture. */
export interface Written {
  readonly svg: string;
  readonly box: Box;
}

interface Letter {
  readonly text: string;
  readonly box: Box;
}

/** The letters of a text node, lines told apart by their boxes; `origin` is the picture's corner on the screen. */
function* lettersOf(node: Text, origin: { x: number; y: number }): Generator<Letter> {
  const range = document.createRange();
  for (const { segment, index } of segmenter.segment(node.data)) {
    range.setStart(node, index);
    range.setEnd(node, index + segment.length);
    const rect = range.getClientRects()[0];
    if (!rect || rect.width === 0) continue;
    const box = {
      x: rect.x - origin.x,
      y: rect.y - origin.y,
      width: rect.width,
      height: rect.height,
    };
    yield { text: segment, box };
  }
}

/** Where the text has to end for want of room, and three dots stand for the rest. */
function cutAt(element: Element, origin: { x: number }): number | undefined {
  const holder = [element, element.parentElement, element.parentElement?.parentElement].find(
    (at) => at && getComputedStyle(at).textOverflow === "ellipsis",
  );
  if (!holder || holder.scrollWidth <= holder.clientWidth) return undefined;
  const edge = holder.getBoundingClientRect();
  return edge.left - origin.x + holder.clientLeft + holder.clientWidth;
}

/** What a text node shows. */
export function writeText(node: Text, style: CSSStyleDeclaration, origin: DOMPoint): Written[] {
  if (!node.data.trim()) return [];
  const line = new Line(style);
  const upper = style.textTransform === "uppercase";
  const end = cutAt(node.parentElement!, origin);
  const dots = end === undefined ? 0 : widthOf("…", style);
  for (const letter of lettersOf(node, origin)) {
    if (end !== undefined && right(letter.box) > end - dots + 0.5) {
      line.add({ text: "…", box: { ...letter.box, width: dots } });
      break;
    }
    line.add(upper ? { ...letter, text: letter.text.toUpperCase() } : letter);
  }
  return line.finish();
}

/** A text that is no node of the page, such as what stands in a field: from `box.x` on, in the middle of its height. */
export function writeLoose(text: string, style: CSSStyleDeclaration, box: Box): Written[] {
  const { ascent, descent } = metricsOf(style);
  const height = ascent + descent;
  const line = new Line(style);
  let before = "";
  for (const { segment } of segmenter.segment(text)) {
    const x = box.x + widthOf(before, style);
    const y = box.y + (box.height - height) / 2;
    line.add({ text: segment, box: { x, y, width: widthOf(segment, style), height } });
    before += segment;
  }
  return line.finish();
}

/** Letters that come one after the other, gathered into pieces that can be drawn at once. */
class Line {
  readonly #written: Written[] = [];
  readonly #style: CSSStyleDeclaration;
  #ours: PlacedGlyph[] = [];
  #others: Letter[] = [];
  #box: Box | undefined;

  constructor(style: CSSStyleDeclaration) {
    this.#style = style;
  }

  add(letter: Letter) {
    const same = this.#box && Math.abs(this.#box.y - letter.box.y) < 1;
    if (this.#box && !same) this.#flush();
    const blank = /^\s$/u.test(letter.text);
    const glyph = glyphOf(blank ? " " : letter.text, this.#style);
    const first = this.#ours[0];
    const fits = first && glyph?.unitsPerEm === first.unitsPerEm && glyph.slanted === first.slanted;
    if (glyph ? this.#others.length > 0 || (first && !fits) : first) this.#flush();
    if (glyph) this.#ours.push({ ...glyph, letter: letter.text, x: letter.box.x });
    else this.#others.push(letter);
    const left = Math.min(this.#box?.x ?? Infinity, letter.box.x);
    const end = Math.max(this.#box ? right(this.#box) : -Infinity, right(letter.box));
    this.#box = { ...letter.box, x: left, width: end - left };
  }

  finish(): Written[] {
    this.#flush();
    return this.#written;
  }

  #flush() {
    const [box, style] = [this.#box, this.#style];
    const paint = paintOf(style.color);
    if (box && paint) {
      const baseline = baselineIn(box, style);
      const size = parseFloat(style.fontSize);
      const svg = this.#ours.length
        ? writeGlyphs(this.#ours, baseline, size, painted("fill", paint))
        : writeImage(
            this.#others.map(({ text }) => text).join(""),
            { x: box.x, baseline, width: box.width },
            style,
            style.color,
          );
      if (svg) this.#written.push({ svg, box });
    }
    this.#ours = [];
    this.#others = [];
    this.#box = undefined;
  }
}

/**
 * A line's box reaches from its face's ascent to its descent; Chromium rounds both to whole pixels, and stands letters
 * on one.
 */
function baselineIn(box: Box, style: FontStyle): number {
  const { ascent, descent } = metricsOf(style);
  const [up, down] = [Math.round(ascent), Math.round(descent)];
  if (Math.abs(up + down - box.height) < 0.1) return Math.round(box.y + up);
  return Math.round(box.y + (box.height * ascent) / (ascent + descent));
}
