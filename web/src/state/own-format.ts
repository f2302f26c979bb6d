/** The formats that figures set side by side, and the one that the learner makes. */
import type { Engine, FloatFormat } from "@engine";
import { bitsOf, FORMATS, shortName, type NamedFormat } from "./formats";

/** All that have a name, and the learner's own if that is chosen. */
export function formatsBeside(chosen: FloatFormat): readonly FloatFormat[] {
  const named = Object.keys(FORMATS) as NamedFormat[];
  return typeof chosen === "string" ? named : [...named, chosen];
}

/** A format's name where there is little room. */
export const label = (format: FloatFormat): string =>
  typeof format === "string"
    ? shortName(format)
    : `Your E${format.exponentBits}M${format.fractionBits}`;

/** The same within a sentence. */
export const spoken = (format: FloatFormat): string => label(format).replace("Your", "your");

/** How many bits a format of one's own may have. */
export const LIMITS = { exponentBits: [2, 11], fractionBits: [1, 52] } as const;

/** The format with one more or one fewer bit of a kind; undefined where that is not to be had. */
export function withBits(
  format: FloatFormat,
  kind: keyof typeof LIMITS,
  change: 1 | -1,
): FloatFormat | undefined {
  const { exponentBits, fractionBits } = bitsOf(format);
  const bits = { exponentBits, fractionBits };
  bits[kind] += change;
  const [least, most] = LIMITS[kind];
  return bits[kind] >= least && bits[kind] <= most ? bits : undefined;
}

/** More patterns than this are not drawn. */
const DRAWN = 128;

/** Which patterns of bits the ruler of a format shows, 0 and above; none where they are too many. */
export function drawnPatterns(format: FloatFormat): readonly number[] {
  const { exponentBits, fractionBits } = bitsOf(format);
  const count = 2 ** (exponentBits + fractionBits);
  return count <= DRAWN ? Array.from({ length: count }, (_, bits) => bits) : [];
}

/** The finite numbers of a small format from 0 up. */
export const rulerOf = (engine: Engine, format: FloatFormat): readonly number[] =>
  drawnPatterns(format)
    .map((bits) => engine.fromBits(bits, format).value)
    .filter(Number.isFinite);
