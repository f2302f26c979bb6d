/** The facade's functions: defaults, conversions, and refusals thrown. */
import type { Engine } from "./api.js";
import { answer } from "./answer.js";
import type { EngineModule } from "./engine.js";
import {
  arrayIn,
  booleansIn,
  checkFields,
  masksIn,
  matrixIn,
  numberIn,
  optionalMatrixIn,
  seedIn,
  sizeIn,
  vectorIn,
  wordIn,
} from "./input.js";
import { numerics } from "./numerics.js";
import type { AttendOptions, Attention, ContextOptions, RowFlag, StackOptions } from "./types.js";

const ROW_FLAGS: readonly RowFlag[] = ["ok", "underflow", "empty", "poisoned"];
const MATRICES = ["x", "q", "k", "v", "wq", "wk", "wv"] as const;
const SOFTMAX_FIELDS = ["scale", "temperature", "mask"] as const;

/** The options that attend() and stack() share. */
const softmaxIn = ({ scale = "none", temperature = 1, mask = "none" }: StackOptions) => ({
  scale: typeof scale === "number" ? scale : wordIn("scale", scale, ["none", "sqrt"]),
  temperature: numberIn("temperature", temperature),
  masks: masksIn("mask", mask),
});

const attendIn = (options: Omit<AttendOptions, "only">) => ({
  x: optionalMatrixIn("x", options.x),
  q: optionalMatrixIn("q", options.q),
  k: optionalMatrixIn("k", options.k),
  v: optionalMatrixIn("v", options.v),
  wq: optionalMatrixIn("wq", options.wq),
  wk: optionalMatrixIn("wk", options.wk),
  wv: optionalMatrixIn("wv", options.wv),
  normalise: wordIn("normalise", options.normalise ?? "row", ["row", "column", "matrix"]),
  ...softmaxIn(options),
});

export function facade(module: EngineModule): Engine {
  function attend(options: ContextOptions): Pick<Attention, "context">;
  function attend(options: AttendOptions): Attention;
  function attend(options: AttendOptions | ContextOptions) {
    checkFields("attend", options, [...MATRICES, ...SOFTMAX_FIELDS, "normalise", "only"]);
    const values = attendIn(options);
    if (options.only !== undefined) {
      wordIn("only", options.only, ["context"]);
      return { context: answer(module.attendContext(values)) };
    }
    const result = answer(module.attend(values));
    return { ...result, rowFlags: Array.from(result.rowFlags, (flag) => ROW_FLAGS[flag]!) };
  }

  return {
    ...numerics(module),

    target: module.target(),

    attend,

    stack(x, layers, options = {}) {
      checkFields("stack", options, SOFTMAX_FIELDS);
      return answer(module.stack(matrixIn("x", x), sizeIn("layers", layers), softmaxIn(options)));
    },

    similarity: (x, y) => answer(module.similarity(vectorIn("x", x), vectorIn("y", y))),

    lengths: (x) => answer(module.lengths(matrixIn("x", x))),

    plane: (x) => answer(module.plane(matrixIn("x", x))),

    project(rows, plane) {
      const axes = matrixIn("plane.axes", plane.axes);
      const centre = vectorIn("plane.centre", plane.centre);
      return answer(module.project(matrixIn("rows", rows), { axes, centre }));
    },

    hull: (points) => Array.from(answer(module.hull(matrixIn("points", points)))),

    examine(adjacency) {
      const { order, cycle, ...facts } = answer(module.examine(booleansIn("adjacency", adjacency)));
      return { ...facts, order: Array.from(order), cycle: Array.from(cycle) };
    },

    blend: (weights, v) => answer(module.blend(vectorIn("weights", weights), matrixIn("v", v))),

    summarise: (weights) => answer(module.summarise(matrixIn("weights", weights))),

    multiply: (a, b) => answer(module.multiply(matrixIn("a", a), matrixIn("b", b))),

    normal({ rows, cols, seed }) {
      const size = [sizeIn("rows", rows), sizeIn("cols", cols)] as const;
      return answer(module.normal(...size, seedIn("seed", seed)));
    },

    dequantise({ rows, cols, codes, scales }) {
      return answer(
        module.dequantise(
          sizeIn("rows", rows),
          sizeIn("cols", cols),
          arrayIn("codes", codes, Int8Array),
          arrayIn("scales", scales, Float32Array),
        ),
      );
    },
  };
}
