/** Drawings that are SVG on the page already: the same shapes, with what the style sheets say about them written out. */
import { paintOf, painted } from "./colour";
import type { Definitions } from "./definitions";
import { glyphOf, metricsOf, writeGlyphs, writeImage, type PlacedGlyph } from "./letters";
import { element, short, type Attributes } from "./markup";
import { asPath, moved } from "./paths";

/** The attributes that hold a shape's geometry. */
const GEOMETRY: Record<string, readonly string[]> = {
  path: ["d"],
  polygon: ["points"],
  polyline: ["points"],
  rect: ["x", "y", "width", "height", "rx", "ry"],
  circle: ["cx", "cy", "r"],
  ellipse: ["cx", "cy", "rx", "ry"],
  line: ["x1", "y1", "x2", "y2"],
};

/** What is kept of a definition, beside its content. */
const OF_DEFINITIONS =
  /^(x1|y1|x2|y2|cx|cy|r|fx|fy|x|y|width|height|offset|viewBox|refX|refY|orient|preserveAspectRatio|markerWidth|markerHeight|\w+Units|patternTransform|gradientTransform|spreadMethod)$/u;

const written = (matrix: DOMMatrix) =>
  `matrix(${[matrix.a, matrix.b, matrix.c, matrix.d].map((v) => Number(v.toFixed(5))).join(" ")} ${short(matrix.e)} ${short(matrix.f)})`;

const isIdentity = (matrix: DOMMatrix) => written(matrix) === "matrix(1 0 0 1 0 0)";

const matrixOf = (shape: SVGGraphicsElement) => DOMMatrix.fromMatrix(shape.getScreenCTM()!);

/** Writes the drawings of one picture, whose corner on the screen is `origin`. */
export class Drawings {
  readonly #definitions: Definitions;
  readonly #origin: DOMPoint;

  constructor(definitions: Definitions, origin: DOMPoint) {
    this.#definitions = definitions;
    this.#origin = origin;
  }

