/** What the tests of the page's input share. */
import assert from "node:assert/strict";
import type { Outcome, Parsed } from "../../web/src/input/parsed";

const told = (parsed: unknown) => JSON.stringify(parsed).slice(0, 300);

/** The value, or a failure that says what came instead. */
export function valueOf<T>(parsed: Outcome<T> | Parsed<T>): T {
  if ("value" in parsed) return parsed.value;
  assert.fail(`refused or asked: ${told(parsed)}`);
}

/** The refusal's whole error, for comparison. */
export function errorOf(parsed: Outcome<unknown> | Parsed<unknown>) {
  if ("error" in parsed) return parsed.error;
  assert.fail(`not refused: ${told(parsed)}`);
}

/** The values offered by a question. */
export function choicesOf<T>(parsed: Parsed<T>): T[] {
  if ("ambiguous" in parsed) return parsed.ambiguous.map(({ value }) => value);
  assert.fail(`no question: ${told(parsed)}`);
}

/**
 * That a figure keeps to its bound. (`assert.ok` without a message goes looking for its own source, and in compiled
 * TypeScript may never find it.)
 */
export function assertBelow(value: number, bound: number, what: string): void {
  assert.ok(value < bound, `${what}: ${value} is not below ${bound}`);
}

/** A seeded source of test data (xorshift32). */
export function generator(seed: number) {
  let state = seed;
  const bits = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  const buffer = new DataView(new ArrayBuffer(8));
  return {
    /** A whole number from 0 to `below` − 1. */
    below: (below: number) => bits() % below,
    /** One of the things. */
    pick: <T>(things: readonly T[]): T => things[bits() % things.length]!,
    /** Any finite double, all bit patterns alike. */
    double(): number {
      for (;;) {
        buffer.setUint32(0, bits());
        buffer.setUint32(4, bits());
        const value = buffer.getFloat64(0);
        if (Number.isFinite(value)) return value;
      }
    },
    /** Any finite float32, all bit patterns alike. */
    single(): number {
      for (;;) {
        buffer.setUint32(0, bits());
        const value = buffer.getFloat32(0);
        if (Number.isFinite(value)) return value;
      }
    },
  };
}
