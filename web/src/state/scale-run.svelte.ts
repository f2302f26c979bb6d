/** One run of the scale laboratory, as far as it has come. It goes on in workers; here is what they have reported. */
import type {
  Build,
  Disagreement,
  Doing,
  End,
  Peak,
  Point,
  Report,
  Settings,
} from "@/measure/messages";
import { threadsHere } from "@/measure/threads";

export { threadsHere };

/** What is known by now, with the settings that it was measured under. */
export interface Measured {
  readonly settings: Settings;
  readonly threads: number;
  /** The build that threads use. */
  readonly together: Build;
  /** The step of the clock, in milliseconds. */
  readonly grain?: number;
  readonly peaks: Readonly<Partial<Record<Build, Peak>>>;
  readonly points: readonly Point[];
  readonly ends: readonly End[];
  readonly disagreements: readonly Disagreement[];
}

export type Phase = "idle" | "running" | "done" | "stopped" | "failed";

const better = (a: Peak | undefined, b: Peak) =>
  a && a.operations / a.ms >= b.operations / b.ms ? a : b;

export class ScaleRun {
  phase: Phase = $state("idle");
  measured: Measured | undefined = $state.raw();
  /** What is measured at the moment. */
  doing: Doing | undefined = $state.raw();
  /** Why it failed, in a sentence. */
  reason = $state("");
  /** Stops whoever works at the moment; reports that are still on their way are nobody's. */
  #end = () => {};

  async start(settings: Settings) {
    this.stop();
    let current = true;
    this.#end = () => (current = false);
    this.phase = "running";
    this.doing = undefined;
    this.measured = undefined;
    try {
      const { start } = await import("@/measure/start");
      if (!current) return;
      const empty = { peaks: {}, points: [], ends: [], disagreements: [] };
      this.measured = { settings, threads: threadsHere(), together: "baseline", ...empty };
      const terminate = start(settings, (report) => current && this.#take(report));
      this.#end = () => {
        current = false;
        terminate();
      };
    } catch (error) {
      if (current) this.#fail(error instanceof Error ? error.message : String(error));
    }
  }

  stop() {
    this.#end();
    this.#end = () => {};
    this.doing = undefined;
    if (this.phase === "running") this.phase = "stopped";
  }

  #fail(reason: string) {
    this.stop();
    this.phase = "failed";
    this.reason = reason;
  }

  #take(report: Report) {
    const known = this.measured!;
    const add = (more: Partial<Measured>) => (this.measured = { ...known, ...more });
    switch (report.kind) {
      case "peak": {
        const { build } = report.peak;
        const peaks = { ...known.peaks, [build]: better(known.peaks[build], report.peak) };
        return add({ peaks });
      }
      case "ready":
        return add({ grain: report.grain, together: report.relaxed ? "relaxed" : "baseline" });
      case "doing":
        return (this.doing = report.doing);
      case "point":
        return add({ points: [...known.points, report.point] });
      case "end":
        return add({ ends: [...known.ends, report.end] });
      case "disagreement":
        return add({ disagreements: [...known.disagreements, report.disagreement] });
      case "done":
        this.stop();
        return (this.phase = "done");
      case "failed":
        return this.#fail(report.message);
    }
  }
}
