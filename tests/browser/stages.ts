import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

/** The stages that are written, by their ids. */
export const STAGES = readdirSync(fileURLToPath(new URL("../../web/lesson", import.meta.url)))
  .filter((file) => file.endsWith(".md"))
  .map((file) => basename(file, ".md"));
