/** The picture in dots. */
import type { Picture } from "./picture";

/** Dots for each pixel of the page. */
const DENSITY = 2;
/** More dots than this along a side, or in all, and some browsers give back an empty canvas. */
const MOST_SIDE = 16_384;
const MOST_DOTS = 120_000_000;

export async function toPng(picture: Picture, texts: Record<string, string>): Promise<Blob> {
  const { svg, width, height } = picture;
  const scale = Math.min(
    DENSITY,
    MOST_SIDE / Math.max(width, height),
    Math.sqrt(MOST_DOTS / (width * height)),
  );
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
    if (!blob) throw new Error("The browser could not make a PNG of this picture.");
    return new Blob([describe(new Uint8Array(await blob.arrayBuffer()), scale, texts)], {
      type: "image/png",
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** The signature, and the header with its length, kind and checksum. */
const AFTER_HEADER = 8 + 12 + 13;
/** CSS pixels in a metre. */
const PIXELS = 96 / 0.0254;

/** The PNG with its density, so that programs print it as large as the page shows it, and with what is said of it. */
export function describe(
  png: Uint8Array<ArrayBuffer>,
  scale: number,
  texts: Record<string, string>,
): Uint8Array<ArrayBuffer> {
  const density = new DataView(new ArrayBuffer(9));
  density.setUint32(0, Math.round(PIXELS * scale));
  density.setUint32(4, Math.round(PIXELS * scale));
  density.setUint8(8, 1); // a metre
  const utf8 = new TextEncoder();
  const chunks = [
    chunk("pHYs", new Uint8Array(density.buffer)),
    // keyword, then: not compressed, no language, keyword not translated
    ...Object.entries(texts).map(([keyword, text]) =>
      chunk("iTXt", utf8.encode(`${keyword}\0\0\0\0\0${text}`)),
    ),
  ];
  const parts = [png.subarray(0, AFTER_HEADER), ...chunks, png.subarray(AFTER_HEADER)];
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function chunk(kind: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(kind), 4);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, checksum(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

/** PNG's CRC-32. */
function checksum(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
