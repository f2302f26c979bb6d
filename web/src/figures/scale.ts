/** How numbers become colours: which hue each has, and how much of it. */
/** `score` diverges from 0; `weight` runs from 0 to 1; `value` diverges too, in the values' hue. */
export type Scale = "score" | "weight" | "value";

/** CSS variables that hold the full colours below and above 0. */
const HUES: Record<Scale, readonly [below: string, above: string]> = {
  score: ["--negative-full", "--positive-full"],
  weight: ["--weight-full", "--weight-full"],
  value: ["--negative-full", "--value-full"],
};

export const hueOf = (value: number, scale: Scale) => HUES[scale][value < 0 ? 0 : 1];

/** Where the least and the greatest finite number stand in row-major order; −1 where none is finite. */
export function extremes(data: ArrayLike<number>): { least: number; greatest: number } {
  let [least, greatest] = [-1, -1];
  for (let at = 0; at < data.length; at++) {
    const value = data[at]!;
    if (!Number.isFinite(value)) continue;
    if (least < 0 || value < data[least]!) least = at;
    if (greatest < 0 || value > data[greatest]!) greatest = at;
  }
  return { least, greatest };
}

/** The greatest magnitude among the finite numbers of `data`, 0 if there are none. */
export function mostOf(data: ArrayLike<number>): number {
  const { least, greatest } = extremes(data);
  return Math.max(Math.abs(data[least] ?? 0), Math.abs(data[greatest] ?? 0));
}

/**
 * How far towards the full colour each number goes, from 0 to 1; 0 for broken numbers, which are marked otherwise. Weights
 * go as far as they say; scores and values are measured against `full`, on both sides of 0 alike.
 */
export function shareOf(scale: Scale, full: number): (value: number) => number {
  if (scale === "weight")
    return (value) => (Number.isFinite(value) ? Math.min(Math.max(value, 0), 1) : 0);
  return (value) => (Number.isFinite(value) && full > 0 ? Math.min(Math.abs(value) / full, 1) : 0);
}

/** A number's share of the greatest magnitude in `data`. */
export const shareOfMost = (data: ArrayLike<number>) => shareOf("score", mostOf(data));
