/**
 * The scale laboratory: every contender at every length, as far as this device gets in reasonable time. A quick
 * calibration first says how fast it multiplies at all, and how long each contender takes for something small.
 */
import type { Kernels, Method } from "@kernels";
import { grainOfClock, median, roughly, rowsOf } from "./clock";
import { apart, boundOf, inputs, type Inputs } from "./data";
import {
  LENGTHS,
  type Build,
  type Contender,
  type Doing,
  type End,
  type Report,
  type Settings,
  type Timing,
} from "./messages";
import { refusalOf } from "./refused";
import { Alone, Helper, Together, type Runner } from "./runners";

/** Milliseconds: what is expected to take longer is not run. */
const TOO_LONG = 3000;
/** Milliseconds that a module gets to be compiled well before it is timed. */
const WARM_UP = 60;
/** The length that is calibrated with. */
const SMALL = 256;
/** Rows of a point, and of a peak, at most. The peak is the quickest alone, and of many one is likely to be undisturbed. */
const [MOST_ROWS, MOST_SPINS] = [15, 60];
/** In which `Kernels.spin` is asked for. */
const ROUNDS = 1000;

const METHODS: Record<Contender, Method> = {
  loops: "loops",
  passes: "three-passes",
  tiled: "tiled",
  relaxed: "tiled",
  threads: "tiled",
};

/** Where the kernels come from. */
export interface Source {
  readonly supportsRelaxed: () => boolean;
  readonly loadKernels: (options: { build: Build }) => Promise<Kernels>;
}

export class Lab {
  readonly #runners = new Map<Contender, Runner>();
  readonly #modules = new Map<Build, Kernels>();
  /** Milliseconds that a contender takes for one pair of tokens, as far as one has seen. */
  readonly #rates = new Map<Contender, number>();
  /** Who has come to where a run takes too long. */
  readonly #late = new Set<Contender>();
  readonly #relaxed: boolean;
  readonly #helpers: readonly Helper[];
  #grain = 0;

  constructor(
    readonly source: Source,
    readonly settings: Settings,
    ports: readonly MessagePort[],
    readonly report: (report: Report) => void,
  ) {
    this.#relaxed = source.supportsRelaxed();
    this.#helpers = ports.map((port) => new Helper(port));
  }

