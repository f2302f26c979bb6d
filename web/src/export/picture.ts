/**
 * A figure of the page as an SVG that any program draws: shapes, letters as paths, colours as plain ones. What CSS lays
 * out is read from where the browser has put it; nothing in the picture needs a style sheet, a typeface or a network.
 */
import { paintOf } from "./colour";
import { outlineOf, paddingShape, writeBox } from "./boxes";
import { Definitions } from "./definitions";
import { lengthOf } from "./gradients";
import { loadLetters } from "./letters";
import { element, escape, inset, intersection, short, union, type Box } from "./markup";
import { withoutControls } from "./prepare";
import { writePseudo } from "./pseudo";
import { Drawings } from "./shapes";
import { writeLoose, writeText, type Written } from "./text";

export interface Picture {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** What is said in the picture of where it comes from. */
export interface Origin {
  readonly title: string;
  /** The address that shows the figure as it was. */
  readonly link: string;
}

/** Paper around the figure. */
const MARGIN = 16;

export async function takePicture(figure: HTMLElement, origin: Origin): Promise<Picture> {
  const texts = [...figure.querySelectorAll("*")].filter(
    (at) => at.firstChild && (at.textContent || at instanceof HTMLInputElement),
  );
  await loadLetters([figure, ...texts, ...figure.querySelectorAll("input")].map(fontOf));
  return withoutControls(figure, () => new Taking(figure).picture(origin));
}

const fontOf = (at: Element) => {
  const { fontFamily, fontStyle, fontWeight, fontSize } = getComputedStyle(at);
  return { fontFamily, fontStyle, fontWeight, fontSize };
};

/** Something that lies above or below the flow of its stacking context. */
interface Layer {
  readonly level: number;
  readonly svg: string;
}

/** Where an element is drawn. */
interface Place {
  /** What is drawn in the order of the document. */
  readonly flow: string[];
  readonly layers: Layer[];
  /** Shapes that cut off what is drawn here, by their names, and the box that is left. */
  readonly clips: readonly string[];
  readonly seen: Box;
}

const EVERYWHERE: Box = { x: -1e6, y: -1e6, width: 2e6, height: 2e6 };

class Taking {
  readonly #definitions = new Definitions();
  readonly #corner: DOMPoint;
  readonly #drawings: Drawings;
  readonly #figure: HTMLElement;
  #extent: Box | undefined;
  readonly #said: string[] = [];

  constructor(figure: HTMLElement) {
    this.#figure = figure;
    const { x, y } = figure.getBoundingClientRect();
    this.#corner = new DOMPoint(Math.round(x), Math.round(y));
    this.#drawings = new Drawings(this.#definitions, this.#corner);
  }

