/**
 * What the scale laboratory has measured, and what follows from it. Only times, counts of runs and bytes are measured;
 * the engine does the arithmetic on them (`calculate`, FP64). `c` is a contender, `b` a build of the kernels.
 * - `ms[c,T]`: milliseconds, the median of `runs[c,T]`, where that could be timed; `bytes[c,T]`: memory beside input and output;
 * - `operations[T]`: 4·T²·d by convention, half of it with a causal mask;
 * - `gflops[c,T]`: operations a second, in thousand millions; `share[c,T]`: of the peak, once for each thread;
 * - `mib[c,T]`: bytes in MiB;
 * - `peak[b]`: the most operations a second, in thousand millions, from `spun[b]` operations in `spunms[b]` milliseconds;
 * - `threads`, `d`: as set; `grain`: the step of the clock, in milliseconds.
 */
import type { Engine } from "@engine";
import type { Build, Contender } from "@/measure/messages";
import { number, parseName, pythonNumber, type Explanation, type World } from "./quantities";
import type { Measured } from "./scale-run.svelte";

const MIB = 2 ** 20;

/** The build whose peak a contender is held against. */
export function buildOf(contender: Contender, { together }: Pick<Measured, "together">): Build {
  if (contender === "relaxed") return "relaxed";
  return contender === "threads" ? together : "baseline";
}

export class ScaleWorld implements World {
  readonly id = "scale";
  readonly #values = new Map<string, number>();

  constructor(
    engine: Engine,
    readonly measured: Measured,
  ) {
    const { settings, threads, peaks, points, grain } = measured;
    const by = (operation: "multiply" | "divide", a: number, b: number) =>
      engine.calculate(operation, [a, b], "fp64").value;
    const perSecond = (operations: number, ms: number) =>
      by("divide", by("divide", operations, ms), 1e6);
    const set = (name: string, value: number) => this.#values.set(name, value);
    set("d", settings.d);
    set("threads", threads);
    if (grain !== undefined) set("grain", grain);
    for (const { build, operations, ms, runs } of Object.values(peaks)) {
      set(`spun[${build}]`, operations);
      set(`spunms[${build}]`, ms);
      set(`runs[${build}]`, runs);
      set(`peak[${build}]`, perSecond(operations, ms));
    }
    for (const { contender, T, ms, runs, bytes } of points) {
      const at = `[${contender},${T}]`;
      set(`bytes${at}`, bytes);
      set(`mib${at}`, by("divide", bytes, MIB));
      if (ms === undefined || runs === undefined) continue;
      const operations = by(
        "multiply",
        by("multiply", this.#each, by("multiply", T, T)),
        settings.d,
      );
      const gflops = perSecond(operations, ms);
      set(`operations[${T}]`, operations);
      set(`ms${at}`, ms);
      set(`runs${at}`, runs);
      set(`gflops${at}`, gflops);
      const peak = this.#values.get(`peak[${buildOf(contender, measured)}]`);
      if (peak === undefined) continue;
      const most = contender === "threads" ? by("multiply", peak, threads) : peak;
      set(`share${at}`, by("divide", gflops, most));
    }
  }

  /** Operations for one pair of tokens and one component. */
  get #each(): number {
    return this.measured.settings.mask === "causal" ? 2 : 4;
  }

  read(name: string): number | undefined {
    return this.#values.get(name);
  }

  explain(name: string): Explanation | undefined {
    const { letter, at } = parseName(name);
    const value = this.read(name);
    if (value === undefined) return undefined;
    const [of = "", T = ""] = at;
    const here = (quantity: string) => number(`${quantity}[${of},${T}]`);
    const answer = (meaning: string, lines: Explanation["lines"] = [], python?: string[]) => ({
      meaning,
      lines,
      python: [...(python ?? [`print(${pythonNumber(value)})  # measured`]), ""].join("\n"),
    });
    switch (letter) {
      case "ms":
        return answer(
          "the time of one attention in milliseconds, measured just now on your device: the median of several samples",
        );
      case "runs":
        return answer("how many runs were timed");
      case "bytes":
        return answer(
          "the bytes that this way of computing attention asked for, beside its input and its output",
        );
      case "grain":
        return answer("the least time in milliseconds that this browser’s clock can tell apart");
      case "threads":
        return answer("how many threads share the queries");
      case "d":
        return answer("how many numbers a query, a key and a value have: yours to set");
      case "spun":
        return answer("multiplications and additions, all of them in registers");
      case "spunms":
        return answer(
          "the time in milliseconds that the multiplications and additions in registers took, the shortest of many tries",
        );
      case "operations":
        return answer(
          this.#each === 4
            ? "the floating-point operations of one attention, by convention: two products, and in each a multiplication and an addition for every pair of tokens and every component"
            : "the floating-point operations of one attention, by convention: with a causal mask half of the pairs count",
          [[`${this.#each} · ${of}² · `, number("d")]],
          this.#python(Number(of), "operations"),
        );
      case "mib":
        return answer(
          "the memory that one attention took beside its input and output, in MiB",
          [[here("bytes"), " / 2²⁰"]],
          [`print(${this.read(`bytes[${of},${T}]`)} / 2**20)`],
        );
      case "peak":
        return answer(
          "how many thousand millions of operations this device did in a second, on one thread and at its best, with nothing to be fetched",
          [[number(`spun[${of}]`), " / ", number(`spunms[${of}]`), " / 10⁶"]],
          this.#peakPython(of as Build, "peak"),
        );
      case "gflops":
        return answer(
          "thousand millions of operations in a second, counted by convention",
          [[number(`operations[${T}]`), " / ", here("ms"), " / 10⁶"]],
          this.#python(Number(T), "gflops", of as Contender),
        );
      case "share": {
        const peak = number(`peak[${buildOf(of as Contender, this.measured)}]`);
        const most = of === "threads" ? ["(", peak, " · ", number("threads"), ")"] : [peak];
        return answer(
          "the speed as a share of what your device did at its peak",
          [[here("gflops"), " / ", ...most]],
          this.#python(Number(T), "share", of as Contender),
        );
      }
      default:
        return undefined;
    }
  }

  #peakPython(build: Build, printed?: string): string[] {
    const [spun, ms] = [this.read(`spun[${build}]`)!, this.read(`spunms[${build}]`)!];
    const line = `peak = ${spun} / ${ms} / 1e6  # measured`;
    return printed ? [line, `print(${printed})`] : [line];
  }

  #python(T: number, printed: string, contender?: Contender): string[] {
    const lines = [
      `T, d = ${T}, ${this.measured.settings.d}`,
      `operations = ${this.#each} * T**2 * d`,
    ];
    if (contender) {
      lines.push(`ms = ${this.read(`ms[${contender},${T}]`)}  # measured`);
      lines.push("gflops = operations / ms / 1e6");
    }
    if (contender && printed === "share") {
      lines.push(...this.#peakPython(buildOf(contender, this.measured)));
      const threads = contender === "threads" ? ` / ${this.measured.threads}` : "";
      lines.push(`share = gflops / peak${threads}`);
    }
    return [...lines, `print(${printed})`];
  }
}
