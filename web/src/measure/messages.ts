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

/** How one contender did at one length. */
export interface Point {
  readonly contender: Contender;
  readonly T: number;
  /** Milliseconds, the median of `runs`. */
  readonly ms: number;
  readonly runs: number;
  /** Beside input and output. */
  readonly bytes: number;
}

/** Where a contender's line stops, and why. */
export interface End {
  readonly contender: Contender;
  /** The first length that it was not measured at. */
  readonly T: number;
  readonly why: "time" | "memory" | "unsupported" | "failed";
  /** In the words of whoever refused, if they are of use. */
  readonly message?: string;
}

/** How fast this device multiplies and adds where nothing has to be fetched: the most of `runs`. */
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

export type Report =
  | { readonly kind: "peak"; readonly peak: Peak }
  /** `grain`: the least that the clock can tell, in milliseconds; `relaxed`: whether threads use that build. */
  | { readonly kind: "ready"; readonly grain: number; readonly relaxed: boolean }
  /** `share` of the whole work that is done by now, as far as one can tell. */
  | {
      readonly kind: "doing";
      readonly contender: Contender;
      readonly T: number;
      readonly share: number;
    }
  | { readonly kind: "point"; readonly point: Point }
  | { readonly kind: "end"; readonly end: End }
  | { readonly kind: "disagreement"; readonly disagreement: Disagreement }
  | { readonly kind: "done" }
  | { readonly kind: "failed"; readonly message: string };

/** Asked of a helper through its port; it answers each with one `Answer`, in order. */
export type Request =
  | { readonly ask: "load"; readonly build: Build }
  /** Its share of the queries, with all keys and values. */
  | { readonly ask: "take"; readonly share: Share }
  | { readonly ask: "run" }
  | { readonly ask: "show" };

export type Answer =
  | { readonly bytes: number; readonly context?: Float32Array<ArrayBuffer> }
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
