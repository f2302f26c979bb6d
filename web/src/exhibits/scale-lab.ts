/** The scale laboratory in words, and what of its numbers is drawn. */
import { binaryTicks, decimalTicks, spanOf, type Span, type Tick } from "@/figures/log-axis";
import { CONTENDERS, type Contender, type Doing, type End } from "@/measure/messages";
import type { Measured } from "@/state/scale-run.svelte";
import { buildOf, type ScaleWorld } from "@/state/scale-world";
import type { View } from "@/state/view";

/** Which line of the plot is whose. */
export const lineOf = (contender: Contender) => CONTENDERS.indexOf(contender);

/** A contender's name in a sentence, and in the picture. */
export function nameOf(contender: Contender, threads?: number) {
  const many = threads && threads > 1 ? `${threads} threads` : "threads";
  const names = {
    loops: ["plain loops", "loops"],
    passes: ["SIMD, three passes", "3 passes"],
    tiled: ["SIMD, tiled", "tiled"],
    relaxed: ["relaxed SIMD, tiled", "relaxed"],
    threads: [`tiled, on ${many}`, many],
  } as const;
  const [long, short] = names[contender];
  return { long, short };
}

/** Why a line goes no further. */
export function reasonOf({ contender, T, why, message }: End): string {
  switch (why) {
    case "time":
      return `from T = ${T} on left out: it would take more than three seconds a run here`;
    case "memory":
      return `at T = ${T} out of memory (${message})`;
    case "unsupported":
      return contender === "relaxed"
        ? "not run: this browser has no relaxed SIMD"
        : "not run: this browser offers one thread only";
    case "failed":
      return `at T = ${T} it failed (${message})`;
  }
}

/** What is being done, for the status line. */
export function doingOf(doing: Doing | undefined, threads: number): string {
  if (!doing) return "Getting ready";
  if ("peak" in doing) {
    const again = doing.share > 0 ? ", once more" : "";
    return `Measuring the peak${doing.peak === "relaxed" ? ", relaxed SIMD" : ""}${again}`;
  }
  if ("calibrating" in doing) return `Calibrating: ${nameOf(doing.calibrating, threads).long}`;
  return `${nameOf(doing.contender, threads).long}, T = ${doing.T}`;
}

/** The end of a contender's line that keeps it from T. */
const endOf = ({ ends }: Measured, contender: Contender, T: number) =>
  ends.findLast((end) => end.contender === contender && end.T <= T);

/** Why a number is not there, in a word or two. */
export function absenceOf(measured: Measured, drawn: Drawn, contender: Contender, T: number) {
  const why = endOf(measured, contender, T)?.why;
  if (why)
    return { time: "too long", memory: "no memory", unsupported: "—", failed: "failed" }[why];
  const point = measured.points.find((each) => each.contender === contender && each.T === T);
  if (!point) return "";
  return drawn === "share" && point.ms !== undefined ? "no peak" : "untimed";
}

/** Whether something has been run that this browser's clock is too coarse to time. */
export const untimed = (measured: Measured) =>
  measured.points.some(
    ({ contender, T, ms }) => ms === undefined && !endOf(measured, contender, T),
  );

/** Whether who has a peak to be held against lacks it. */
export const lacksPeak = (measured: Measured) =>
  measured.points.some(({ contender }) => !measured.peaks[buildOf(contender, measured)]);

/** Whether X alone spares a contender scores. */
export const spares = ({ settings: { mask, input } }: Measured) => mask === "none" && input === "x";

/** Who got over what the peak and what was spared explain: of two products of the same size, half of one. */
export function overPeak(measured: Measured, world: ScaleWorld): Contender[] {
  const most = (contender: Contender) =>
    spares(measured) && (contender === "tiled" || contender === "relaxed") ? 4 / 3 : 1;
  return measured.settings.contenders.filter((contender) =>
    measured.points.some(
      (point) =>
        point.contender === contender &&
        (world.read(`share[${contender},${point.T}]`) ?? 0) > most(contender),
    ),
  );
}

/** How many digits behind the point make three that mean something; never more than four. */
export function digitsOf(value: number): number {
  const rounded = Number(value.toPrecision(3)); // 0.09999 is written as 0.100
  return rounded > 0 ? Math.min(Math.max(2 - Math.floor(Math.log10(rounded)), 0), 4) : 0;
}

export type Drawn = View["drawn"];

/** What is drawn: the quantity's name in the world, and over the plot; how its axis is written. */
export const DRAWN: Record<
  Drawn,
  { name: string; title: string; ticks: (span: Span) => Tick[]; otherwise: Span }
> = {
  time: {
    name: "ms",
    title: "Time of one attention, against T",
    ticks: (span) => decimalTicks(span, writeTime),
    otherwise: { least: 0.02, most: 2000 },
  },
  gflops: {
    name: "gflops",
    title: "GFLOP/s, against T",
    ticks: (span) => decimalTicks(span, String),
    otherwise: { least: 0.5, most: 100 },
  },
  share: {
    name: "share",
    title: "Share of this device’s peak, against T",
    ticks: (span) => decimalTicks(span, String),
    otherwise: { least: 0.01, most: 2 },
  },
  memory: {
    name: "mib",
    title: "Memory beside input and output, against T",
    ticks: (span) => binaryTicks(span, writeMib),
    otherwise: { least: 2 ** -7, most: 2 ** 9 },
  },
};

function writeTime(ms: number): string {
  if (ms >= 1000) return `${Number((ms / 1000).toPrecision(1))} s`;
  return ms < 1 ? `${Number((ms * 1000).toPrecision(1))} µs` : `${ms} ms`;
}

function writeMib(mib: number): string {
  if (mib >= 1) return `${mib} MiB`;
  return mib * 1024 >= 1 ? `${mib * 1024} KiB` : `${mib * 2 ** 20} B`;
}

/** What of the measurements the plot draws. */
export function plotOf(
  drawn: Drawn,
  { measured, world }: { measured: Measured; world: ScaleWorld },
) {
  const { name, otherwise, ticks } = DRAWN[drawn];
  const series = measured.settings.contenders.map((contender) => {
    const points = measured.points
      .filter((point) => point.contender === contender)
      .flatMap(({ T }) => {
        const y = world.read(`${name}[${contender},${T}]`);
        return y !== undefined && y > 0 ? [{ x: T, y }] : [];
      });
    const end = measured.ends.find((each) => each.contender === contender && each.why === "memory");
    return {
      contender,
      line: lineOf(contender),
      name: nameOf(contender, measured.threads).short,
      points,
      ...(end && { end: `no memory for ${end.T}` }),
    };
  });
  const builds = [...new Set(series.map(({ contender }) => buildOf(contender, measured)))];
  const ceilings = builds.flatMap((build) => {
    const text = build === "relaxed" ? "peak, relaxed" : "peak";
    if (drawn === "share") return build === builds[0] ? [{ at: 1, text: "peak" }] : [];
    const at = drawn === "gflops" ? world.read(`peak[${build}]`) : undefined;
    return at === undefined ? [] : [{ at, text }];
  });
  // The line to compare with begins where the tiled one does, or whoever there is.
  const begun = series.filter(({ points }) => points.length > 0);
  const squares = begun.find(({ contender }) => contender === "tiled") ?? begun[0];
  const through = drawn === "time" || drawn === "memory" ? squares?.points[0] : undefined;
  const values = [
    ...series.flatMap(({ points }) => points.map(({ y }) => y)),
    ...ceilings.map(({ at }) => at),
  ];
  const up = spanOf(values, otherwise);
  return { series, ceilings, up, levels: ticks(up), ...(through && { through }) };
}