  write(svg: SVGSVGElement): string {
    const matrix = matrixOf(svg);
    // Like boxes, drawings begin on whole pixels.
    const { x, y } = svg.getBoundingClientRect();
    const [left, top] = [Math.round(x) - x - this.#origin.x, Math.round(y) - y - this.#origin.y];
    const placed = new DOMMatrix().translate(left, top).multiply(matrix);
    return element("g", { transform: written(placed) }, this.#children(svg, matrix));
  }

  #children(parent: Element, matrix: DOMMatrix | undefined): string {
    return [...parent.children].map((child) => this.#shape(child, matrix)).join("");
  }

  /** `parent` is what places the parent on the screen; inside definitions, nothing does. */
  #shape(shape: Element, parent: DOMMatrix | undefined): string {
    if (!(shape instanceof SVGGraphicsElement)) return "";
    const style = getComputedStyle(shape);
    if (style.display === "none" || style.opacity === "0") return "";
    const own = parent && matrixOf(shape);
    const local = own && parent.inverse().multiply(own);
    const transform = local
      ? isIdentity(local)
        ? undefined
        : written(local)
      : (shape.getAttribute("transform") ?? undefined);
    const group: Attributes = {
      transform,
      opacity: style.opacity === "1" ? undefined : style.opacity,
      "clip-path": this.#reference(style.clipPath, shape),
      mask: this.#reference(style.mask, shape),
    };
    const grouped = (content: string) => {
      const plain = Object.values(group).every((value) => value === undefined);
      return content && !plain ? element("g", group, content) : content;
    };
    const name = shape.localName;
    if (name === "text") return grouped(writeSvgText(shape as SVGTextElement));
    if (name in GEOMETRY) {
      if (style.visibility !== "visible") return "";
      return this.#leaf(shape, style, group, own);
    }
    if (name === "svg" && own) return grouped(this.#inner(shape as SVGSVGElement, style, own));
    return name === "g" || name === "a" ? grouped(this.#children(shape, own)) : "";
  }

  /** A drawing in a drawing, which may be cut off at its frame. */
  #inner(svg: SVGSVGElement, style: CSSStyleDeclaration, own: DOMMatrix): string {
    const content = this.#children(svg, own);
    if (!content || style.overflowX === "visible") return content;
    const whole = { x: 0, y: 0, width: svg.width.baseVal.value, height: svg.height.baseVal.value };
    const { x, y, width, height } = svg.hasAttribute("viewBox") ? svg.viewBox.baseVal : whole;
    const frame = element("rect", { x, y, width, height });
    const id = this.#definitions.add((id) => element("clipPath", { id }, frame));
    return element("g", { "clip-path": `url(#${id})` }, content);
  }

  #leaf(
    shape: SVGGraphicsElement,
    style: CSSStyleDeclaration,
    group: Attributes,
    matrix: DOMMatrix | undefined,
  ): string {
    const attributes: Attributes = { ...group, ...this.#paint(shape, style) };
    if (matrix && style.vectorEffect === "non-scaling-stroke" && attributes.stroke !== "none") {
      // The stroke is as wide on the screen as it says: the shape is brought there, and its place undone.
      const path = asPath(shape);
      const onScreen = path && moved(path, matrix);
      if (onScreen) {
        const back = written(matrix.inverse());
        const transform = [group.transform, back].filter(Boolean).join(" ");
        return element("path", { ...attributes, transform, d: onScreen });
      }
    }
    for (const name of GEOMETRY[shape.localName]!) attributes[name] = geometry(shape, name, style);
    return element(shape.localName, attributes);
  }

  #paint(shape: Element, style: CSSStyleDeclaration): Attributes {
    const strokeWidth = parseFloat(style.strokeWidth);
    const stroke = strokeWidth > 0 ? this.#side("stroke", shape, style) : { stroke: "none" };
    const other = (value: string, usual: string) => (value === usual ? undefined : value);
    const strokes: Attributes =
      stroke.stroke === "none"
        ? {}
        : {
            "stroke-width": strokeWidth,
            "stroke-dasharray": dashesOf(shape, other(style.strokeDasharray, "none")),
            "stroke-dashoffset": dashesOf(shape, other(style.strokeDashoffset, "0px")),
            "stroke-linecap": other(style.strokeLinecap, "butt"),
            "stroke-linejoin": other(style.strokeLinejoin, "miter"),
            "stroke-miterlimit": other(style.strokeMiterlimit, "4"),
          };
    return {
      ...this.#side("fill", shape, style),
      "fill-rule": other(style.fillRule, "nonzero"),
      "clip-rule": other(style.clipRule, "nonzero"),
      ...(stroke.stroke === "none" ? {} : stroke),
      ...strokes,
      "marker-start": this.#reference(style.markerStart, shape),
      "marker-mid": this.#reference(style.markerMid, shape),
      "marker-end": this.#reference(style.markerEnd, shape),
    };
  }

  #side(kind: "fill" | "stroke", shape: Element, style: CSSStyleDeclaration): Attributes {
    const css = style[kind];
    const reference = this.#reference(css, shape);
    const opacity = Number(style[`${kind}Opacity`]);
    if (reference)
      return { [kind]: reference, [`${kind}-opacity`]: opacity < 1 ? opacity : undefined };
    const paint = paintOf(css);
    return painted(kind, paint && { ...paint, alpha: paint.alpha * opacity });
  }

  /** `url(#id)` as the name of a definition of ours. */
  #reference(css: string, from: Element): string | undefined {
    const id = /url\("?#([^")]+)"?\)/u.exec(css)?.[1];
    const target = id && (from.getRootNode() as Document).getElementById(id);
    return target ? `url(#${this.#definition(target)})` : undefined;
  }

  #definition(target: Element): string {
    const attributes: Attributes = {};
    for (const { name, value } of target.attributes)
      if (OF_DEFINITIONS.test(name)) attributes[name] = value;
    const style = getComputedStyle(target);
    if (target.localName === "marker" && style.overflow === "visible")
      attributes.overflow = "visible";
    const stops = [...target.querySelectorAll("stop")].map((stop) => {
      const { stopColor, stopOpacity } = getComputedStyle(stop);
      const paint = paintOf(stopColor);
      return element("stop", {
        offset: stop.getAttribute("offset") ?? "0",
        "stop-color": paint?.colour ?? "#000000",
        "stop-opacity": (paint?.alpha ?? 0) * Number(stopOpacity),
      });
    });
    const content = stops.join("") || this.#children(target, undefined);
    return this.#definitions.add((id) => element(target.localName, { id, ...attributes }, content));
  }
}

