/**
 * The table of word vectors: fetched when a sentence asks for it, unpacked once, asked for a few rows at a time.
 *
 * The file is gzip; a host may already have undone that. Inside:
 *   one line of text      "word-table 1 ROWS COLS"
 *   ROWS lines of text    the words in UTF-8, most frequent first
 *   ROWS × uint16         each row's scale in units of 2⁻¹⁷, little-endian
 *   ROWS × COLS × int8    the codes, row after row
 * A value is code · scale, exactly so in float32.
 */
import type { Lexicon } from "./sentence";

/** Some rows of the table, as the engine's `dequantise` takes them. */
export interface QuantisedRows {
  readonly rows: number;
  readonly cols: number;
  /** [rows, cols], row-major. */
  readonly codes: Int8Array;
  /** One a row. */
  readonly scales: Float32Array;
}

export const SCALE_UNIT = 1 / 2 ** 17;

export const SIGNATURE = "word-table 1";

export class WordTable implements Lexicon {
  readonly #rows: ReadonlyMap<string, number>;

  constructor(
    readonly words: readonly string[],
    readonly vectors: QuantisedRows,
  ) {
    this.#rows = new Map(words.map((word, row) => [word, row]));
  }

  rowOf(word: string): number | undefined {
    return this.#rows.get(word);
  }

  /** The given rows in the given order; a row may come twice. */
  take(rows: readonly number[]): QuantisedRows {
    const { cols } = this.vectors;
    const codes = new Int8Array(rows.length * cols);
    const scales = new Float32Array(rows.length);
    for (const [i, row] of rows.entries()) {
      if (!(row in this.words)) throw new RangeError(`rows: the word table has no row ${row}`);
      codes.set(this.vectors.codes.subarray(row * cols, (row + 1) * cols), i * cols);
      scales[i] = this.vectors.scales[row]!;
    }
    return { rows: rows.length, cols, codes, scales };
  }
}

/** Fetches and unpacks the table. Throws an Error whose message is a sentence for the learner. */
export async function loadWordTable(url: string | URL): Promise<WordTable> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    bytes = new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The word vectors could not be fetched: ${reason}.`, { cause });
  }
  return unpackWordTable(bytes);
}

/** The table in `bytes`, gzipped or not. */
export async function unpackWordTable(bytes: Uint8Array<ArrayBuffer>): Promise<WordTable> {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  try {
    return readWordTable(isGzip ? await gunzip(bytes) : bytes);
  } catch (cause) {
    throw new Error("The word vectors are damaged: the file is not a whole word table.", { cause });
  }
}

async function gunzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const unzipped = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(unzipped).arrayBuffer());
}

/** The table in bytes that are not, or no longer, gzipped. Throws where they are not exactly one table. */
export function readWordTable(bytes: Uint8Array<ArrayBuffer>): WordTable {
  const head = textUntilLines(bytes, 0, 1);
  const sizes = new RegExp(`^${SIGNATURE} (\\d+) (\\d+)\\n$`, "u").exec(head.text);
  if (!sizes) throw new Error("no signature");
  const [rows, cols] = [Number(sizes[1]), Number(sizes[2])];
  const { text, end } = textUntilLines(bytes, head.end, rows);
  if (bytes.length !== end + rows * (2 + cols)) throw new Error("wrong length");

  const view = new DataView(bytes.buffer, bytes.byteOffset + end, 2 * rows);
  const scales = Float32Array.from(
    { length: rows },
    (_, row) => view.getUint16(2 * row, true) * SCALE_UNIT,
  );
  const codes = new Int8Array(bytes.buffer, bytes.byteOffset + end + 2 * rows, rows * cols);
  return new WordTable(text.trimEnd().split("\n"), { rows, cols, codes, scales });
}

/** The text of `count` lines that begin at `start`, and where they end. */
function textUntilLines(bytes: Uint8Array, start: number, count: number) {
  let end = start;
  for (let line = 0; line < count; line++) {
    end = bytes.indexOf(0x0a, end) + 1;
    if (end === 0) throw new Error("too few lines");
  }
  return { text: new TextDecoder().decode(bytes.subarray(start, end)), end };
}
