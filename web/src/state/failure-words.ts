/** What went wrong in a trace, in words. */
import type { FailureKind, SoftmaxTrace, Stage } from "@engine";
import type { TraceWorld } from "./trace-world";

/** The steps of a softmax, in the order in which they are taken. */
export const PHASES = [
  "store",
  "shift",
  "exp",
  "sum",
  "divide",
] as const satisfies readonly Stage[];
export type Phase = (typeof PHASES)[number];

const of = (trace: SoftmaxTrace, phase: Phase) =>
  trace.failures.filter(({ stage }) => stage === phase);

function named(kind: FailureKind, phase: Phase, result: number): string {
  const outcome = Number.isNaN(result) ? "NaN" : Number.isFinite(result) ? "the largest" : "∞";
  if (phase === "store")
    return kind === "nan" ? "a logit is NaN" : `a logit is too large and becomes ${outcome}`;
  if (phase === "shift")
    return kind === "nan" ? "∞ − ∞ is NaN" : `a difference is too large and becomes ${outcome}`;
  if (phase === "exp")
    return kind === "overflow"
      ? `an exponential is too large and becomes ${outcome}`
      : "an exponential is too small and becomes 0";
  if (phase === "sum")
    return kind === "stall"
      ? "a term leaves no trace in the sum"
      : kind === "overflow"
        ? `the sum is too large and becomes ${outcome}`
        : "the sum is NaN";
  if (kind === "underflow") return "a weight becomes 0";
  if (kind === "divide-by-zero") return "a weight is divided by 0";
  return "a weight is NaN: ∞ / ∞, or 0 / 0";
}

const IN_A_WORD: Record<Phase, Partial<Record<FailureKind, string>>> = {
  store: { nan: "NaN put in", overflow: "logit overflows", underflow: "logit underflows" },
  shift: { nan: "∞ − ∞", overflow: "difference overflows" },
  exp: { overflow: "eˣ overflows", underflow: "eˣ underflows" },
  sum: { overflow: "sum overflows", stall: "sum stalls" },
  divide: { nan: "∞ / ∞", underflow: "weight underflows", "divide-by-zero": "divided by 0" },
};

/** The first thing that went wrong, in a word or two; undefined where nothing did. */
export function firstFailureWords({ firstFailure }: SoftmaxTrace): string | undefined {
  if (!firstFailure) return undefined;
  const { kind, stage } = firstFailure;
  return IN_A_WORD[stage as Phase]?.[kind] ?? kind;
}

/** Whether weight k, zero-based, is 0 because it is too small, and not because it was divided by ∞. */
export const isLost = (world: TraceWorld, k: number) =>
  world.underflow("p", k) && Number.isFinite(world.trace.sum);

const DONE: Record<Phase, readonly [naive: string, shifted: string]> = {
  store: ["The row is stored in the format.", ""],
  shift: ["Above, nothing is subtracted.", "Below, the largest is."],
  exp: ["Above, e is raised to each.", "Below likewise: none can be more than 1."],
  sum: ["Above they are summed.", "And below."],
  divide: ["Each is divided by the sum.", ""],
};

/** What a step did in one of the two ways: what went wrong in it, or else what it is. */
export function phaseCaption(shift: "none" | "max", phase: Phase, trace: SoftmaxTrace): string {
  const wrong = [
    ...new Set(of(trace, phase).map(({ kind, result }) => named(kind, phase, result))),
  ];
  const done = DONE[phase][shift === "none" ? 0 : 1];
  if (phase === "divide" && trace.sum === Infinity && wrong.length === 0)
    return `${shift === "none" ? "Above" : "Below"}, a number over ∞ is 0: nothing is attended to.`;
  if (wrong.length === 0) return done;
  return `${shift === "none" ? "Above" : "Below"}, ${wrong.join(", and ")}.`;
}