/** Dashes in the drawing's units, also where the shape says in how many parts its length is to be counted. */
function dashesOf(shape: Element, css: string | undefined): string | undefined {
  const counted = Number(shape.getAttribute("pathLength"));
  const unit = counted ? (shape as SVGGeometryElement).getTotalLength() / counted : 1;
  return css?.replace(/([\d.e-]+)(px)?/gu, (_, number) => short(Number(number) * unit));
}

function geometry(shape: Element, name: string, style: CSSStyleDeclaration) {
  if (name === "d" || name === "points") return shape.getAttribute(name) ?? "";
  // Style sheets may say these too; what they say in pixels holds.
  const css = style.getPropertyValue(name);
  if (/^-?[\d.e-]+px$/u.test(css)) return parseFloat(css) || undefined;
  const length = (shape as unknown as Record<string, SVGAnimatedLength>)[name];
  return length?.baseVal.value || undefined;
}

/** Letters where the browser has set them, in the units of the drawing. */
function writeSvgText(text: SVGTextElement): string {
  const count = text.getNumberOfChars();
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  const pieces: string[] = [];
  let at = 0;
  let before = " ";
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const style = getComputedStyle(node.parentElement!);
    let run: (PlacedGlyph & { y: number })[] = [];
    const flush = () => {
      if (run.length) pieces.push(writeRun(run, style));
      run = [];
    };
    for (const letter of node.data) {
      // Blanks that have run together are no characters of the drawing.
      const blank = /\s/u.test(letter);
      if (blank && /\s/u.test(before) && !style.whiteSpace.startsWith("pre")) continue;
      before = letter;
      if (at >= count) break;
      const { x } = text.getStartPositionOfChar(at);
      const y = baselineOf(text, at, style);
      const end = text.getEndPositionOfChar(at + letter.length - 1).x;
      const turned = text.getRotationOfChar(at);
      at += letter.length;
      if (style.visibility !== "visible") continue;
      const glyph = glyphOf(blank ? " " : letter, style);
      const last = run.at(-1);
      const goesOn =
        last && glyph && !turned && last.y === y && last.unitsPerEm === glyph.unitsPerEm;
      if (!goesOn) flush();
      if (glyph && !turned) run.push({ ...glyph, letter, x, y });
      else if (glyph)
        pieces.push(
          element(
            "g",
            { transform: `rotate(${short(turned)} ${short(x)} ${short(y)})` },
            writeRun([{ ...glyph, letter, x, y }], style),
          ),
        );
      else pieces.push(writeImage(letter, { x, baseline: y, width: end - x }, style, style.fill));
    }
    flush();
  }
  return pieces.join("");
}

/** Where a letter stands: on the line that it is set to, or, if another of its lines is set to that one, beneath it. */
function baselineOf(text: SVGTextElement, at: number, style: CSSStyleDeclaration): number {
  const { y } = text.getStartPositionOfChar(at);
  if (["auto", "alphabetic"].includes(style.dominantBaseline)) return y;
  const box = text.getExtentOfChar(at);
  const { ascent, descent } = metricsOf(style);
  return box.y + (box.height * ascent) / (ascent + descent);
}

function writeRun(run: readonly (PlacedGlyph & { y: number })[], style: CSSStyleDeclaration) {
  const [baseline, size] = [run[0]!.y, parseFloat(style.fontSize)];
  const fill = paintOf(style.fill);
  const stroke = paintOf(style.stroke);
  const strokeWidth = parseFloat(style.strokeWidth);
  const inside = fill ? writeGlyphs(run, baseline, size, painted("fill", fill)) : "";
  if (!stroke || !(strokeWidth > 0)) return inside;
  const halo = writeGlyphs(
    run,
    baseline,
    size,
    {
      fill: "none",
      ...painted("stroke", stroke),
      "stroke-linejoin": style.strokeLinejoin,
      "aria-label": undefined,
    },
    strokeWidth,
  );
  return style.paintOrder.startsWith("stroke") ? halo + inside : inside + halo;
}
