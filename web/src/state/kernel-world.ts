/**
 * A sequence blended by a convolution instead of attention: `kernel[i,j]` is the weight that position i gives to
 * position j, fixed beforehand, and `y[i,m]` is component m of what comes out. The rest is the sequence's own.
 */
import type { Matrix } from "@engine";
import {
  counted,
  parseName,
  pythonMatrix,
  twice,
  type Explanation,
  type World,
} from "./quantities";
import type { SequenceWorld } from "./sequence-world";

/** The weights of the left neighbour, the position itself and the right neighbour: the same at every position. */
export const KERNEL: readonly number[] = [0.25, 0.5, 0.25];
const REACH = 1;

export class KernelWorld implements World {
  /** [T, T], zero outside the neighbourhood. */
  readonly weights: readonly (readonly number[])[];
  /** [T, d]. */
  readonly blended: Matrix;

  constructor(
    readonly base: SequenceWorld,
    readonly id: string,
  ) {
    const positions = [...Array(base.size).keys()];
    this.weights = positions.map((i) => positions.map((j) => KERNEL[j - i + REACH] ?? 0));
    this.blended = base.engine.multiply(this.weights, base.sequence.x);
  }

  read(name: string): number | undefined {
    const { letter, at } = parseName(name);
    const [i = 0, j = 0] = at.map((text) => Number(text) - 1);
    if (letter === "kernel") return this.weights[i]?.[j];
    if (letter === "y") return this.blended.data[i * this.blended.cols + j];
    return this.base.read(name);
  }

  explain(name: string): Explanation | undefined {
    const { letter, at } = parseName(name);
    const [i, j] = at as [string, string];
    const python = [
      "import numpy as np",
      "",
      `x = ${pythonMatrix(this.base.sequence.x)}`,
      `kernel = ${pythonMatrix(this.weights)}`,
      `print((${letter === "kernel" ? "kernel" : "kernel @ x"})[${Number(i) - 1}, ${Number(j) - 1}])`,
      "",
    ].join("\n");
    if (letter === "kernel") {
      return {
        meaning: `the weight that position ${i} gives to position ${j}: set beforehand, whatever words stand there`,
        lines: [],
        python,
      };
    }
    if (letter === "y") {
      return {
        meaning: `component ${j} of what the kernel makes of position ${i}`,
        lines: twice(counted(this.base.size), " + ", (k) => [
          `kernel[${i},${k}]`,
          " · ",
          `x[${k},${j}]`,
        ]),
        python,
      };
    }
    return this.base.explain(name);
  }
}
