/** Word vectors as they come: a list of words and their vectors in half precision. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Vectors {
  /** Most frequent first. */
  readonly words: readonly string[];
  readonly cols: number;
  /** [words, cols], row-major; every half is exact in double. */
  readonly data: Float64Array;
}

/** Reads NAME.words.txt (one word a line) and NAME.f16le.bin (row-major halves, little-endian) in `folder`. */
export function readVectors(folder: string): Vectors {
  const find = (ending: string) => {
    const name = readdirSync(folder).find((file) => file.endsWith(ending));
    if (!name) throw new Error(`${folder} holds no file that ends in ${ending}`);
    return readFileSync(join(folder, name));
  };
  const words = find(".words.txt").toString("utf8").trimEnd().split("\n");
  const halves = find(".f16le.bin");
  const cols = halves.length / 2 / words.length;
  if (!Number.isInteger(cols)) throw new Error(`${halves.length} bytes do not part into rows`);
  const data = Float64Array.from({ length: words.length * cols }, (_, i) =>
    fromHalf(halves.readUInt16LE(2 * i)),
  );
  return { words, cols, data };
}

/** The value of a finite IEEE half. */
export function fromHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) throw new RangeError("a vector holds an infinity or NaN");
  return exponent === 0
    ? sign * fraction * 2 ** -24
    : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
