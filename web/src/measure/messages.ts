/** What the page and the workers that measure say to each other. */

/** The ways of computing attention that run against each other, in the order in which each length tries them. */
export const CONTENDERS = ["loops", "passes", "tiled", "relaxed", "threads"] as const;
export type Contender = (typeof CONTENDERS)[number];

/** The lengths that are tried, as far as the learner's longest. */
export const LENGTHS = [64, 128, 256, 512, 1024, 2048, 4096, 8192] as const;
export const WIDTHS = [16, 32, 64, 128, 256] as const;

export interface Settings {
  /** The longest sequence, T. */
  readonly longest: number;
  /** d, of queries, keys and values alike. */
  readonly d: number;
  readonly mask: "none" | "causal";
  /** Whether queries, keys and values are three matrices, or one and the same X. */
  readonly input: "qkv" | "x";
  readonly contenders: readonly Contender[];
}

/** A build of the kernels. */
export type Build = "baseline" | "relaxed";

/** The work of a worker, and the ports to the others: the first message that it gets. */
export type Role =
  | {
      readonly role: "lab";
      readonly settings: Settings;
      /** One for each helper: a thread more. */
      readonly helpers: readonly MessagePort[];
    }
  | { readonly role: "helper"; readonly port: MessagePort };

/** How long one attention takes. */
export interface Timing {
  /** Milliseconds, the median over rows of runs. */
  readonly ms: number;
  /** How many runs were timed. */
  readonly runs: number;
}

/** How one contender did at one length. Without times where it would have taken too long, or the clock is too coarse. */
export interface Point extends Partial<Timing> {
  readonly contender: Contender;
  readonly T: number;
  /** What it asked for beside input and output. */
  readonly bytes: number;
}

/** Where a contender's line stops, and why: of its times, and perhaps later of its memory. */
export interface End {
  readonly contender: Contender;
  /** The first length that it was not run at. */
  readonly T: number;
  readonly why: "time" | "memory" | "unsupported" | "failed";
  /** In the words of whoever refused, if they are of use. */
  readonly message?: string;
}

/** How fast this device multiplies and adds where nothing has to be fetched: the quickest of `runs`. */
export interface Peak {
  readonly build: Build;
  readonly operations: number;
  readonly ms: number;
  readonly runs: number;
}

/** Where two contenders' results lie further apart than rounding explains. */
export interface Disagreement {
  readonly contender: Contender;
  readonly other: Contender;
  readonly T: number;
  readonly apart: number;
  readonly bound: number;
}

/** What is at work, and the share of the whole that is done by now, as far as one can tell. */
export type Doing = (
  | { readonly peak: Build }
  | { readonly calibrating: Contender }
  | { readonly contender: Contender; readonly T: number }
) & { readonly share: number };

export type Report =
  | { readonly kind: "peak"; readonly peak: Peak }
  /** `grain`: the least that the clock can tell, in milliseconds; `relaxed`: whether threads use that build. */
  | { readonly kind: "ready"; readonly grain: number; readonly relaxed: boolean }
  /** Said again and again while it lasts, so that silence means something. */
  | { readonly kind: "doing"; readonly doing: Doing }
  | { readonly kind: "point"; readonly point: Point }
  | { readonly kind: "end"; readonly end: End }
  | { readonly kind: "disagreement"; readonly disagreement: Disagreement }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly message: string };

/** Asked of a helper through its port; it answers each with one `Answer`, in order. */
export type Request =
  | { readonly ask: "load"; readonly build: Build }
  /** Its share of the queries, with all keys and values; the answer says what memory that asks for. */
  | { readonly ask: "take"; readonly share: Share }
  | { readonly ask: "run" }
  | { readonly ask: "show" };

export type Answer =
  | { readonly bytes?: number; readonly context?: Float32Array<ArrayBuffer> }
  | { readonly refused: Refusal };

/** An error that has been sent from worker to worker: of an `EngineError` with its code. */
export interface Refusal {
  readonly code?: string;
  readonly message: string;
}

export interface Data {
  readonly rows: number;
  readonly cols: number;
  readonly data: Float32Array;
}

export interface Share {
  readonly q: Data;
  readonly k: Data;
  readonly v: Data;
  readonly firstQuery: number;
  readonly mask: "none" | "causal";
}
