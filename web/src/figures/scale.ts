/** How far towards a scale's full colour each number of a matrix goes. */
import type { Matrix } from "@engine";

export type Scale = "score" | "weight" | "value";

/**
 * From 0 (no colour) to 1 (full). Weights run from 0 to 1 as they are; scores and values are measured against the
 * largest finite magnitude of the matrix, so that 0 has no colour. Broken numbers have none: they are marked otherwise.
 */
export function shareOf({ data }: Matrix, scale: Scale): (value: number) => number {
  if (scale === "weight") return (value) => (Number.isFinite(value) ? Math.min(Math.max(value, 0), 1) : 0);
  let most = 0;
  for (const value of data) if (Number.isFinite(value)) most = Math.max(most, Math.abs(value));
  return (value) => (Number.isFinite(value) && most > 0 ? Math.abs(value) / most : 0);
}
