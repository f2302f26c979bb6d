/** Logarithmic axes: where numbers stand on the screen, and which of them are written beside it. */

/** A place on an axis with what is written there. */
export interface Tick {
  readonly at: number;
  readonly text: string;
}

/** A range whose ends are above 0. */
export interface Span {
  readonly least: number;
  readonly most: number;
}

/** Where `value` stands between the ends of the axis, from 0 to 1. */
export const placeOn = ({ least, most }: Span, value: number) =>
  Math.log(value / least) / Math.log(most / least);

/** A range that holds all values with a little room, and is at least `factor` wide. */
export function spanOf(values: readonly number[], otherwise: Span, factor = 10): Span {
  const above = values.filter((value) => value > 0 && Number.isFinite(value));
  if (above.length === 0) return otherwise;
  let [least, most] = [Math.min(...above) / 1.5, Math.max(...above) * 1.5];
  if (most / least < factor) {
    const middle = Math.sqrt(least * most);
    [least, most] = [middle / Math.sqrt(factor), middle * Math.sqrt(factor)];
  }
  return { least, most };
}

/** Round numbers of a range: powers of ten; between them 2 and 5 as well where the range is short. */
export function decimalTicks({ least, most }: Span, write: (at: number) => string): Tick[] {
  const steps = most / least > 300 ? [1] : [1, 2, 5];
  const first = Math.floor(Math.log10(least));
  const last = Math.ceil(Math.log10(most));
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
    .flatMap((power) => steps.map((step) => Number(`${step}e${power}`)))
    .filter((at) => at >= least && at <= most)
    .map((at) => ({ at, text: write(at) }));
}

/** Powers of two of a range, every second, third … of them, so that there are no more than a few. */
export function binaryTicks({ least, most }: Span, write: (at: number) => string): Tick[] {
  const first = Math.ceil(Math.log2(least));
  const last = Math.floor(Math.log2(most));
  const stride = Math.max(1, Math.ceil((last - first) / 7));
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
    .filter((power) => power % stride === 0)
    .map((power) => ({ at: 2 ** power, text: write(2 ** power) }));
}

/** Moves the middles of lines of text apart, as little as may be, so that each two are `height` from each other. */
export function spread(middles: readonly number[], height: number, most: number): number[] {
  const order = middles.map((_, at) => at).sort((a, b) => middles[a]! - middles[b]!);
  const placed = [...middles];
  for (const [at, each] of order.entries()) {
    const before = order[at - 1];
    if (before !== undefined) placed[each] = Math.max(placed[each]!, placed[before]! + height);
  }
  // What has been pushed over the lower edge pushes back.
  for (const [at, each] of [...order].reverse().entries()) {
    const limit = at === 0 ? most : placed[order[order.length - at]!]! - height;
    placed[each] = Math.min(placed[each]!, limit);
  }
  return placed;
}

/** How the lines of a plot are dashed, so that they are told apart without their colours. */
export const DASHES = ["2 4", "9 4", undefined, "12 3 2 3", "5 3"] as const;
