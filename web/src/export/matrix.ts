/**
 * A matrix as a file, exact to the last bit, in three forms that other programs read:
 *
 * - CSV with names: `pandas.read_csv(file, index_col=0)`, or pasted back into the lesson. NaN is `nan`, the infinities
 *   `inf` and `-inf`, negative zero `-0.0`: with a point, or pandas takes it for the whole number 0.
 * - JSON, which knows no such numbers: they are the strings "NaN", "Infinity" and "-Infinity", which JavaScript's
 *   `Number` and Python's `float` turn into what they say, and so does `numpy.array(file["x"], file["dtype"])`.
 * - .npy (format 1.0, row-major, little-endian): the very bytes.
 */
import { writeTable } from "@/input/csv";
import { formatNumber } from "@/input/numbers";
import type { NamedMatrix } from "@/state/offers";

export const toCsv = ({ rows, columns, rowTitle, values }: NamedMatrix) =>
  writeTable(rows, values, { columns, corner: rowTitle });

export function toJson(matrix: NamedMatrix): string {
  const { name, title, values, rows, columns, rowTitle, columnTitle } = matrix;
  const head = {
    name,
    title,
    dtype: isSingle(values.data) ? "float32" : "float64",
    shape: [values.rows, values.cols],
    axes: [rowTitle, columnTitle],
    tokens: rows,
    columns,
  };
  const lines = Array.from({ length: values.rows }, (_, i) => {
    const row = Array.from(values.data.subarray(i * values.cols, (i + 1) * values.cols));
    return `[${row.map((value) => jsonNumber(value, isSingle(values.data))).join(", ")}]`;
  });
  return `${JSON.stringify(head, null, 2).replace(/\n\}$/u, "")},\n  "x": [\n    ${lines.join(",\n    ")}\n  ]\n}\n`;
}

const isSingle = (data: Float32Array | Float64Array) => data instanceof Float32Array;

function jsonNumber(value: number, single: boolean): string {
  if (!Number.isFinite(value)) return JSON.stringify(String(value));
  // Without its point Python reads −0 as a whole number, which has no sign.
  return Object.is(value, -0) ? "-0.0" : formatNumber(value, single ? "single" : "double");
}

/** What precedes the header's text: the signature, the version, and the text's length. */
const BEFORE_TEXT = 10;

export function toNpy({ values }: NamedMatrix): Uint8Array<ArrayBuffer> {
  const { data, rows, cols } = values;
  const size = data.BYTES_PER_ELEMENT;
  const text = `{'descr': '<f${size}', 'fortran_order': False, 'shape': (${rows}, ${cols}), }`;
  // Blanks up to a multiple of 64 with the line's end, so that the numbers can be mapped into memory.
  const length = Math.ceil((BEFORE_TEXT + text.length + 1) / 64) * 64 - BEFORE_TEXT;
  const bytes = new Uint8Array(BEFORE_TEXT + length + data.length * size);
  const view = new DataView(bytes.buffer);
  bytes.set([0x93, ...new TextEncoder().encode("NUMPY"), 1, 0]);
  view.setUint16(8, length, true);
  bytes.set(new TextEncoder().encode(`${text.padEnd(length - 1)}\n`), BEFORE_TEXT);
  // Bytes, not numbers: a NaN keeps its payload. WebAssembly's memory is little-endian, and so is all that runs it.
  bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), BEFORE_TEXT + length);
  return bytes;
}
