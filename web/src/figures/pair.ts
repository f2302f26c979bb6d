/** Where the parts of a picture of two arrows lie on the screen. */
import type { PlaneView, Point } from "./plane";

const sum = (p: Point, q: Point, times = 1) => ({ x: p.x + times * q.x, y: p.y + times * q.y });
const length = ({ x, y }: Point) => Math.hypot(x, y);
const dot = (p: Point, q: Point) => p.x * q.x + p.y * q.y;
const unit = (p: Point) =>
  length(p) ? { x: p.x / length(p), y: p.y / length(p) } : { x: 0, y: 0 };
const pen = (...points: Point[]) =>
  points.map(({ x, y }, at) => `${at ? "L" : "M"}${x.toFixed(1)},${y.toFixed(1)}`).join("");

/** Arrows shorter than this, in pixels, have no angle to draw. */
const SHORT = 8;
const CORNER = 10;
/** Half the sizes of the labels. */
const THETA = { x: 6, y: 8 };
const SHADOW = { x: 46, y: 9 };

/** How far a label with these half sizes must be moved along `way` until its box clears the point it left. */
const clearance = (way: Point, half: Point) => Math.abs(way.x) * half.x + Math.abs(way.y) * half.y;

export function pairGeometry(at: { a: Point; b: Point; foot: Point }, view: PlaneView) {
  const origin = view.toScreen({ x: 0, y: 0 });
  const [a, b, foot] = [at.a, at.b, at.foot].map(view.toScreen) as [Point, Point, Point];
  const [toA, toB, toFoot] = [a, b, foot].map((p) => sum(p, origin, -1)) as [Point, Point, Point];
  const along = { a: unit(toA), b: unit(toB) };
  const far = view.width + view.height;
  const reach = Math.min(length(toA), length(toB));
  const hasAngle = reach > SHORT;

  // The plumb line from a's tip, and its corner: towards the tip, and along b towards the origin.
  const rise = unit(sum(a, foot, -1));
  const back = unit(sum(origin, foot, -1));
  const height = length(sum(a, foot, -1));
  const corner = [
    sum(foot, rise, CORNER),
    sum(sum(foot, rise, CORNER), back, CORNER),
    sum(foot, back, CORNER),
  ];
  const hasCorner = height > 1.5 * CORNER && length(toFoot) > 1.5 * CORNER;

  const radius = Math.min(38, 0.55 * reach);
  // On the screen y grows downwards: the sweep is clockwise where a lies that way from b.
  const sweep = along.b.x * along.a.y - along.b.y * along.a.x > 0 ? 1 : 0;
  const ends = [sum(origin, along.b, radius), sum(origin, along.a, radius)] as const;
  const arc = `${pen(ends[0])}A${radius},${radius},0,0,${sweep},${ends[1].x.toFixed(1)},${ends[1].y.toFixed(1)}`;

  /** Between the arrows; across from b where they point apart. */
  const between =
    length(sum(along.a, along.b)) > 0.02
      ? unit(sum(along.a, along.b))
      : { x: along.b.y, y: -along.b.x };
  // In a narrow angle there is no room for its name: it stands on the other side of the origin.
  const narrow = dot(along.a, along.b) > 0.93;
  const thetaAt = narrow
    ? sum(origin, between, -(8 + clearance(between, THETA)))
    : sum(origin, between, radius + 4 + clearance(between, THETA));

  /** Away from b, on the side where a is not. */
  const under = height > 1 ? { x: -rise.x, y: -rise.y } : { x: -along.b.y, y: along.b.x };
  const middle = sum(origin, toFoot, 0.5);

  const inside = (p: Point, half: Point) => ({
    x: Math.min(Math.max(p.x, half.x), view.width - half.x),
    y: Math.min(Math.max(p.y, half.y), view.height - half.y),
  });
  /** A name stands beyond its tip, on the side where the other arrow is not. */
  const beside = (p: Point, way: Point, side: 1 | -1) =>
    inside(sum(sum(p, way, 18), { x: -way.y * side, y: way.x * side }, 10), { x: 10, y: 10 });

  return {
    origin,
    a,
    b,
    line: length(toB) > 0 ? pen(sum(origin, along.b, -far), sum(origin, along.b, far)) : undefined,
    shadow: pen(origin, foot),
    plumb: height > 2 ? pen(a, foot) : "",
    corner: hasCorner ? pen(...corner) : "",
    arc: hasAngle ? arc : "",
    labels: {
      a: beside(a, along.a, sweep ? 1 : -1),
      b: beside(b, along.b, sweep ? -1 : 1),
      theta: hasAngle ? inside(thetaAt, THETA) : undefined,
      shadow:
        length(toFoot) > SHORT
          ? inside(sum(middle, under, 12 + clearance(under, SHADOW)), SHADOW)
          : undefined,
    },
  };
}
