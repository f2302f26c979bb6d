/**
 * A complete directed graph as a circle of nodes: where nodes and edges go. An edge leads from the query that looks (i) to
 * the key that it looks at (j). Edges i → j and j → i bend to their two sides; edges between near nodes bend inward, past
 * the nodes between them; an edge from a node to itself stands outward.
 */
import { distance, leaves, piece, pointAt, reversed, type Circle, type Curve } from "./curve";
import type { Cell } from "./grid";
import type { Point } from "./plane";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The most nodes that a circle of them keeps clear. */
export const MOST_NODES = 12;

/** Up to so many nodes numbers have room along their edges; among more they stand outside, beside the key. */
export const MOST_ALONG = 4;

export interface GraphNode extends Circle {
  /** The unit vector away from the middle of the circle. */
  readonly outward: Point;
}

export interface GraphEdge extends Cell {
  readonly width: number;
  /** From rim to rim, i first. */
  readonly curve: Curve;
  /** What of it is drawn as a line: it ends where its head begins. */
  readonly shaft: Curve;
  /** The head: its tip on the rim of j, and its two other corners. */
  readonly head: readonly [Point, Point, Point];
}

export interface GraphLayout {
  readonly width: number;
  readonly height: number;
  readonly middle: Point;
  /** How many times as high as wide the circle is. */
  readonly tall: number;
  readonly nodes: readonly GraphNode[];
}

/** Messages on their way to the query i from all that it looks at. */
export interface Flow {
  readonly i: number;
  /** 0 at their keys, 1 at the query. */
  readonly along: number;
  /** They are as large as their weights say; before that all are alike. */
  readonly weighted?: boolean;
}

export interface Room {
  readonly width: number;
  /** Whether nodes have edges to themselves. */
  readonly loops?: boolean;
  /** How large the numbers at the edges are, if there are any. */
  readonly labels?: Size;
  /** The most that the circle and its nodes may measure. */
  readonly largest?: number;
}

const LARGEST = { radius: 205, node: 42 };
/** Of a narrow figure, a node takes at most this share. */
const NODE_SHARE = 0.1;
/** Of the distance between neighbours, a node's radius takes this share. */
const NEIGHBOUR_SHARE = 0.34;
/** How far a loop stands out from its node of radius r: where there is room, farther. */
export const loopReach = (r: number) => 0.62 * r + 7 + 0.4 * Math.max(r - 28, 0);
/** Half the angle under which a loop leaves its node. */
const LOOP_ANGLE = 0.5;
/** And that of its widest part. */
const LOOP_TURN = 0.68;
const AIR = 3;
/** Below this width a figure is narrow. */
const NARROW = 420;
/** What an edge has to be longer at each end than the number that stands along it. */
const BESIDE = 24;
const LEAST_NODE = 16;
/** How far many nodes' edges are drawn to the middle. */
const PULL = 0.34;
/** By how much an edge's control point lies off the line between its nodes, as a share of that line. */
const APART = 0.15;

interface Place {
  /** On a circle around 0 of radius 1, or an oval as wide. */
  readonly x: number;
  readonly y: number;
  /** The unit vector away from it. */
  readonly outward: Point;
}

/**
 * Where nodes stand: in equal steps around the circle, or the oval that is `tall` times as high as wide. An even number of
 * them stands on a flat side, an odd one on its tip. Two have their loops above.
 */
function placesOf(count: number, tall: number): Place[] {
  const fine = 360;
  const point = (step: number): Point => {
    const angle = (2 * Math.PI * step) / fine - Math.PI / 2;
    return { x: Math.cos(angle), y: tall * Math.sin(angle) };
  };
  const along = [0];
  for (let step = 1; step <= fine; step++)
    along.push(along[step - 1]! + distance(point(step - 1), point(step)));
  return Array.from({ length: count }, (_, at) => {
    const share = (at - (count % 2 ? 0 : 0.5) + count) / count;
    const length = (share % 1) * along[fine]!;
    const after = Math.max(
      along.findIndex((passed) => passed >= length),
      1,
    );
    const before = along[after - 1]!;
    const { x, y } = point(after - 1 + (length - before) / (along[after]! - before));
    const steep = Math.hypot(x, y / tall ** 2);
    const outward = count === 2 ? { x: 0, y: -1 } : { x: x / steep, y: y / tall ** 2 / steep };
    return { x, y, outward };
  });
}

