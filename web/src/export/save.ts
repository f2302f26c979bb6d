/** What the menu under a figure does; loaded with all that it needs by whoever opens it. */
import type { NamedMatrix } from "@/state/offers";
import { toCsv, toJson, toNpy } from "./matrix";
import { takePicture, type Origin } from "./picture";
import { toPng } from "./png";

export interface File {
  readonly type: string;
  readonly content: BlobPart;
}

export async function savePicture(
  figure: HTMLElement,
  kind: "svg" | "png",
  origin: Origin,
): Promise<File> {
  const picture = await takePicture(figure, origin);
  if (kind === "svg") return { type: "image/svg+xml", content: picture.svg };
  const said = { Title: origin.title, Source: origin.link, Software: "Simplified Attention" };
  return { type: "image/png", content: await toPng(picture, said) };
}

export function saveMatrix(matrix: NamedMatrix, kind: "csv" | "json" | "npy"): File {
  if (kind === "csv") return { type: "text/csv", content: toCsv(matrix) };
  if (kind === "json") return { type: "application/json", content: toJson(matrix) };
  return { type: "application/octet-stream", content: toNpy(matrix) };
}
