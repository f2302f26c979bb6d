/**
 * The memory that one head's scores take: all of them at once, or a tile at a time. Counts are multiplied by the engine
 * (`calculate`, FP64).
 * - `T`, `B`: keys, and keys in a tile; `whole`, `strip`: scores held, T² and T·B; `wholemib`, `stripmib`: the same in MiB;
 * - `carried`: the running maxima and sums, 2·T; `saved`: how many times less the strip is.
 */
import type { Engine } from "@engine";
import { number, parseName, type Explanation, type World } from "./quantities";

/** A score is kept in FP32. */
const BYTES = 4;
const MIB = 2 ** 20;

/** What each number is, as a NumPy expression of T and B. */
const PYTHON: Record<string, string> = {
  T: "T",
  B: "B",
  whole: "T * T",
  strip: "T * B",
  wholemib: `T * T * ${BYTES} / 2**20`,
  stripmib: `T * B * ${BYTES} / 2**20`,
  carried: "2 * T",
  carriedmib: `2 * T * ${BYTES} / 2**20`,
  saved: "T / B",
};

export class MemoryWorld implements World {
  readonly id: string;
  readonly #values: Record<string, number>;

  constructor(
    engine: Engine,
    readonly long: number,
    readonly block: number,
  ) {
    this.id = `memory:${long},${block}`;
    const by = (operation: "multiply" | "divide", a: number, b: number) =>
      engine.calculate(operation, [a, b], "fp64").value;
    const mib = (floats: number) => by("divide", by("multiply", floats, BYTES), MIB);
    const whole = by("multiply", long, long);
    const strip = by("multiply", long, block);
    const carried = by("multiply", 2, long);
    this.#values = {
      T: long,
      B: block,
      whole,
      strip,
      wholemib: mib(whole),
      stripmib: mib(strip),
      carried,
      carriedmib: mib(carried),
      saved: by("divide", long, block),
    };
  }

  read(name: string): number | undefined {
    return this.#values[parseName(name).letter];
  }

  explain(name: string): Explanation | undefined {
    const { letter } = parseName(name);
    const python = [
      `T, B = ${this.long}, ${this.block}  # keys, and keys in a tile`,
      `print(${PYTHON[letter]})`,
      "",
    ].join("\n");
    const answer = (meaning: string, lines: Explanation["lines"]) => ({ meaning, lines, python });
    const product = (a: string, b: string) => [[`${a} · ${b}`], [number(a), " · ", number(b)]];
    const bytes = (of: string) => [[number(of), ` · ${BYTES} bytes / 2²⁰`]];
    switch (letter) {
      case "T":
        return answer("how many tokens the sequence has: yours to set", []);
      case "B":
        return answer("how many keys a tile has: yours to set", []);
      case "whole":
        return answer("how many scores there are: one for every query and key", product("T", "T"));
      case "strip":
        return answer("how many scores one tile has, for all queries", product("T", "B"));
      case "wholemib":
        return answer("the memory of all the scores, in MiB", bytes("whole"));
      case "stripmib":
        return answer("the memory of one tile's scores, in MiB", bytes("strip"));
      case "carried":
        return answer("the running maximum and the running sum of every query", [
          ["2 · ", number("T")],
        ]);
      case "carriedmib":
        return answer("the memory of the running maxima and sums, in MiB", bytes("carried"));
      case "saved":
        return answer("how many tiles there are, and so how many times less is held", [
          [number("T"), " / ", number("B")],
        ]);
      default:
        return undefined;
    }
  }
}
