/** What CSS draws around and behind the content of an element: backgrounds, borders, outlines and plain shadows. */
import { paintOf, painted } from "./colour";
import type { Definitions } from "./definitions";
import { writeBackground } from "./gradients";
import { bottom, element, inset, right, short, type Box } from "./markup";

const SIDES = ["Top", "Right", "Bottom", "Left"] as const;
type Side = (typeof SIDES)[number];
type Four = readonly [top: number, right: number, bottom: number, left: number];

const widthsOf = (style: CSSStyleDeclaration) =>
  SIDES.map((side) => parseFloat(style[`border${side}Width`]) || 0) as unknown as Four;

/** The corners' radii, clockwise from the top left. Corners that are no circles do not occur. */
function radiiOf(style: CSSStyleDeclaration, { width, height }: Box): Four {
  const corners = ["TopLeft", "TopRight", "BottomRight", "BottomLeft"] as const;
  return corners.map((corner) => {
    const text = style[`border${corner}Radius`];
    const radius = text.includes("%")
      ? (parseFloat(text) / 100) * Math.min(width, height)
      : parseFloat(text) || 0;
    return Math.min(radius, width / 2, height / 2);
  }) as unknown as Four;
}

/** A rectangle whose corners may be round, as a path. */
export function outlineOf(box: Box, radii: Four, less = 0): string {
  const { x, y } = box;
  const [a, b, c, d] = radii.map((radius) => Math.max(radius - less, 0)) as unknown as Four;
  const corner = (radius: number, to: string) =>
    radius ? `A${short(radius)} ${short(radius)} 0 0 1 ${to}` : "";
  const at = (left: number, top: number) => `${short(left)} ${short(top)}`;
  const [r, f] = [right(box), bottom(box)];
  return (
    `M${at(x + a, y)}H${short(r - b)}${corner(b, at(r, y + b))}V${short(f - c)}` +
    `${corner(c, at(r - c, f))}H${short(x + d)}${corner(d, at(x, f - d))}V${short(y + a)}` +
    `${corner(a, at(x + a, y))}Z`
  );
}

/** The shape inside an element's borders, which its children may be cut off at. */
export const paddingShape = (style: CSSStyleDeclaration, box: Box) => {
  const [top, side, foot, left] = widthsOf(style);
  return outlineOf(inset(box, top, side, foot, left), radiiOf(style, box), top);
};

export function writeBox(style: CSSStyleDeclaration, box: Box, definitions: Definitions): string {
  const radii = radiiOf(style, box);
  const widths = widthsOf(style);
  const padding = inset(box, ...widths);
  const shadows = shadowsOf(style.boxShadow);
  const outer = shadows.filter((shadow) => !shadow.inside);
  const inner = shadows.filter((shadow) => shadow.inside);
  const fill = paintOf(style.backgroundColor);
  return [
    ...outer.map((shadow) => writeShadow(shadow, box, radii)),
    fill && element("path", { ...painted("fill", fill), d: outlineOf(box, radii) }),
    ...writeBackground(style, padding, definitions),
    ...inner.map((shadow) => writeShadow(shadow, padding, radii)),
    writeBorders(style, box, widths, radii),
    writeOutline(style, box),
  ]
    .filter(Boolean)
    .join("");
}

function writeBorders(style: CSSStyleDeclaration, box: Box, widths: Four, radii: Four): string {
  const [width] = widths;
  const kind = (side: Side) =>
    [style[`border${side}Width`], style[`border${side}Style`], style[`border${side}Color`]].join(
      " ",
    );
  if (width > 0 && SIDES.every((side) => kind(side) === kind("Top"))) {
    const stroke = paintOf(style.borderTopColor);
    if (!stroke || style.borderTopStyle === "double") return "";
    const line = inset(box, width / 2, width / 2);
    return element("path", {
      fill: "none",
      ...painted("stroke", stroke),
      "stroke-width": width,
      "stroke-dasharray": dashes(style.borderTopStyle, width),
      d: outlineOf(line, radii, width / 2),
    });
  }
  return SIDES.map((side, at) => writeSide(style, side, box, widths, at)).join("");
}

