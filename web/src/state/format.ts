/** How numbers are written for people. Full precision always stands in the `<data>` element beside the text. */

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const superscript = (exponent: number) =>
  (exponent < 0 ? "⁻" : "") +
  [...String(Math.abs(exponent))].map((digit) => SUPERSCRIPTS[Number(digit)]).join("");

const withMinus = (text: string) => text.replace("-", "−");

/** The number with all its digits, as `<data value>` holds it and as a program reads it. */
export function full(value: number): string {
  return Object.is(value, -0) ? "0" : String(value);
}

interface Manner {
  /** There is no room for a power: very small numbers are rounded like the others. */
  readonly tight?: boolean;
  /** In a column of numbers with decimals: whole ones get them, too. */
  readonly aligned?: boolean;
}

/** The number to `digits` decimals: whole numbers without any, very small and very large ones as powers of ten. */
export function display(value: number, digits = 3, { tight, aligned }: Manner = {}): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e6 && !aligned) return withMinus(full(value));
  if (size >= 1e6 || (size > 0 && size < 10 ** -digits && !tight)) {
    const [mantissa, exponent] = value.toExponential(2).split("e");
    return `${withMinus(mantissa!)}·10${superscript(Number(exponent))}`;
  }
  const text = value.toFixed(digits);
  return Number(text) === 0 ? text.replace("-", "") : withMinus(text);
}

/** Whether some of these numbers have decimals, so that all of their column should. */
export const haveDecimals = (values: ArrayLike<number>): boolean =>
  Array.from(values).some((value) => Number.isFinite(value) && !Number.isInteger(value));

/** How many decimals `display` needs to show all of a number's digits, but not more than `most`; 3 for powers of ten. */
export function decimalsOf(value: number, most = 10): number {
  const size = Math.abs(value);
  if (!(size >= 1e-4 && size < 1e6)) return 3;
  return Math.min((full(value).split(".")[1] ?? "").length, most);
}

/** The number as a screen reader says it. */
export function said(value: number): string {
  if (Number.isNaN(value)) return "not a number";
  if (!Number.isFinite(value)) return value > 0 ? "infinity" : "minus infinity";
  return display(value, decimalsOf(value));
}

/** What a number is beyond its digits: the kinds that must not look like an ordinary one. */
export function kindOf(value: number): "number" | "nan" | "infinity" {
  if (Number.isNaN(value)) return "nan";
  return Number.isFinite(value) ? "number" : "infinity";
}