  picture({ title, link }: Origin): Picture {
    const content = this.#context(this.#figure, [], EVERYWHERE);
    const box = inset(this.#extent ?? { x: 0, y: 0, width: 1, height: 1 }, -MARGIN, -MARGIN);
    const [x, y] = [Math.floor(box.x), Math.floor(box.y)];
    const width = Math.ceil(box.x + box.width) - x;
    const height = Math.ceil(box.y + box.height) - y;
    const paper = paintOf(paperUnder(this.#figure));
    const said = this.#said.join(" ").replace(/\s+/gu, " ").trim();
    const svg =
      `<?xml version="1.0" encoding="UTF-8"?>\n` +
      element(
        "svg",
        {
          xmlns: "http://www.w3.org/2000/svg",
          "xmlns:xlink": "http://www.w3.org/1999/xlink",
          version: "1.1",
          width,
          height,
          viewBox: `${x} ${y} ${width} ${height}`,
          role: "img",
        },
        `<title>${escape(title)}</title>` +
          `<desc>${escape(`${said} From ${link}`)}</desc>` +
          metadata(title, link) +
          `<defs>${this.#definitions}</defs>` +
          element("rect", { x, y, width, height, fill: paper?.colour }) +
          content,
      );
    return { svg, width, height };
  }

  /** An element with all that is in it, its layers in order. */
  #context(at: Element, clips: readonly string[], seen: Box): string {
    const place: Place = { flow: [], layers: [], clips, seen };
    this.#draw(at, place, true);
    const layers = place.layers.toSorted((a, b) => a.level - b.level);
    const written = (some: readonly Layer[]) => some.map(({ svg }) => svg).join("");
    return (
      written(layers.filter(({ level }) => level < 0)) +
      place.flow.join("") +
      written(layers.filter(({ level }) => level >= 0))
    );
  }

  #draw(at: Element, place: Place, isRoot = false) {
    if (at.closest(".save")) return;
    const style = getComputedStyle(at);
    if (style.display === "none" || style.opacity === "0") return;
    const boxes = this.#boxesOf(at, style);
    const kept = boxes[0] && keptOf(style, boxes[0]);
    const dimmed = style.opacity !== "1";
    if (!isRoot && (style.position !== "static" || dimmed || kept)) {
      const seen = kept ? intersection(place.seen, kept) : place.seen;
      let svg = this.#context(at, place.clips, seen);
      if (!svg || seen.width * seen.height === 0) return;
      if (dimmed) svg = element("g", { opacity: style.opacity }, svg);
      if (kept) svg = clip(this.#shape(element("rect", { ...kept })), svg);
      this.#layer(place, Number(style.zIndex) || 0, svg);
      return;
    }
    const visible = style.visibility === "visible";
    if (visible && at !== this.#figure)
      for (const box of boxes) this.#put(place, writeBox(style, box, this.#definitions), box);
    const inner = this.#clipped(style, boxes[0], place);
    if (at instanceof SVGSVGElement) {
      // The drawing has no boxes of its own to be measured by: it fills the element's.
      this.#put(inner, this.#drawings.write(at), this.#reachOf(at, style, boxes[0]!));
      this.#said.push(at.getAttribute("aria-label") ?? "", at.textContent ?? "");
    } else if (at instanceof HTMLCanvasElement) this.#put(inner, imageOf(at, boxes[0]!), boxes[0]);
    else if (at instanceof HTMLInputElement) this.#field(at, style, boxes[0]!, inner);
    else this.#children(at, style, inner, visible);
    if (inner !== place && inner.flow.length)
      place.flow.push(clip(inner.clips.at(-1)!, inner.flow.join("")));
  }

  #children(at: Element, style: CSSStyleDeclaration, place: Place, visible: boolean) {
    const pseudo = (which: "::before" | "::after") => {
      const drawn = writePseudo(at, which, this.#corner, this.#definitions);
      if (!drawn) return;
      this.#reach(place, drawn.box);
      this.#layer(place, drawn.level, drawn.svg);
    };
    pseudo("::before");
    for (const child of at.childNodes) {
      if (child instanceof Text) {
        if (!visible) continue;
        this.#said.push(child.data);
        this.#write(place, writeText(child, style, this.#corner));
      } else if (child instanceof Element) {
        if (child.localName === "math" || child.classList.contains("katex-mathml")) continue;
        this.#draw(child, place);
      }
    }
    pseudo("::after");
  }

  #field(at: HTMLInputElement, style: CSSStyleDeclaration, box: Box, place: Place) {
    if (at.type === "checkbox") {
      const size = Math.min(box.width, box.height);
      const stroke = { fill: "none", stroke: paintOf(style.color)?.colour };
      const frame = outlineOf(inset(box, 0.5, 0.5), [2, 2, 2, 2]);
      const tick = at.checked
        ? `M${short(box.x + size * 0.22)} ${short(box.y + size * 0.52)}l${short(size * 0.2)} ${short(size * 0.22)}l${short(size * 0.36)} ${short(-size * 0.46)}`
        : "";
      this.#put(place, element("path", { ...stroke, d: frame + tick }), box);
      return;
    }
    const left = parseFloat(style.paddingLeft) + parseFloat(style.borderLeftWidth);
    const content = inset(box, 0, left);
    const written = writeLoose(at.value, style, content);
    const end = written.at(-1)?.box;
    const free = end ? content.width - (end.x + end.width - content.x) : 0;
    const shift = { center: free / 2, right: free, end: free }[style.textAlign] ?? 0;
    this.#said.push(at.value);
    this.#write(
      place,
      writeLoose(at.value, style, { ...content, x: content.x + Math.max(shift, 0) }),
    );
  }

  #write(place: Place, written: readonly Written[]) {
    for (const { svg, box } of written) this.#put(place, svg, box);
  }

  #put(place: Place, svg: string, box: Box | undefined) {
    if (!svg) return;
    place.flow.push(svg);
    if (box) this.#reach(place, box);
  }

