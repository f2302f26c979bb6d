/**
 * NumPy that rounds as a format does. A program writes `fp(…)` around each operation, which NumPy does in double: the
 * same as the engine, whose results are a double's rounded once.
 *
 *     stored = fp(logits); e = fp(np.exp(fp(stored - m)))
 */
import type { FloatFormat } from "@engine";
import { bitsOf, shortName } from "./formats";

/** NumPy has these itself. */
const OWN: Partial<Record<string, string>> = { fp64: "float64", fp32: "float32", fp16: "float16" };

/** The lines that define `name(x)`: a number, or all of an array, rounded to the format, ties to even. */
export function pythonFormat(format: FloatFormat, name = "fp"): string[] {
  const own = typeof format === "string" ? OWN[format] : undefined;
  if (own) {
    const through = own === "float64" ? "" : `.astype(np.${own})`;
    return [
      `def ${name}(x):  # ${shortName(format)}`,
      `    return np.asarray(x)${through}.astype(np.float64)[()]`,
    ];
  }
  const { exponentBits, fractionBits, beyond } = bitsOf(format);
  const largest = `(2 - 2.0 ** ${beyond === "infinity" ? -fractionBits : 1 - fractionBits}) * 2.0 ** ${largestExponent(format)}`;
  const past = { infinity: "np.copysign(np.inf, y)", nan: "np.nan" };
  return [
    `def ${name}(x):  # ${shortName(format)}`,
    "    x = np.asarray(x, dtype=np.float64)",
    ...stepLines(format),
    "    y = np.rint(x / step) * step  # to nearest, ties to even",
    `    largest = ${largest}`,
    beyond === "largest"
      ? "    y = np.clip(y, -largest, largest)"
      : `    y = np.where(np.abs(y) > largest, ${past[beyond]}, y)`,
    `    return y[()]  # ${exponentBits} exponent bits, ${fractionBits} fraction bits`,
  ];
}

/** The lines that define `name(x)`: the spacing of the format's numbers at x, as if its exponents had no upper end. */
export function pythonUlp(format: FloatFormat, name = "ulp"): string[] {
  return [
    `def ${name}(x):  # the spacing of ${shortName(format)} at x`,
    ...stepLines(format),
    "    return step",
  ];
}

function stepLines(format: FloatFormat): string[] {
  const { exponentBits, fractionBits } = bitsOf(format);
  const smallest = 2 - 2 ** (exponentBits - 1);
  return [
    `    exponent = np.maximum(np.frexp(x)[1] - 1, ${smallest})  # of the leading bit`,
    `    step = np.ldexp(1.0, exponent - ${fractionBits})`,
  ];
}

function largestExponent(format: FloatFormat): number {
  const { exponentBits, beyond } = bitsOf(format);
  const bias = 2 ** (exponentBits - 1) - 1;
  return beyond === "infinity" ? bias : bias + 1;
}
