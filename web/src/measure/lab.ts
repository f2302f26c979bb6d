/**
 * The scale laboratory: every contender at every length, as far as this device gets in reasonable time. A quick
 * calibration first says how fast it multiplies at all, and how long each contender takes for something small.
 */
import type { Kernels, Method } from "@kernels";
import { grainOfClock, time, timeOnce } from "./clock";
import { apart, boundOf, inputs, type Inputs } from "./data";
import {
  LENGTHS,
  type Build,
  type Contender,
  type End,
  type Peak,
  type Report,
  type Settings,
} from "./messages";
import { refusalOf } from "./refused";
import { Alone, Helper, Together, type Runner } from "./runners";

/** Milliseconds: what is expected to take longer is left out. */
const TOO_LONG = 3000;
/** Milliseconds that a module gets to be compiled well before it is timed. */
const WARM_UP = 60;
/** The length that is calibrated with. */
const SMALL = 256;

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
    for (const build of this.#modules.keys()) this.#measurePeak(build);
    await this.#calibrate();
    for (const T of this.#lengths()) await this.#measureAll(T, inputs(T, settings));
    // Once more: in the meantime the processor may have found a better pace.
    for (const build of this.#modules.keys()) this.#measurePeak(build);
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

  /** The most of several: whatever else this device does can only make it slower. */
  #measurePeak(build: Build) {
    const kernels = this.#modules.get(build)!;
    const spin = (rounds: number) => {
      const start = performance.now();
      const operations = kernels.spin(rounds);
      return { operations, ms: performance.now() - start };
    };
    let rounds = 1000;
    const least = Math.max(10, 100 * this.#grain);
    while (spin(rounds).ms < least && rounds < 2 ** 30) rounds *= 2;
    // A clock that has been set back meanwhile must not make a run infinitely quick.
    const runs = Array.from({ length: 5 }, () => spin(rounds)).filter(({ ms }) => ms > least / 4);
    if (runs.length === 0) return;
    const best = runs.reduce((a, b) => (b.operations / b.ms > a.operations / a.ms ? b : a));
    const peak: Peak = { build, ...best, runs: runs.length };
    this.report({ kind: "peak", peak });
  }

  async #calibrate() {
    const T = Math.min(SMALL, this.settings.longest);
    const [tiny, small] = [inputs(LENGTHS[0], this.settings), inputs(T, this.settings)];
    for (const [contender, runner] of this.#runners) {
      await this.#guarded(contender, LENGTHS[0], async () => {
        await runner.take(tiny, this.settings);
        const start = performance.now();
        while (performance.now() - start < WARM_UP) await runner.run(1);
        await runner.take(small, this.settings);
        this.#rates.set(contender, (await timeOnce(() => runner.run(1))) / T ** 2);
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
      if (this.#expected(contender, T) > TOO_LONG) {
        this.#end({ contender, T, why: "time" });
        continue;
      }
      this.report({ kind: "doing", contender, T, share: this.#share(contender, T) });
      await this.#guarded(contender, T, async () => {
        await runner.take(data, this.settings);
        const once = await timeOnce(() => runner.run(1));
        const { ms, runs } = await time((times) => runner.run(times), once, this.#grain);
        this.#rates.set(contender, ms / T ** 2);
        this.report({ kind: "point", point: { contender, T, ms, runs, bytes: runner.bytes() } });
        const context = await runner.context();
        first ??= { contender, context };
        this.#compare(T, first, contender, context);
      });
    }
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
