/** Where the parts of a picture of tokens and their blends lie on the screen. */
import type { Label, Line } from "./labels";
import { isDrawable, segments, type PlaneView, type Point } from "./plane";

/** What there is to see, in the plane's own units. */
export interface Blends {
  readonly tokens: readonly string[];
  /** Where each token lies, each of their blends, and the vector of zeros. */
  readonly places: readonly Point[];
  readonly blends: readonly Point[];
  readonly origin: Point;
  /** The corners of the tokens' hull. */
  readonly outline: readonly Point[];
  /** What the selected query's pulls come to, one after another. */
  readonly partials?: readonly Point[];
  /** Where its blend goes as something is turned. */
  readonly path?: readonly Point[];
  readonly selected: { readonly i: number; readonly j: number };
  /** There is only one dimension. */
  readonly flat?: boolean;
}

/** More arrows than this from one point hide what they are about. */
const MOST_ARROWS = 8;

export const colourOf = (at: number, { i, j }: Blends["selected"]) =>
  at === i ? "var(--query)" : at === j ? "var(--key)" : "var(--muted)";

/** On a line the pulls would lie over each other: there each has a row of its own, this high. */
export const rowHeight = (pulls: number) => Math.min(14, 150 / Math.max(pulls, 1));

/** The selected query's pulls in pixels, tip to tail; none if they cannot be drawn. */
export function pullsOf({ partials = [], origin, flat }: Blends, view: PlaneView): Line[] {
  const high = rowHeight(partials.length);
  const lowered = (point: Point, row: number) => {
    const { x, y } = view.toScreen(point);
    return { x, y: flat ? y + 20 + row * high : y };
  };
  if (!partials.every(isDrawable)) return [];
  return partials.map((to, j) => ({
    from: lowered(partials[j - 1] ?? origin, j),
    to: lowered(to, j),
  }));
}

/** Everything in pixels. A place that cannot be drawn is undefined. */
export function blendScene(given: Blends, view: PlaneView) {
  const { tokens, places, blends, path = [], selected } = given;
  const chosen = (at: number) => at === selected.i || at === selected.j;
  const seen = (point: Point) => (isDrawable(point) ? view.toScreen(point) : undefined);
  const origin = view.toScreen(given.origin);
  const tips = places.map(seen);
  const middles = blends.map(seen);
  const outline = given.outline.map(view.toScreen);
  const walked = path.filter(isDrawable).map(view.toScreen);
  const pulls = pullsOf(given, view);
  const bush = tips.length <= MOST_ARROWS;
  const arrows = tips.map((to, at) =>
    to && (bush || chosen(at)) ? { from: origin, to } : undefined,
  );

  const labels: Label[] = [];
  const z = middles[selected.i];
  if (z)
    labels.push({
      text: "z",
      index: `${selected.i + 1}`,
      maths: true,
      at: z,
      colour: "var(--value)",
    });
  const name = (token: number, strong: boolean) => {
    const at = tips[token];
    const colour = colourOf(token, selected);
    if (at) labels.push({ text: tokens[token]!, at, colour, strong, gap: 13, optional: !strong });
  };
  for (const token of new Set([selected.i, selected.j])) name(token, true);
  for (const token of tokens.keys()) if (!chosen(token)) name(token, false);

  const lines: Line[] = [
    ...arrows.filter((arrow) => arrow !== undefined),
    ...(bush ? pulls : []),
    ...segments(outline, true),
    ...segments(walked, false),
  ];
  const points = [...tips, ...middles].filter((point) => point !== undefined);
  return {
    origin,
    tips,
    blends: middles,
    outline,
    path: walked,
    pulls,
    arrows,
    labels,
    lines,
    points,
  };
}
