/** The worlds of softmax traces in a format: see `traceId`. */
import type { FloatFormat } from "@engine";
import { parseNumber } from "@/input/numbers";
import { TraceWorld } from "@/state/trace-world";
import { FIELDS, type View } from "@/state/view";
import type { Engine } from "../../dist/engine/index.js";

/** The world that an id of `traceId` or `fixedTraceId` names, or undefined if it is no such id. */
export function traceWorld(engine: Engine, view: View, id: string): TraceWorld | undefined {
  const [kind, how = "", format, logits] = id.split(":");
  if (kind !== "trace") return undefined;
  const [shift = "", accumulate] = how.split("@");
  const formatOf = (text: string): FloatFormat => FIELDS.format.read(text)!;
  return new TraceWorld(
    engine,
    logits === undefined ? view.logits : FIELDS.logits.read(logits)!,
    {
      format: format === undefined ? view.format : formatOf(format),
      shift: shift === "max" || shift === "none" ? shift : valueOf(shift),
      ...(accumulate && { accumulate: formatOf(accumulate) }),
    },
    id,
  );
}

function valueOf(text: string): number {
  const parsed = parseNumber(text);
  if ("error" in parsed) throw new Error(parsed.error.message);
  return parsed.value;
}
