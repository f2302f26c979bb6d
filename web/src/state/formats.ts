/** The floating-point formats by their names, and the bits that make them. */
import type { FloatFormat } from "@engine";

export type NamedFormat = Extract<FloatFormat, string>;

export interface FormatBits {
  readonly exponentBits: number;
  readonly fractionBits: number;
  /** What stands for a number beyond the largest: the format has no infinity if it is not ∞. */
  readonly beyond: "infinity" | "nan" | "largest";
}

interface Known extends FormatBits {
  /** What people call it in a word. */
  readonly short: string;
  /** And in full. */
  readonly name: string;
}

export const FORMATS: Record<NamedFormat, Known> = {
  fp64: { short: "FP64", name: "double precision", ...ieee(11, 52) },
  fp32: { short: "FP32", name: "single precision", ...ieee(8, 23) },
  fp16: { short: "FP16", name: "half precision", ...ieee(5, 10) },
  bf16: { short: "BF16", name: "“brain” float: the range of FP32 in 16 bits", ...ieee(8, 7) },
  fp8e5m2: { short: "FP8 E5M2", name: "8 bits, the range of half precision", ...ieee(5, 2) },
  fp8e4m3: { short: "FP8 E4M3", name: "8 bits without ∞", ...ieee(4, 3), beyond: "nan" },
  "fp8e4m3-saturating": {
    short: "FP8 E4M3, saturating",
    name: "8 bits without ∞",
    ...ieee(4, 3),
    beyond: "largest",
  },
};

/** An IEEE-like format: its top exponent is for ∞ and NaN. */
function ieee(exponentBits: number, fractionBits: number): FormatBits {
  return { exponentBits, fractionBits, beyond: "infinity" };
}

export const bitsOf = (format: FloatFormat): FormatBits =>
  typeof format === "string" ? FORMATS[format] : ieee(format.exponentBits, format.fractionBits);

/** "FP16", for the middle of a sentence. */
export const shortName = (format: FloatFormat): string =>
  typeof format === "string" ? FORMATS[format].short : "your own format";

/** Decimals that tell the format's numbers near 1 from their neighbours: three for every ten bits, and one more. */
export const decimalsOf = (format: FloatFormat) =>
  Math.max(Math.ceil(bitsOf(format).fractionBits * 0.302) + 1, 3);
