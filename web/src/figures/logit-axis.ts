/** The axis that a row of numbers is drawn on. */
import { niceStep } from "./plane";

export interface Axis {
  readonly least: number;
  readonly most: number;
}

/** No screen shows the difference between numbers beyond this. */
const LARGEST = 1e300;

export const isBroken = (value: number) => !Number.isFinite(value);

/** An axis for all the finite ones of the numbers, out to round ones. */
export function axisOf(values: readonly number[]): Axis {
  const seen = values.filter((value) => Math.abs(value) < LARGEST);
  const least = Math.min(...seen);
  const most = Math.max(...seen);
  const step = niceStep((most - least || 1) / 10);
  return { least: Math.floor(least / step) * step, most: Math.ceil(most / step) * step };
}

/** How far along the axis a number is, from 0 to 100. */
export function place(value: number, { least, most }: Axis): number {
  const share = (100 * (value - least)) / (most - least || 1);
  return Math.min(Math.max(share, 0), 100);
}
