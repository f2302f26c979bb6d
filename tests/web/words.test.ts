import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { fromHalf, type Vectors } from "../../tools/words/glove";
import { asUsed, evenly, lengthLoss, measureLoss } from "../../tools/words/loss";
import { originNote } from "../../tools/words/origin";
import { finerForFrequent, pack, quantise } from "../../tools/words/quantise";
import { sampleWords } from "../../web/src/input/sample-words";
import { readSentence } from "../../web/src/input/sentence";
import {
  loadWordTable,
  readWordTable,
  unpackWordTable,
  type QuantisedRows,
} from "../../web/src/input/words";
import { assertBelow, generator, valueOf } from "./support";

/** The same rows, to the bit; compared as bytes, since a difference in millions of numbers is no help in print. */
function sameRows(a: QuantisedRows, b: QuantisedRows): boolean {
  const bytes = ({ codes, scales }: QuantisedRows) =>
    [codes, scales].map(({ buffer, byteOffset, byteLength }) =>
      Buffer.from(buffer, byteOffset, byteLength),
    );
  const [codesA, scalesA] = bytes(a);
  const [codesB, scalesB] = bytes(b);
  return (
    a.rows === b.rows && a.cols === b.cols && codesA!.equals(codesB!) && scalesA!.equals(scalesB!)
  );
}

const FOLDER = new URL("../../web/words/", import.meta.url);
const shipped = new Uint8Array(readFileSync(new URL("glove.bin", FOLDER)));
const about = JSON.parse(readFileSync(new URL("about.json", FOLDER), "utf8"));