  #layer(place: Place, level: number, svg: string) {
    const clipped = place.clips.reduceRight((inner, id) => clip(id, inner), svg);
    place.layers.push({ level, svg: clipped });
  }

  /** The name of a shape to cut off at. */
  #shape(shape: string): string {
    return this.#definitions.add((id) => element("clipPath", { id }, shape));
  }

  #reach(place: Place, box: Box) {
    const seen = intersection(box, place.seen);
    if (seen.width > 0 && seen.height > 0) this.#extent = union(this.#extent, seen);
  }

  #boxesOf(at: Element, style: CSSStyleDeclaration): Box[] {
    const rects =
      style.display === "inline" ? [...at.getClientRects()] : [at.getBoundingClientRect()];
    const shared = style.display === "table-cell" && style.borderCollapse === "collapse";
    return rects.map((rect) => onPixels(shared ? withBorders(rect, style) : rect, this.#corner));
  }

  /** Drawings may go beyond their box, where they are not cut off there. */
  #reachOf(svg: SVGSVGElement, style: CSSStyleDeclaration, box: Box): Box {
    if (style.overflowX !== "visible") return box;
    let reach = box;
    for (const shape of svg.querySelectorAll<SVGGraphicsElement>("text, path, circle, rect")) {
      if (shape.closest("defs, pattern, clipPath, marker")) continue;
      const { x, y, width, height } = shape.getBoundingClientRect();
      const at = { x: x - this.#corner.x, y: y - this.#corner.y, width, height };
      const frame = shape.ownerSVGElement!;
      const cut = frame !== svg && getComputedStyle(frame).overflowX !== "visible";
      if ((width || height) && !cut) reach = union(reach, at);
    }
    return reach;
  }

  /** Where the children are drawn: elsewhere only if they are cut off. Frames that scroll have been given room. */
  #clipped(style: CSSStyleDeclaration, box: Box | undefined, place: Place): Place {
    const cuts = [style.overflowX, style.overflowY].some(
      (how) => how === "hidden" || how === "clip",
    );
    if (!cuts || !box || style.display === "inline") return place;
    const id = this.#shape(element("path", { d: paddingShape(style, box) }));
    const seen = intersection(place.seen, box);
    return { flow: [], layers: place.layers, clips: [...place.clips, id], seen };
  }
}

/** Cells that share their borders have half of each; the whole of one begins on a pixel. */
function withBorders(rect: DOMRect, style: CSSStyleDeclaration): DOMRect {
  const [top, side, foot, left] = [
    style.borderTopWidth,
    style.borderRightWidth,
    style.borderBottomWidth,
    style.borderLeftWidth,
  ].map(parseFloat) as [number, number, number, number];
  const x = Math.round(rect.x - left / 2);
  const y = Math.round(rect.y - top / 2);
  const right = Math.round(rect.right - side / 2) + side;
  const bottom = Math.round(rect.bottom - foot / 2) + foot;
  return new DOMRect(x, y, right - x, bottom - y);
}

/** Browsers draw boxes from pixel to pixel, wherever the layout has them: lines stay sharp. */
function onPixels(rect: DOMRect, corner: DOMPoint): Box {
  const [x, y] = [Math.round(rect.x), Math.round(rect.y)];
  const { x: left, y: top } = corner;
  return {
    x: x - left,
    y: y - top,
    width: Math.round(rect.right) - x,
    height: Math.round(rect.bottom) - y,
  };
}

/** What `clip-path: inset(…)` leaves of a box. */
function keptOf(style: CSSStyleDeclaration, box: Box): Box | undefined {
  const sides = /^inset\((.*)\)$/u.exec(style.clipPath)?.[1]?.split(/\s(?![^(]*\))/u);
  if (!sides) return undefined;
  const [top, side = top, foot = top, left = side] = sides as [string, ...string[]];
  const [height, width] = [box.height, box.width];
  return inset(
    box,
    lengthOf(top, height),
    lengthOf(side, width),
    lengthOf(foot, height),
    lengthOf(left, width),
  );
}

const clip = (id: string, svg: string) => element("g", { "clip-path": `url(#${id})` }, svg);

function imageOf(canvas: HTMLCanvasElement, box: Box): string {
  if (canvas.width === 0 || canvas.height === 0) return "";
  return element("image", {
    ...box,
    preserveAspectRatio: "none",
    "image-rendering": "pixelated", // its cells are of one colour each, and stay sharp when enlarged
    "xlink:href": canvas.toDataURL("image/png"),
  });
}

function paperUnder(at: Element): string {
  for (let under: Element | null = at; under; under = under.parentElement) {
    const { backgroundColor } = getComputedStyle(under);
    if (paintOf(backgroundColor)) return backgroundColor;
  }
  return "#ffffff";
}

/** Dublin Core, as Inkscape and others show it among a document's properties. */
const metadata = (title: string, link: string) =>
  `<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/">` +
  `<rdf:Description rdf:about=""><dc:title>${escape(title)}</dc:title>` +
  `<dc:publisher>Simplified Attention</dc:publisher><dc:source>${escape(link)}</dc:source>` +
  `<dc:format>image/svg+xml</dc:format></rdf:Description></rdf:RDF></metadata>`;
