/** Boxes that only the style sheets know of: `::before` and `::after`, laid over an element or beside its text. */
import { writeBox } from "./boxes";
import type { Definitions } from "./definitions";
import { widthOf } from "./letters";
import type { Box } from "./markup";
import { writeLoose } from "./text";

export interface Pseudo {
  readonly svg: string;
  readonly box: Box;
  /** Its place among the layers; undefined in the flow. */
  readonly level: number | undefined;
}

export function writePseudo(
  of: Element,
  which: "::before" | "::after",
  corner: DOMPoint,
  definitions: Definitions,
): Pseudo | undefined {
  const style = getComputedStyle(of, which);
  if (style.content === "none" || style.content === "normal" || style.display === "none")
    return undefined;
  const text = /^"(.*)"$/u.exec(style.content)?.[1] ?? "";
  const box =
    style.position === "absolute" ? laidOver(of, style) : text && beside(of, which, text, style);
  if (!box) return undefined;
  const placed = { ...box, x: box.x - corner.x, y: box.y - corner.y };
  const letters = text
    ? writeLoose(text, style, placed)
        .map(({ svg }) => svg)
        .join("")
    : "";
  const svg = (style.position === "absolute" ? writeBox(style, placed, definitions) : "") + letters;
  if (!svg) return undefined;
  const level = style.position === "absolute" ? Number(style.zIndex) || 0 : undefined;
  return { svg, box: placed, level };
}

/** The browser gives the used distances from the box that holds it. */
function laidOver(of: Element, style: CSSStyleDeclaration): Box | undefined {
  let holder: Element | null = of;
  while (holder && getComputedStyle(holder).position === "static") holder = holder.parentElement;
  if (!holder) return undefined;
  const rect = holder.getBoundingClientRect();
  const [left, top, width, height] = [style.left, style.top, style.width, style.height].map(
    parseFloat,
  ) as [number, number, number, number];
  const transform = style.transform === "none" ? new DOMMatrix() : new DOMMatrix(style.transform);
  return {
    x: rect.x + holder.clientLeft + left + (parseFloat(style.marginLeft) || 0) + transform.e,
    y: rect.y + holder.clientTop + top + (parseFloat(style.marginTop) || 0) + transform.f,
    width,
    height,
  };
}

/** A word in front of what the element holds, or behind it. */
function beside(
  of: Element,
  which: "::before" | "::after",
  text: string,
  style: CSSStyleDeclaration,
): Box | undefined {
  const range = document.createRange();
  range.selectNodeContents(of);
  const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
  const next = which === "::before" ? rects[0] : rects.at(-1);
  if (!next) return undefined;
  const width = widthOf(text, style);
  return {
    x: which === "::before" ? next.left - width : next.right,
    y: next.y,
    width,
    height: next.height,
  };
}
