/** The plane as it lies on the screen: which part of it is in sight, where a point goes, where the grid's lines run. */

/** A point of the plane in its own units, or of the screen in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A part of the plane. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

/** How a figure sees the plane. The unit is as long across as it is up: angles and circles are true. */
export interface PlaneView {
  readonly width: number;
  readonly height: number;
  /** Pixels to a unit. */
  readonly unit: number;
  readonly toScreen: (point: Point) => Point;
  readonly fromScreen: (point: Point) => Point;
  /** Where the grid's lines stand. */
  readonly across: readonly number[];
  readonly up: readonly number[];
}

/** Room in pixels around what has to be seen: for labels, and for the numbers at the left and lower edges. */
const MARGIN = { left: 48, right: 28, bottom: 40, top: 24 };
/** Grid lines are not closer than this. */
const GRID = 52;
/** Float32's largest, with room for the arithmetic of a screen. */
const LARGEST = 1e39;

export const isDrawable = ({ x, y }: Point) => Math.abs(x) < LARGEST && Math.abs(y) < LARGEST;

/** The smallest of 1, 2, 5, 10, 20, … (and 0.5, 0.2, …) that is not below `size`, which is above 0. */
export function niceStep(size: number): number {
  const [mantissa, exponent] = size.toExponential().split("e");
  return Number(`${[1, 2, 5, 10].find((nice) => nice >= Number(mantissa))}e${exponent}`);
}

/** `value` at the nearest multiple of `step`, in as few digits as that takes. */
export const snap = (value: number, step: number) =>
  Number((Math.round(value / step) * step).toPrecision(12));

/** A part of the plane that shows all of `points`, out to round numbers, so that it stays while they move a little. */
export function boxOf(points: readonly Point[]): Box {
  const seen = points.filter(isDrawable);
  const ends = (of: (point: Point) => number) => {
    const values = seen.map(of);
    return values.length
      ? ([Math.min(...values), Math.max(...values)] as const)
      : ([0, 0] as const);
  };
  const [left, right] = ends(({ x }) => x);
  const [bottom, top] = ends(({ y }) => y);
  // Points that all coincide are shown with as much of the plane around them as they are away from its origin.
  const extent =
    Math.max(right - left, top - bottom) || Math.max(Math.abs(left), Math.abs(bottom)) || 2;
  const step = niceStep(extent / 8);
  const alone = left === right && bottom === top ? extent / 2 : 0;
  return {
    left: Math.floor((left - alone) / step) * step,
    right: Math.ceil((right + alone) / step) * step,
    bottom: Math.floor((bottom - alone) / step) * step,
    top: Math.ceil((top + alone) / step) * step,
  };
}

/** The height that suits `box` in a figure of `width` pixels, between a strip and a square, and at most `most`. */
export function heightFor(box: Box, width: number, most = 440): number {
  const inner = width - MARGIN.left - MARGIN.right;
  const height =
    (inner * (box.top - box.bottom)) / (box.right - box.left || 1) + MARGIN.bottom + MARGIN.top;
  return Math.round(Math.min(Math.max(height, width * 0.5), width * 0.9, most));
}

/** The lines from each point to the next, and back to the first if they close. */
export function segments(points: readonly Point[], closed: boolean): { from: Point; to: Point }[] {
  const ends = closed ? [...points.slice(1), ...points.slice(0, 1)] : points.slice(1);
  return ends.map((to, at) => ({ from: points[at]!, to }));
}

const multiples = (step: number, from: number, to: number) => {
  const first = Math.ceil(from / step);
  const count = Math.max(Math.floor(to / step) - first + 1, 0);
  return Array.from({ length: count }, (_, at) => snap((first + at) * step, step));
};

/** Fits `box` into the middle of `width` × `height` pixels. */
export function viewOf(box: Box, width: number, height: number): PlaneView {
  const inner = {
    width: width - MARGIN.left - MARGIN.right,
    height: height - MARGIN.bottom - MARGIN.top,
  };
  const fits = [inner.width / (box.right - box.left), inner.height / (box.top - box.bottom)];
  const unit = Math.min(...fits.filter(Number.isFinite));
  const middle = { x: (box.left + box.right) / 2, y: (box.bottom + box.top) / 2 };
  const centre = { x: MARGIN.left + inner.width / 2, y: MARGIN.top + inner.height / 2 };
  const toScreen = ({ x, y }: Point) => ({
    x: centre.x + (x - middle.x) * unit,
    y: centre.y - (y - middle.y) * unit,
  });
  const fromScreen = ({ x, y }: Point) => ({
    x: middle.x + (x - centre.x) / unit,
    y: middle.y - (y - centre.y) / unit,
  });
  const step = niceStep(GRID / unit);
  const corners = [
    fromScreen({ x: MARGIN.left - 12, y: height - MARGIN.bottom + 12 }),
    fromScreen({ x: width, y: 0 }),
  ] as const;
  return {
    width,
    height,
    unit,
    toScreen,
    fromScreen,
    across: multiples(step, corners[0].x, corners[1].x),
    up: multiples(step, corners[0].y, corners[1].y),
  };
}