/** How far a rectangle reaches from its middle in a direction. */
export const support = ({ width, height }: Size, { x, y }: Point) =>
  (Math.abs(x) * width + Math.abs(y) * height) / 2;

/** From a node's rim to the middle of a number that stands outside, beyond the loop if there are any. */
export const toLabel = (r: number, loops: boolean, size: Size, outward: Point) =>
  (loops ? loopReach(r) : 0) + 2 * AIR + support(size, outward);

/** In a narrow figure many nodes stand on an oval, so that they need not be small. */
export const isNarrow = (count: number, width: number) => width < NARROW && count > MOST_ALONG;

/** Room for `count` nodes in the given width; the height is what they need. */
export function layOut(count: number, { width, loops = false, labels, largest = 1 }: Room) {
  const outside = labels && (loops || count > MOST_ALONG) ? labels : undefined;
  const tall = isNarrow(count, width) ? 1 + 0.06 * (count - MOST_ALONG) : 1;
  const places = placesOf(count, tall);
  let r = Math.min(LARGEST.node * largest, width * NODE_SHARE);

  /** How far what belongs to a node reaches from its middle, sideways, up and down. */
  function reach({ outward: { x, y } }: Place) {
    const loop = loops ? r + loopReach(r) : r;
    const apart = outside ? r + toLabel(r, loops, outside, { x, y }) : 0;
    // A loop is about as wide as its node.
    const along = (outward: number, aside: number, label: number) =>
      AIR +
      Math.max(r, outward * loop + (loops ? 0.75 * r * aside : 0), outward * apart + label / 2);
    const label = { width: outside?.width ?? 0, height: outside?.height ?? 0 };
    return {
      x: along(Math.abs(x), Math.abs(y), label.width),
      up: along(Math.max(-y, 0), Math.abs(x), label.height),
      down: along(Math.max(y, 0), Math.abs(x), label.height),
    };
  }

  const chord = Math.min(...places.map((each, at) => distance(each, places.at(at - 1)!)));
  let radius = 0;
  // A node's size depends on the circle's, and the circle's on the node's: this settles.
  for (let step = 0; step < 12 && count > 1; step++) {
    const rooms = places.map((each) =>
      Math.abs(each.x) < 0.01 ? Infinity : (width / 2 - reach(each).x) / Math.abs(each.x),
    );
    radius = Math.max(Math.min(...rooms, LARGEST.radius * largest), 1);
    r = Math.min(r, radius * chord * NEIGHBOUR_SHARE);
    if (labels && count <= MOST_ALONG)
      r = Math.min(r, Math.max((radius * chord - labels.width) / 2 - BESIDE, LEAST_NODE));
  }
  // Two nodes have nothing above and below them but the bend of their edges, and what stands at those.
  const bow = count === 2 ? APART * radius + 10 + (labels?.height ?? 0) : 0;
  const up = Math.max(bow, ...places.map((each) => reach(each).up - radius * each.y));
  const down = Math.max(bow, ...places.map((each) => reach(each).down + radius * each.y));
  const middle = { x: width / 2, y: up };
  return {
    width,
    height: up + down,
    middle,
    tall,
    nodes: places.map((each) => ({
      x: middle.x + radius * each.x,
      y: middle.y + radius * each.y,
      r,
      outward: each.outward,
    })),
  } satisfies GraphLayout;
}

/** How wide the lines are that stand for 0 and for 1: thin ones stay visible. */
export const lineWidths = (r: number) => ({ least: 1, most: Math.min(0.24 * r, 9) });

/** How wide the line of a weight is. What is no number is as thin as 0. */
export function lineWidth(weight: number, r: number): number {
  const { least, most } = lineWidths(r);
  return least + (most - least) * Math.min(Math.max(weight || 0, 0), 1);
}

