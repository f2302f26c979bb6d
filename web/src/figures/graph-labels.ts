/** Where the numbers of a drawn graph's edges go: on none of its nodes, on no other number, and on no other edge. */
import { directionAt, pointAt, sampled } from "./curve";
import {
  MOST_ALONG,
  support,
  toLabel,
  type GraphEdge,
  type GraphLayout,
  type Size,
} from "./graph-layout";
import type { Point } from "./plane";

export interface EdgeLabel {
  readonly i: number;
  readonly j: number;
  /** Its middle. */
  readonly x: number;
  readonly y: number;
}

const AIR = 2;

/** How large a number of two decimals is: in a narrow figure it is set smaller. */
export const labelSize = (width: number): Size =>
  width < 420 ? { width: 28, height: 15 } : { width: 34, height: 18 };
/** Where along its edge a number may stand, the best places first: nearer to who looks than to who is looked at. */
const PLACES = [
  0.36, 0.4, 0.32, 0.44, 0.28, 0.48, 0.52, 0.56, 0.24, 0.6, 0.2, 0.64, 0.68, 0.72, 0.16, 0.76,
];

/** How far a point is from a rectangle around `middle`. */
export function fromRectangle(point: Point, middle: Point, { width, height }: Size): number {
  const x = Math.max(Math.abs(point.x - middle.x) - width / 2, 0);
  const y = Math.max(Math.abs(point.y - middle.y) - height / 2, 0);
  return Math.hypot(x, y);
}

const overlap = (a: Point, b: Point, { width, height }: Size) =>
  Math.abs(a.x - b.x) < width + AIR && Math.abs(a.y - b.y) < height + AIR;

/** What a number must keep clear of. */
interface Surroundings {
  readonly layout: GraphLayout;
  readonly lines: readonly { readonly edge: GraphEdge; readonly points: readonly Point[] }[];
  readonly size: Size;
}

function clear(at: Point, own: GraphEdge, { layout, lines, size }: Surroundings): boolean {
  const { width, height, nodes } = layout;
  if (at.x < size.width / 2 || at.x > width - size.width / 2) return false;
  if (at.y < size.height / 2 || at.y > height - size.height / 2) return false;
  if (nodes.some((node) => fromRectangle(node, at, size) < node.r + AIR)) return false;
  return lines.every(({ edge, points }) => {
    if (edge === own) return true;
    const room = edge.width / 2 + AIR;
    if (edge.head.some((corner) => fromRectangle(corner, at, size) < AIR)) return false;
    return points.every((point) => fromRectangle(point, at, size) >= room);
  });
}

/** The places for an edge's number: beside it, on the side to which it bends, and on it. */
function places(edge: GraphEdge, size: Size) {
  const on = PLACES.map((t) => pointAt(edge.curve, t));
  const beside = PLACES.map((t, at) => {
    const { x, y } = directionAt(edge.curve, t);
    const left = { x: y, y: -x };
    const away = support(size, left) + edge.width / 2 + AIR;
    return { x: on[at]!.x + left.x * away, y: on[at]!.y + left.y * away };
  });
  return { on, beside };
}

/** In which order the places are tried: any beside the edge before any on it; or, where room is short, as they come. */
const ORDERS: readonly ((edge: GraphEdge, size: Size) => Point[])[] = [
  (edge, size) => {
    const { on, beside } = places(edge, size);
    return [...beside, ...on];
  },
  (edge, size) => {
    const { on, beside } = places(edge, size);
    return beside.flatMap((place, at) => [place, on[at]!]);
  },
];

/** Beyond the key's node, and beyond its loop where nodes have loops. */
function outside({ j }: GraphEdge, { nodes }: GraphLayout, size: Size, loops: boolean): Point {
  const { x, y, r, outward } = nodes[j]!;
  const away = r + toLabel(r, loops, size, outward);
  return { x: x + outward.x * away, y: y + outward.y * away };
}

/**
 * The places of the numbers of `labelled`, edges among `edges`. Where one has no room it is left out; up to `MOST_ALONG`
 * nodes, and for the edges of one query among any number of nodes, each has.
 */
export function placeEdgeLabels(
  layout: GraphLayout,
  edges: readonly GraphEdge[],
  labelled: readonly GraphEdge[],
  size: Size,
): EdgeLabel[] {
  const lines = edges.map((edge) => ({ edge, points: sampled(edge.curve) }));
  const surroundings = { layout, lines, size };
  const loops = edges.some(({ i, j }) => i === j);
  const along = layout.nodes.length <= MOST_ALONG;
  let best: EdgeLabel[] = [];
  for (const order of ORDERS) {
    const open = labelled.map((edge) => {
      if (edge.i === edge.j || !along)
        return { edge, candidates: [outside(edge, layout, size, loops)] };
      const candidates = order(edge, size).filter((at) => clear(at, edge, surroundings));
      return { edge, candidates };
    });
    // Who has the least choice goes first.
    open.sort((a, b) => a.candidates.length - b.candidates.length);
    const taken: EdgeLabel[] = [];
    for (const { edge, candidates } of open) {
      const place = candidates.find((at) => !taken.some((one) => overlap(one, at, size)));
      if (place) taken.push({ i: edge.i, j: edge.j, ...place });
    }
    if (taken.length === labelled.length) return taken;
    if (taken.length > best.length) best = taken;
  }
  return best;
}

/** The same with edges that are faded among the others: better over the line of one than not at all. */
export function placeOverFaded(
  layout: GraphLayout,
  edges: readonly GraphEdge[],
  labelled: readonly GraphEdge[],
  size: Size,
  isSolid: (edge: GraphEdge) => boolean,
): EdgeLabel[] {
  const clear = placeEdgeLabels(layout, edges, labelled, size);
  if (clear.length === labelled.length) return clear;
  return placeEdgeLabels(layout, edges.filter(isSolid), labelled, size);
}
