/** Paths that are brought somewhere else point by point: for strokes that keep their width whatever the scale. */
import { short } from "./markup";

/** How many numbers each command takes. */
const TAKES: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, Z: 0 };

/** A shape as a path; undefined for round ones, whose curves no matrix takes to such curves again. */
export function asPath(shape: SVGGraphicsElement): string | undefined {
  if (shape instanceof SVGPathElement) return shape.getAttribute("d") ?? "";
  if (shape instanceof SVGPolylineElement) return `M${shape.getAttribute("points")}`;
  if (shape instanceof SVGPolygonElement) return `M${shape.getAttribute("points")}Z`;
  const value = (length: SVGAnimatedLength) => length.baseVal.value;
  if (shape instanceof SVGLineElement) {
    const { x1, y1, x2, y2 } = shape;
    return `M${value(x1)} ${value(y1)}L${value(x2)} ${value(y2)}`;
  }
  if (shape instanceof SVGRectElement) {
    const { x, y, width, height } = shape;
    return `M${value(x)} ${value(y)}h${value(width)}v${value(height)}h${-value(width)}z`;
  }
  return undefined;
}

/** The path where the matrix takes it; undefined where it has arcs. */
export function moved(path: string, matrix: DOMMatrix): string | undefined {
  const words = path.match(/[a-z]|[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/giu) ?? [];
  let [x, y, startX, startY, command] = [0, 0, 0, 0, ""];
  let text = "";
  const put = (px: number, py: number) => {
    const to = matrix.transformPoint({ x: px, y: py });
    return `${short(to.x)} ${short(to.y)}`;
  };
  for (let at = 0; at < words.length;) {
    if (/[a-z]/iu.test(words[at]!)) command = words[at++]!;
    const kind = command.toUpperCase();
    const takes = TAKES[kind];
    if (takes === undefined) return undefined;
    const relative = command !== kind;
    const numbers = words.slice(at, at + takes).map(Number);
    at += takes;
    if (kind === "Z") {
      text += "Z";
      [x, y] = [startX, startY];
      continue;
    }
    const points: [number, number][] = [];
    if (kind === "H") points.push([numbers[0]! + (relative ? x : 0), y]);
    else if (kind === "V") points.push([x, numbers[0]! + (relative ? y : 0)]);
    else
      for (let pair = 0; pair < takes; pair += 2)
        points.push([numbers[pair]! + (relative ? x : 0), numbers[pair + 1]! + (relative ? y : 0)]);
    text += (kind === "H" || kind === "V" ? "L" : kind) + points.map((p) => put(...p)).join(" ");
    [x, y] = points.at(-1)!;
    if (kind === "M") {
      [startX, startY] = [x, y];
      command = relative ? "l" : "L"; // Further points of a move are lines.
    }
  }
  return text;
}