/** Half the base and the length of a line's head. Round a loop there is less room. */
function headOf(width: number, r: number, isLoop: boolean) {
  const half = isLoop ? 2.2 + 0.62 * width : 2.4 + 0.8 * width;
  return {
    half: Math.min(half, 0.28 * r),
    length: Math.min(half, 0.28 * r) * (isLoop ? 1.5 : 1.9),
  };
}

function finished(at: Cell, curve: Curve, width: number, to: GraphNode): GraphEdge {
  const { half, length } = headOf(width, to.r, at.i === at.j);
  const back = leaves(reversed(curve), { ...to, r: to.r + length }, 0.6);
  const neck = pointAt(curve, 1 - back);
  const tip = curve.at(-1)!;
  const far = distance(neck, tip);
  const along = { x: (tip.x - neck.x) / far, y: (tip.y - neck.y) / far };
  const side = { x: -along.y * half, y: along.x * half };
  return {
    ...at,
    width,
    curve,
    // A little into the head, so that no seam shows between the two.
    shaft: piece(curve, 0, Math.min(1 - back * 0.9, 1)),
    head: [
      tip,
      { x: neck.x + side.x, y: neck.y + side.y },
      { x: neck.x - side.x, y: neck.y - side.y },
    ],
  };
}

/** The whole curve of an edge, from middle to middle. */
function bent(from: GraphNode, to: GraphNode, { middle, nodes, tall }: GraphLayout): Curve {
  const half = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const chord = { x: to.x - from.x, y: to.y - from.y };
  const length = Math.hypot(chord.x, chord.y);
  const left = { x: chord.y / length, y: -chord.x / length };
  // Among many nodes all edges bend inward, the shorter ones the more: they would meet the nodes between them.
  const steps = Math.abs(nodes.indexOf(from) - nodes.indexOf(to));
  const neighbours = steps === 1 || steps === nodes.length - 1;
  const pull = nodes.length <= MOST_ALONG ? 0 : PULL + (neighbours ? 0 : tall - 1);
  const apart = Math.max(APART * length, 0.45 * from.r);
  const control = {
    x: half.x + pull * (middle.x - half.x) + apart * left.x,
    y: half.y + pull * (middle.y - half.y) + apart * left.y,
  };
  return [from, control, to].map(({ x, y }) => ({ x, y }));
}

/** An edge of a node to itself, from rim to rim. */
function loop(node: GraphNode): Curve {
  const { x, y, r, outward } = node;
  const angle = Math.atan2(outward.y, outward.x);
  const on = (turn: number, length: number): Point => ({
    x: x + length * Math.cos(angle + turn),
    y: y + length * Math.sin(angle + turn),
  });
  // Three quarters of the way to its controls is how far a cubic with such controls reaches.
  const reach = r + (loopReach(r) - 1) / 0.75;
  return [on(-LOOP_ANGLE, r), on(-LOOP_TURN, reach), on(LOOP_TURN, reach), on(LOOP_ANGLE, r)];
}

/** The edge that stands for `weight`, i to j. */
export function edgeOf(layout: GraphLayout, { i, j }: Cell, weight: number): GraphEdge {
  const { nodes } = layout;
  const [from, to] = [nodes[i]!, nodes[j]!];
  const width = lineWidth(weight, to.r);
  if (i === j) return finished({ i, j }, loop(to), width, to);
  const whole = bent(from, to, layout);
  const start = leaves(whole, { ...from, r: from.r + 2 });
  const end = 1 - leaves(reversed(whole), to);
  return finished({ i, j }, piece(whole, start, end), width, to);
}

/** What an edge is drawn as, among the others. */
export interface Rank {
  readonly selected: boolean;
  /** Another query's edges are brought out. */
  readonly quiet: boolean;
  readonly width: number;
}

/** Heavy ones last, so that they lie over the light ones; those brought out over the rest, and the selected one over all. */
export const byRank = (a: Rank, b: Rank) =>
  Number(a.selected) - Number(b.selected) || Number(b.quiet) - Number(a.quiet) || a.width - b.width;
