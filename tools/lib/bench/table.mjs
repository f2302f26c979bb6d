/** Results as tables of text. */

const percent = (share) => (share === undefined ? "" : `${(100 * share).toFixed(0)} %`);
const ratio = (value) => `${value.toFixed(2)}×`;
/** 0.0123, 4.56, 78.9, 1235: as many digits as say something, and no exponent. */
export const threeDigits = (number) =>
  number >= 100 ? number.toFixed(0) : String(Number(number.toPrecision(3)));
const bytes = (number) => `${(number / 1024).toFixed(1)} KB`;

/** Columns to their widest, the first to the left and the others to the right. */
export function columns(rows) {
  const widths = rows[0].map((_, place) => Math.max(...rows.map((row) => row[place].length)));
  const cell = (text, place) =>
    place === 0 ? text.padEnd(widths[place]) : text.padStart(widths[place]);
  return rows.map((row) => row.map(cell).join("  ").trimEnd()).join("\n");
}

const heads = ["", "ms", "GFLOP/s", "of peak", "× fastest peer (min–max)", "error/bound"];

/** A case: a row a contender. */
export function caseTable({ contenders, fastestPeer }) {
  const row = (one) => [
    one.name === fastestPeer ? `${one.name} *` : one.name,
    threeDigits(one.milliseconds.p20),
    one.gflops.toFixed(1),
    percent(one.peak),
    one.ratio ? `${ratio(one.ratio.median)} (${ratio(one.ratio.min)}–${ratio(one.ratio.max)})` : "",
    one.error === undefined ? "" : one.error.toExponential(0),
  ];
  return columns([heads, ...contenders.map(row)]);
}

/** Cold starts and sizes. */
export function coldTable(cold) {
  const row = ({ name, milliseconds, brotliBytes }) => [
    name,
    milliseconds.median.toFixed(1),
    `${milliseconds.min.toFixed(1)}–${milliseconds.max.toFixed(1)}`,
    bytes(brotliBytes),
  ];
  return columns([["cold start", "ms", "min–max", "brotli"], ...cold.map(row)]);
}

/** Targets and what was reached; empty where nothing of theirs was measured. */
export function targetTable(judged) {
  if (!judged.length) return "";
  const row = ([what, wanted, got, met]) => [
    what,
    wanted,
    got.toFixed(2),
    met ? "reached" : "missed",
  ];
  return columns([["target", "wanted", "got", ""], ...judged.map(row)]);
}