describe("the table that ships", async () => {
  const table = await unpackWordTable(shipped);

  test("is what its account says", () => {
    assert.equal(table.words.length, about.words);
    assert.equal(table.vectors.cols, about.dimensions);
    assert.equal(shipped.length, about.bytes);
    assert.equal(gunzipSync(shipped).length, about.bytesUnpacked);
    assert.equal(createHash("sha256").update(shipped).digest("hex"), about.sha256);
    assert.equal(readFileSync(new URL("ORIGIN.md", FOLDER), "utf8"), originNote(about));
  });

  test("is under 1.2 MB and holds 10,000 to 20,000 different words", () => {
    assertBelow(shipped.length, 1_200_000, "bytes");
    assertBelow(9_999, about.words, "10,000");
    assertBelow(about.words, 20_001, "words");
    assert.equal(new Set(table.words).size, about.words);
  });

  test("lacks what its note says it lacks", () => {
    const lacking = table.words.filter((word) => /^\p{L}$|\p{N}|^\p{L}*'\p{L}+$/u.test(word));
    assert.deepEqual(lacking, []);
  });

  test("knows a learner's sentence, and says what it does not know", () => {
    const { tokens, unknown } = valueOf(readSentence("The lazy penguin didn't softmax.", table));
    assert.deepEqual(
      tokens.map(({ word, row }) => row !== undefined && table.words[row] === word),
      [true, true, true, true, false, false, true],
    );
    assert.deepEqual(
      unknown.map(({ text }) => text),
      ["n't", "softmax"],
    );
  });

  test("gives rows in the order asked for, also twice", () => {
    const [bank, river] = [table.rowOf("bank")!, table.rowOf("river")!];
    const { rows, cols, codes, scales } = table.take([river, bank, river]);
    assert.deepEqual([rows, cols, codes.length, scales.length], [3, 100, 300, 3]);
    assert.deepEqual(codes.subarray(0, 100), codes.subarray(200));
    assert.deepEqual(
      codes.subarray(100, 200),
      table.vectors.codes.subarray(bank * 100, (bank + 1) * 100),
    );
    assert.equal(scales[1], table.vectors.scales[bank]);
    assert.throws(() => table.take([about.words]), /rows: the word table has no row 16000/);
  });

  test("makes values that are exact in float32", () => {
    const { codes, scales, cols } = table.vectors;
    for (let i = 0; i < codes.length; i += 7) {
      const value = codes[i]! * scales[Math.floor(i / cols)]!;
      assert.equal(Math.fround(value), value);
    }
  });

  test("and the sample hold the same codes", () => {
    assertBelow(19, sampleWords.words.length, "20");
    const rows = sampleWords.words.map((word) => table.rowOf(word)!);
    assert.equal(sameRows(table.take(rows), sampleWords.vectors), true);
  });

  test("puts like words nearer than unlike ones", () => {
    const cosine = (a: string, b: string) => {
      const { codes, cols } = table.take([table.rowOf(a)!, table.rowOf(b)!]);
      const dot = (i: number, j: number) =>
        codes
          .subarray(i * cols, (i + 1) * cols)
          .reduce((sum, code, m) => sum + code * codes[j * cols + m]!, 0);
      return dot(0, 1) / Math.sqrt(dot(0, 0) * dot(1, 1));
    };
    assertBelow(cosine("king", "banana"), cosine("king", "queen"), "king, banana");
    assertBelow(cosine("paris", "river"), cosine("paris", "france"), "paris, river");
    assertBelow(cosine("bank", "cat"), cosine("bank", "money"), "bank, cat");
  });
});

describe("unpacking", () => {
  test("takes the file as it is, gzipped or not", async () => {
    const plain = new Uint8Array(gunzipSync(shipped));
    const [fromPlain, fromGzip] = [await unpackWordTable(plain), await unpackWordTable(shipped)];
    assert.equal(sameRows(fromPlain.vectors, fromGzip.vectors), true);
  });

  test("refuses what is no whole table", async () => {
    const whole = new Uint8Array(gunzipSync(shipped));
    const web = new TextEncoder().encode("<!doctype html><title>Not found</title>");
    const damaged = [
      new Uint8Array(),
      web,
      shipped.slice(0, 1000),
      shipped.slice(0, -1),
      whole.slice(0, -1),
      whole.slice(0, 5000),
      new Uint8Array([...whole, 0]),
    ];
    for (const bytes of damaged) {
      await assert.rejects(unpackWordTable(bytes), /^Error: The word vectors are damaged/);
    }
  });
});

describe("loading", () => {
  /** Serves `shipped` as hosts do: as it is, or with the encoding that makes browsers unzip it. */
  async function withServer(headers: Record<string, string>, use: (url: string) => Promise<void>) {
    const server = createServer((request, response) => {
      response.writeHead(request.url === "/glove.bin" ? 200 : 404, headers);
      response.end(shipped);
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    try {
      await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  for (const headers of [{}, { "content-encoding": "gzip" }] as Record<string, string>[]) {
    test(`works with headers ${JSON.stringify(headers)}`, () =>
      withServer(headers, async (url) => {
        assert.equal((await loadWordTable(`${url}/glove.bin`)).words[0], "the");
      }));
  }

  test("says in a sentence why it failed", async () => {
    await withServer({}, async (url) => {
      await assert.rejects(loadWordTable(`${url}/gone.bin`), {
        message: "The word vectors could not be fetched: the server answered 404.",
      });
    });
    await assert.rejects(loadWordTable("http://127.0.0.1:1/"), /could not be fetched/);
  });
});

describe("making a table", () => {
  const { below } = generator(6);
  const [count, cols] = [300, 20];
  const original: Vectors = {
    words: Array.from({ length: count }, (_, i) => `word${i}`),
    cols,
    data: Float64Array.from({ length: count * cols }, () => (below(2001) - 1000) / 1000),
  };
  const table = quantise(original, count, finerForFrequent(100));

  test("each value is within half a step of the original, and lengths are kept", () => {
    const { codes, scales } = table.vectors;
    for (let row = 0; row < count; row++) {
      const x = original.data.subarray(row * cols, (row + 1) * cols);
      const length = Math.hypot(...x);
      const step = Math.max(
        length / Math.sqrt(cols) / (100 / Math.sqrt(row + 1)),
        Math.max(...x.map(Math.abs)) / 127,
      );
      const rowCodes = codes.subarray(row * cols, (row + 1) * cols);
      x.forEach((value, m) =>
        assertBelow(Math.abs(value / step - rowCodes[m]!), 0.5000001, `row ${row}, in steps`),
      );
      // The scale is a whole number of units 2⁻¹⁷, so at most half a unit off.
      const off = Math.abs(scales[row]! - length / Math.hypot(...rowCodes));
      assertBelow(off / 2 ** -17, 0.5000001, `row ${row}, in units`);
    }
  });

  test("finer steps for frequent words lose less there", () => {
    const few = measureLoss(
      original,
      quantise(original, 30, finerForFrequent(100)),
      evenly,
      5000,
      1,
    );
    const all = measureLoss(original, table, evenly, 5000, 1);
    const used = measureLoss(original, table, asUsed, 5000, 1);
    assertBelow(few.dot.mean, all.dot.mean, "loss of the most frequent");
    assertBelow(used.dot.mean, all.dot.mean, "loss as used");
  });

  test("the loss is measured against the original: none where the codes are exact", () => {
    const whole = {
      ...original,
      data: Float64Array.from(original.data, (v) => Math.round(v * 126)),
    };
    for (let row = 0; row < count; row++) whole.data[row * cols] = 127;
    const exact = quantise({ ...whole, data: whole.data.map((v) => v / 1024) }, count, () => 1e6);
    const small = { ...whole, data: whole.data.map((v) => v / 1024) };
    const loss = measureLoss(small, exact, evenly, 5000, 1);
    assertBelow(loss.dot.max, 1e-14, "dot products");
    assertBelow(loss.cosine.max, 1e-14, "cosines");
    assertBelow(lengthLoss(small, exact), 1e-14, "lengths");
    const shifted = { ...small, data: small.data.map((v, i) => (i % cols === 3 ? v + 0.05 : v)) };
    assertBelow(0.01, measureLoss(shifted, exact, evenly, 5000, 1).dot.mean, "0.01");
  });

  test("what is packed unpacks to the same", () => {
    const back = readWordTable(new Uint8Array(pack(table)));
    assert.equal(sameRows(back.vectors, table.vectors), true);
    assert.deepEqual(back.words, table.words);
  });

  test("halves are read as IEEE has them", () => {
    const halves: [number, number][] = [
      [0x3c00, 1],
      [0xc000, -2],
      [0x3555, 0.333251953125],
      [0x7bff, 65504],
      [0x0001, 2 ** -24],
      [0x03ff, 1023 * 2 ** -24],
      [0x0400, 2 ** -14],
      [0x8000, -0],
    ];
    for (const [bits, value] of halves) assert.equal(fromHalf(bits), value);
    assert.throws(() => fromHalf(0x7c00), RangeError);
  });

  test("a vector without length has no scale", () => {
    const zero = { words: ["a"], cols: 2, data: new Float64Array(2) };
    assert.throws(() => quantise(zero, 1, () => 10), /the vector of “a” is zero/);
  });
});