/** One side's border: solid ones meet the others in a mitre, as CSS has it. */
function writeSide(
  style: CSSStyleDeclaration,
  side: Side,
  box: Box,
  widths: Four,
  at: number,
): string {
  const [width, kind] = [widths[at]!, style[`border${side}Style`]];
  const paint = paintOf(style[`border${side}Color`]);
  if (!paint || width === 0 || kind === "none" || kind === "hidden") return "";
  const inner = inset(box, ...widths);
  const corners = (of: Box): [number, number][] => [
    [of.x, of.y],
    [right(of), of.y],
    [right(of), bottom(of)],
    [of.x, bottom(of)],
  ];
  const [a, b] = [corners(box)[at]!, corners(box)[(at + 1) % 4]!];
  const [c, d] = [corners(inner)[(at + 1) % 4]!, corners(inner)[at]!];
  const point = ([x, y]: [number, number]) => `${short(x)} ${short(y)}`;
  const middle = (p: [number, number], q: [number, number], share: number): [number, number] => [
    p[0] + (q[0] - p[0]) * share,
    p[1] + (q[1] - p[1]) * share,
  ];
  if (kind === "dashed" || kind === "dotted" || kind === "double") {
    const thickness = kind === "double" ? width / 3 : width;
    return (kind === "double" ? [1 / 6, 5 / 6] : [0.5])
      .map((share) =>
        element("path", {
          ...painted("stroke", paint),
          "stroke-width": thickness,
          "stroke-dasharray": dashes(kind, width),
          d: `M${point(middle(a, d, share))}L${point(middle(b, c, share))}`,
        }),
      )
      .join("");
  }
  return element("path", {
    ...painted("fill", paint),
    d: `M${[a, b, c, d].map(point).join("L")}Z`,
  });
}

function dashes(kind: string, width: number): string | undefined {
  if (kind === "dashed") return width >= 3 ? `${2 * width} ${width}` : `${3 * width} ${2 * width}`;
  return kind === "dotted" ? `${width} ${width}` : undefined;
}

function writeOutline(style: CSSStyleDeclaration, box: Box): string {
  const width = parseFloat(style.outlineWidth) || 0;
  const stroke = paintOf(style.outlineColor);
  // "auto" is the browser's own ring around what has the focus.
  if (!stroke || width === 0 || ["none", "auto"].includes(style.outlineStyle)) return "";
  const away = (parseFloat(style.outlineOffset) || 0) + width / 2;
  const line = {
    x: box.x - away,
    y: box.y - away,
    width: Math.max(box.width + 2 * away, 0),
    height: Math.max(box.height + 2 * away, 0),
  };
  return element("path", {
    fill: "none",
    ...painted("stroke", stroke),
    "stroke-width": width,
    "stroke-dasharray": dashes(style.outlineStyle, width),
    d: outlineOf(line, [0, 0, 0, 0]),
  });
}

interface Shadow {
  readonly css: string;
  readonly x: number;
  readonly y: number;
  readonly spread: number;
  readonly inside: boolean;
}

/** The shadows without blur: rings and edges, which is all that the page has. */
function shadowsOf(css: string): Shadow[] {
  if (css === "none") return [];
  return css.split(/,(?![^(]*\))/u).flatMap((text) => {
    const lengths = /(-?[\d.]+)px (-?[\d.]+)px ([\d.]+)px (-?[\d.]+)px/u.exec(text);
    if (!lengths || Number(lengths[3]) > 0) return [];
    const [x, y, , spread] = lengths.slice(1).map(Number) as [number, number, number, number];
    const inside = /\binset\b/u.test(text);
    return [
      { css: text.replace(lengths[0], "").replace("inset", "").trim(), x, y, spread, inside },
    ];
  });
}

/** A shadow is seen inside its box, or outside, but never both. */
function writeShadow({ css, x, y, spread, inside }: Shadow, box: Box, radii: Four): string {
  const grow = inside ? -spread : spread;
  const moved = {
    x: box.x + x - grow,
    y: box.y + y - grow,
    width: Math.max(box.width + 2 * grow, 0),
    height: Math.max(box.height + 2 * grow, 0),
  };
  const paint = painted("fill", paintOf(css));
  if (inside) {
    const [l, t] = [Math.max(moved.x, box.x), Math.max(moved.y, box.y)];
    const seen = {
      x: l,
      y: t,
      width: Math.max(Math.min(right(moved), right(box)) - l, 0),
      height: Math.max(Math.min(bottom(moved), bottom(box)) - t, 0),
    };
    return element("path", {
      ...paint,
      "fill-rule": "evenodd",
      d: outlineOf(box, radii) + outlineOf(seen, radii, spread),
    });
  }
  return element("path", {
    ...paint,
    "fill-rule": "evenodd",
    d: outlineOf(moved, radii, -spread) + outlineOf(box, radii),
  });
}
