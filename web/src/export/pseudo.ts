/** Boxes that only the style sheets know of: `::before` and `::after`, laid over an element. */
import { writeBox } from "./boxes";
import type { Definitions } from "./definitions";
import type { Box } from "./markup";
import { writeLoose } from "./text";

export interface Pseudo {
  readonly svg: string;
  readonly box: Box;
  /** Its place among the layers. */
  readonly level: number;
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
  if (style.position !== "absolute") return undefined;
  const box = laidOver(of, style);
  if (!box) return undefined;
  const placed = { ...box, x: box.x - corner.x, y: box.y - corner.y };
  const text = /^"(.*)"$/u.exec(style.content)?.[1] ?? "";
  const letters = writeLoose(text, style, placed).map(({ svg }) => svg);
  const svg = writeBox(style, placed, definitions) + letters.join("");
  return svg ? { svg, box: placed, level: Number(style.zIndex) || 0 } : undefined;
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