  async run() {
    const { settings } = this;
    this.#grain = grainOfClock();
    await this.#load();
    this.report({ kind: "ready", grain: this.#grain, relaxed: this.#relaxed });
    await this.#measurePeaks(0);
    await this.#calibrate();
    for (const T of this.#lengths()) await this.#measureAll(T, inputs(T, settings));
    // Once more: in the meantime the processor may have found a better pace.
    await this.#measurePeaks(1);
    this.report({ kind: "done" });
  }

  #lengths = () => LENGTHS.filter((T) => T <= this.settings.longest);

  async #load() {
    for (const contender of this.settings.contenders) {
      const wanted = contender === "relaxed" || contender === "threads";
      if (contender === "relaxed" && !this.#relaxed)
        this.#end({ contender, T: LENGTHS[0], why: "unsupported" });
      else if (contender === "threads" && this.#helpers.length === 0)
        this.#end({ contender, T: LENGTHS[0], why: "unsupported" });
      else {
        const build = wanted && this.#relaxed ? "relaxed" : "baseline";
        this.#runners.set(contender, await this.#runner(contender, build));
      }
    }
  }

  async #runner(contender: Contender, build: Build): Promise<Runner> {
    let kernels = this.#modules.get(build);
    if (!kernels) this.#modules.set(build, (kernels = await this.source.loadKernels({ build })));
    if (contender !== "threads") return new Alone(kernels, METHODS[contender]);
    await Promise.all(this.#helpers.map((helper) => helper.ask({ ask: "load", build })));
    return new Together(kernels, METHODS[contender], this.#helpers);
  }

  #doing = (doing: Doing) => this.report({ kind: "doing", doing });

  /** The quickest of many: what else this device does meanwhile takes its time. */
  async #measurePeaks(share: number) {
    for (const [build, kernels] of this.#modules) {
      this.#doing({ peak: build, share });
      let operations = 0;
      const spin = (times: number) => void (operations = kernels.spin(times * ROUNDS));
      const rows = await rowsOf(spin, this.#grain, MOST_SPINS);
      if (!rows) continue;
      const peak = { build, operations, ms: Math.min(...rows.ms), runs: rows.ms.length };
      this.report({ kind: "peak", peak });
    }
  }

  async #calibrate() {
    const T = Math.min(SMALL, this.settings.longest);
    const [tiny, small] = [inputs(LENGTHS[0], this.settings), inputs(T, this.settings)];
    for (const [contender, runner] of this.#runners) {
      this.#doing({ calibrating: contender, share: 0 });
      await this.#guarded(contender, LENGTHS[0], async () => {
        await runner.take(tiny, this.settings);
        const start = performance.now();
        while (performance.now() - start < WARM_UP) await runner.run(1);
        await runner.take(small, this.settings);
        const ms = await roughly((times) => runner.run(times), this.#grain);
        this.#rates.set(contender, ms / T ** 2);
      });
    }
  }

  /** Whatever a contender refuses ends its line, and no other's. */
  async #guarded(contender: Contender, T: number, work: () => Promise<void>) {
    try {
      await work();
    } catch (error) {
      const { code, message } = refusalOf(error);
      this.#end({ contender, T, why: code === "memory" ? "memory" : "failed", message });
    }
  }

  #end(end: End) {
    this.#runners.delete(end.contender);
    this.report({ kind: "end", end });
  }

  #expected = (contender: Contender, T: number) => this.#rates.get(contender)! * T ** 2;

  async #measureAll(T: number, data: Inputs) {
    let first: { contender: Contender; context: Float32Array } | undefined;
    for (const [contender, runner] of this.#runners) {
      const doing = { contender, T, share: this.#share(contender, T) };
      this.#doing(doing);
      await this.#guarded(contender, T, async () => {
        // Memory first: who is too slow here to be run still shows what it would take, and whether there is so much.
        const bytes = await runner.take(data, this.settings);
        if (this.#isLate(contender, T)) {
          this.report({ kind: "point", point: { contender, T, bytes } });
          return;
        }
        const timing = await this.#time(runner, doing);
        if (timing) this.#rates.set(contender, timing.ms / T ** 2);
        this.report({ kind: "point", point: { contender, T, bytes, ...timing } });
        const context = await runner.context();
        first ??= { contender, context };
        this.#compare(T, first, contender, context);
      });
    }
  }

  #isLate(contender: Contender, T: number): boolean {
    if (!this.#late.has(contender) && this.#expected(contender, T) > TOO_LONG) {
      this.#late.add(contender);
      this.report({ kind: "end", end: { contender, T, why: "time" } });
    }
    return this.#late.has(contender);
  }

  /** Undefined where this browser's clock is too coarse for it. */
  async #time(runner: Runner, doing: Doing): Promise<Timing | undefined> {
    await runner.run(1); // the first finds memory that is new to it
    const run = (times: number) => {
      this.#doing(doing);
      return runner.run(times);
    };
    const rows = await rowsOf(run, this.#grain, MOST_ROWS);
    return rows && { ms: median(rows.ms) / rows.times, runs: rows.times * rows.ms.length };
  }

  #compare(
    T: number,
    first: { contender: Contender; context: Float32Array },
    contender: Contender,
    context: Float32Array,
  ) {
    const most = apart(first.context, context);
    const bound = boundOf(T, this.settings.d);
    if (most <= bound) return;
    const disagreement = { contender, other: first.contender, T, apart: most, bound };
    this.report({ kind: "disagreement", disagreement });
  }

  /** How much of the work is done before `contender` is at `T`: as far as one can tell from how long each took so far. */
  #share(contender: Contender, T: number): number {
    const cost = (who: Contender, length: number) => {
      const ms = this.#expected(who, length);
      return ms > TOO_LONG ? 0 : Math.max(3 * ms, 400);
    };
    const order = [...this.#runners.keys()];
    let [done, all] = [0, 0];
    for (const length of this.#lengths()) {
      for (const [at, who] of order.entries()) {
        all += cost(who, length);
        if (length < T || (length === T && at < order.indexOf(contender)))
          done += cost(who, length);
      }
    }
    return done / all;
  }
}
