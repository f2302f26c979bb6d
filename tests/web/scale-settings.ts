/** What the laboratory is asked for in its tests, but for what one of them is about. */
import type { Settings } from "../../web/src/measure/messages";

export const settings = (more: Partial<Settings> = {}): Settings => ({
  ...{ longest: 1024, d: 16, mask: "none", input: "qkv" },
  contenders: ["loops", "passes", "tiled", "relaxed"],
  ...more,
});
