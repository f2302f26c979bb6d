/** Curves of a drawn graph: quadratic ones between two nodes, cut off at the nodes' rims. Screen geometry only. */
import type { Point } from "./plane";

/** A Bézier curve of degree 2 or 3 by its control points, the ends among them. */
export type Curve = readonly Point[];

export interface Circle extends Point {
  readonly r: number;
}

const between = (a: Point, b: Point, t: number): Point => ({
  x: a.x + (b.x - a.x) * t,
  y: a.y + (b.y - a.y) * t,
});

export const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** De Casteljau's triangle: each line lies between the points of the one before. */
function triangle(curve: Curve, t: number): Curve[] {
  const lines = [curve];
  for (let last = curve; last.length > 1; lines.push(last))
    last = last.slice(1).map((point, at) => between(last[at]!, point, t));
  return lines;
}

/** The triangle's tip, by Bernstein's polynomials: graphs ask for thousands. */
export function pointAt(curve: Curve, t: number): Point {
  const s = 1 - t;
  const cubic = curve.length === 4;
  const shares = cubic
    ? [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t]
    : [s * s, 2 * s * t, t * t];
  let [x, y] = [0, 0];
  for (let at = 0; at < shares.length; at++) {
    x += shares[at]! * curve[at]!.x;
    y += shares[at]! * curve[at]!.y;
  }
  return { x, y };
}

/** The unit vector along the curve. */
export function directionAt(curve: Curve, t: number): Point {
  const [a, b] = triangle(curve, t).at(-2)! as [Point, Point];
  const length = distance(a, b) || 1;
  return { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
}

/** The piece from parameter `from` to `to`. */
export function piece(curve: Curve, from: number, to: number): Curve {
  const rest = triangle(curve, from)
    .map((line) => line.at(-1)!)
    .reverse();
  const share = from === 1 ? 0 : (to - from) / (1 - from);
  return triangle(rest, share).map((line) => line[0]!);
}

/**
 * The parameter where the curve, which starts inside of the circle, leaves it. Halving, to less than a path's decimals: the
 * middle is outside.
 */
export function leaves(curve: Curve, { r, ...middle }: Circle, middleAt = 0.5): number {
  let [inside, outside] = [0, middleAt];
  for (let step = 0; step < 24; step++) {
    const t = (inside + outside) / 2;
    if (distance(pointAt(curve, t), middle) < r) inside = t;
    else outside = t;
  }
  return outside;
}

export const reversed = (curve: Curve): Curve => [...curve].reverse();

/** Points along the curve, for measuring it against other things. */
export const sampled = (curve: Curve, count = 33): Point[] =>
  Array.from({ length: count }, (_, at) => pointAt(curve, at / (count - 1)));

const written = ({ x, y }: Point) => `${x.toFixed(2)} ${y.toFixed(2)}`;

/** The curve as an SVG path. */
export const pathOf = ([from, ...rest]: Curve) =>
  `M${written(from!)} ${rest.length === 2 ? "Q" : "C"}${rest.map(written).join(" ")}`;

/** A closed polygon as an SVG path. */
export const polygon = (points: readonly Point[]) => `M${points.map(written).join("L")}Z`;
