/** Where the names of points go in a picture: beside their points, off the lines, off each other. */
import type { Point } from "./plane";

export interface Label {
  readonly text: string;
  /** An index under the text. */
  readonly index?: string;
  /** The point that it names, in pixels. */
  readonly at: Point;
  /** From the point to the text. */
  readonly gap?: number;
  /** A CSS colour. */
  readonly colour?: string;
  readonly strong?: boolean;
  /** Set as a symbol of a formula. */
  readonly maths?: boolean;
  /** Is left out where there is no room for it. */
  readonly optional?: boolean;
}

/** A label with the middle of its text. */
export interface Placed extends Label {
  readonly middle: Point;
}

export interface Line {
  readonly from: Point;
  readonly to: Point;
}

export interface Surroundings {
  readonly width: number;
  readonly height: number;
  /** Lines and points that are better not written over. */
  readonly lines: readonly Line[];
  readonly points: readonly Point[];
  /** Width of a text in pixels. */
  readonly measure: (label: Label) => number;
}

interface Rectangle {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const LINE_HEIGHT = 17;
/** Right first, since a name is read on from its point; straight above and below before left. */
const DIRECTIONS = [0, 45, -45, 90, -90, 135, -135, 180, 20, -20, 70, -70, 110, -110, 160, -160];

const COST = { outside: 1000, label: 120, point: 40, line: 9, distance: 6, direction: 0.3 };
/** Where a label may stand, as a direction from its point and a multiple of its gap: the best places first. */
const CANDIDATES = [1, 1.8, 2.8].flatMap((distance, far) =>
  DIRECTIONS.map((degrees, turn) => ({
    x: Math.cos((degrees * Math.PI) / 180),
    y: -Math.sin((degrees * Math.PI) / 180),
    distance,
    cost: far * COST.distance + turn * COST.direction,
  })),
);
/** Labels that may be left out are, above this. */
const TOO_MUCH = 60;

function around(middle: Point, width: number): Rectangle {
  const [x, y] = [width / 2 + 2, LINE_HEIGHT / 2];
  return { left: middle.x - x, right: middle.x + x, top: middle.y - y, bottom: middle.y + y };
}

const overlap = (a: Rectangle, b: Rectangle) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const holds = ({ left, right, top, bottom }: Rectangle, { x, y }: Point, margin: number) =>
  x > left - margin && x < right + margin && y > top - margin && y < bottom + margin;

/** Whether the line goes through the rectangle (Liang and Barsky's clipping). */
function crosses({ left, right, top, bottom }: Rectangle, { from: a, to: b }: Line): boolean {
  if (Math.max(a.x, b.x) < left || Math.min(a.x, b.x) > right) return false;
  if (Math.max(a.y, b.y) < top || Math.min(a.y, b.y) > bottom) return false;
  let enter = 0;
  let leave = 1;
  const clip = (along: number, room: number) => {
    if (along === 0) return room >= 0;
    const at = room / along;
    if (along < 0) enter = Math.max(enter, at);
    else leave = Math.min(leave, at);
    return enter <= leave;
  };
  const [x, y] = [b.x - a.x, b.y - a.y];
  return (
    clip(-x, a.x - left) && clip(x, right - a.x) && clip(-y, a.y - top) && clip(y, bottom - a.y)
  );
}

function count<T>(items: readonly T[], has: (item: T) => boolean): number {
  let found = 0;
  for (const item of items) if (has(item)) found++;
  return found;
}

/** Names of the same point become one: “a, b, c and 4 more”, “the ×4”. */
function merged(labels: readonly Label[]): Label[] {
  const groups = new Map<string, Label[]>();
  for (const label of labels) {
    const { at, maths = false } = label;
    const place = `${Math.round(at.x / 3)} ${Math.round(at.y / 3)} ${maths}`;
    groups.set(place, [...(groups.get(place) ?? []), label]);
  }
  return [...groups.values()].map((group) => {
    const names = new Map<string, number>();
    for (const { text } of group) names.set(text, (names.get(text) ?? 0) + 1);
    const shown = [...names].slice(0, 3);
    const more = group.length - shown.reduce((sum, [, times]) => sum + times, 0);
    const text = shown.map(([name, times]) => (times > 1 ? `${name} ×${times}` : name)).join(", ");
    return {
      ...group[0]!,
      text: more ? `${text} and ${more} more` : text,
      optional: group.every((label) => label.optional),
    };
  });
}

/** Places the labels, the first ones first: the more a label matters, the earlier it stands in the list. */
export function placeLabels(
  labels: readonly Label[],
  { width, height, lines, points, measure }: Surroundings,
): Placed[] {
  const taken: Rectangle[] = [];
  const placed: Placed[] = [];
  const whole = { left: 0, right: width, top: 0, bottom: height };

  for (const label of merged(labels)) {
    const { at, gap = 10 } = label;
    const size = measure(label);
    let best: { middle: Point; cost: number } | undefined;
    for (const candidate of CANDIDATES) {
      if (best && candidate.cost >= best.cost) break;
      const reach = gap * candidate.distance;
      const middle = {
        x: at.x + candidate.x * (reach + size / 2),
        y: at.y + candidate.y * (reach + LINE_HEIGHT / 3),
      };
      const box = around(middle, size);
      const inside =
        holds(whole, { x: box.left, y: box.top }, 0) &&
        holds(whole, { x: box.right, y: box.bottom }, 0);
      // What costs most is counted first, and the many lines only where they can still decide.
      const most = best?.cost ?? Infinity;
      let cost = candidate.cost + (inside ? 0 : COST.outside);
      if (cost < most) cost += COST.label * count(taken, (other) => overlap(box, other));
      if (cost < most) cost += COST.point * count(points, (point) => holds(box, point, 3));
      if (cost < most) cost += COST.line * count(lines, (line) => crosses(box, line));
      if (cost < most) best = { middle, cost };
    }
    if (!best || (label.optional && best.cost > TOO_MUCH)) continue;
    taken.push(around(best.middle, size));
    placed.push({ ...label, middle: best.middle });
  }
  return placed;
}
