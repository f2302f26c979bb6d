/** Writing SVG: elements with their attributes, and numbers as short as they may be. */

export type Attributes = Record<string, string | number | undefined>;

/** Characters that XML 1.0 cannot hold, not even escaped. */

const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;

export const escape = (text: string) =>
  text
    .replace(FORBIDDEN, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

/** To a hundredth of a pixel, which no eye sees. */
export const short = (value: number) => String(Math.round(value * 100) / 100);

export function element(name: string, attributes: Attributes, content = ""): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === "number" ? short(value) : escape(value!)}"`)
    .join("");
  return content ? `<${name}${written}>${content}</${name}>` : `<${name}${written}/>`;
}

/** A place and a size, in the picture's pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const right = (box: Box) => box.x + box.width;
export const bottom = (box: Box) => box.y + box.height;

/** The box without so much at each of its sides; never less than nothing. */
export function inset(box: Box, top: number, side: number, foot = top, left = side): Box {
  return {
    x: box.x + left,
    y: box.y + top,
    width: Math.max(box.width - left - side, 0),
    height: Math.max(box.height - top - foot, 0),
  };
}

export function intersection(a: Box, b: Box): Box {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)];
  return {
    x,
    y,
    width: Math.max(Math.min(right(a), right(b)) - x, 0),
    height: Math.max(Math.min(bottom(a), bottom(b)) - y, 0),
  };
}

export function union(a: Box | undefined, b: Box): Box {
  if (!a) return b;
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return {
    x,
    y,
    width: Math.max(right(a), right(b)) - x,
    height: Math.max(bottom(a), bottom(b)) - y,
  };
}
