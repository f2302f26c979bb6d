/** What the bands of the pipeline have in common. */
import type { Matrix } from "@engine";
import { display } from "@/state/format";

/** One row of a band: a number for each token, and what it sums to. */
export interface BandRow {
  readonly label: string;
  readonly name: (j: number) => string;
  readonly value: (j: number) => number;
  readonly underflow?: (j: number) => boolean;
  readonly end?: { readonly name: string; readonly value: number };
}

/** The columns, one a token. */
export interface Columns {
  readonly count: number;
  /** In pixels, of a token's column and of those at the ends. */
  readonly width: number;
  readonly side: number;
  readonly world: string;
}

/** Attention on one sequence, as the pipeline shows it. */
export interface Flow {
  readonly x: readonly (readonly number[])[];
  readonly dimensions?: readonly string[];
  readonly scores: Matrix;
  readonly weights: Matrix;
  readonly underflow: (i: number, j: number) => boolean;
  /** [T, d]: what each token adds to the query's sum. */
  readonly pulls: Matrix;
  readonly context: Matrix;
  /** What the query's weights come to. */
  readonly total: number;
}

const at = ({ data, cols }: Matrix, row: number, m: number) => data[row * cols + m]!;

/** The rows of all bands for query `i`, with the given components of every vector. */
export function bandsOf(flow: Flow, i: number, components: readonly number[]) {
  const label = (m: number) => flow.dimensions?.[m] ?? String(m + 1);
  const row = `${i + 1}`;
  const scored: BandRow = {
    label: "ω",
    name: (j) => `omega[${row},${j + 1}]`,
    value: (j) => at(flow.scores, i, j),
  };
  const weighted: BandRow = {
    label: "α",
    name: (j) => `alpha[${row},${j + 1}]`,
    value: (j) => at(flow.weights, i, j),
    underflow: (j) => flow.underflow(i, j),
    end: { name: `rowsum[${row}]`, value: flow.total },
  };
  return {
    inputs: components.map((m): BandRow => ({
      label: label(m),
      name: (j) => `x[${j + 1},${m + 1}]`,
      value: (j) => flow.x[j]![m]!,
    })),
    scores: [scored],
    weights: [weighted],
    pulls: components.map((m): BandRow => ({
      label: label(m),
      name: (j) => `pull[${row},${j + 1},${m + 1}]`,
      value: (j) => at(flow.pulls, j, m),
      end: { name: `z[${row},${m + 1}]`, value: at(flow.context, i, m) },
    })),
    outputs: components.map((m): BandRow => ({
      label: label(m),
      name: (j) => `z[${j + 1},${m + 1}]`,
      value: (j) => at(flow.context, j, m),
    })),
  };
}

/** Pixels that a character of a number takes, and that stay free beside it. */
const CHARACTER = 6.6;
const PADDING = 3;

/** With how many decimals all of `values` have room in `width` pixels; undefined where they have none. */
export function digitsThatFit(values: readonly number[], width: number): number | undefined {
  const room = (width - PADDING) / CHARACTER;
  return [2, 1, 0].find((digits) =>
    values.every((value) => display(value, digits, { tight: true }).length <= room),
  );
}

/** At most this many components of each vector are shown. */
export const SHOWN = 4;

/** The components to show, so that component `m` is among them and neighbours stay together. */
export function componentsAround(m: number, d: number): number[] {
  const first = Math.max(Math.min(m - (m % SHOWN), d - SHOWN), 0);
  return Array.from({ length: Math.min(SHOWN, d) }, (_, at) => first + at);
}

/** Of every row there are three steps; step 0 is before all. */
export const STEPS = 3;

/** Which row (zero-based) a step of the walk works on, and how many of the row's three steps are done by then. */
export function walkAt(step: number): { row: number; phase: number } {
  return {
    row: Math.max(Math.ceil(step / STEPS) - 1, 0),
    phase: step === 0 ? 0 : ((step - 1) % STEPS) + 1,
  };
}

export const stepAt = (row: number, phase: number) => STEPS * row + Math.max(phase, 1);
