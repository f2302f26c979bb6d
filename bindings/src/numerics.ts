/** The laboratory's functions: defaults, conversions, positions back to words. */
import { answer } from "./answer.js";
import type { EngineModule, FailureArrays, FormatValueParts } from "./engine.js";
import { EngineError } from "./error.js";
import {
  checkFields,
  doublesIn,
  formatIn,
  numberIn,
  seedIn,
  sizeIn,
  wideMatrixIn,
  wordIn,
} from "./input.js";
import type {
  Failure,
  FailureFlags,
  FailureKind,
  FormatValue,
  Interval,
  Numerics,
  Operation,
  SoftmaxOptions,
  Stage,
} from "./numerics-types.js";
import type { FloatClass } from "./types.js";

// In the order of the engine's enums.
const CLASSES: readonly FloatClass[] = ["normal", "subnormal", "zero", "infinity", "nan"];
const KINDS: readonly FailureKind[] = ["overflow", "underflow", "nan", "divide-by-zero", "stall"];
const STAGES: readonly Stage[] = [
  "store",
  "mask",
  "product",
  "shift",
  "exp",
  "rescale",
  "sum",
  "divide",
];

const OPERANDS: Record<Operation, number> = {
  add: 2,
  subtract: 2,
  multiply: 2,
  divide: 2,
  exp: 1,
  log: 1,
};
const OPERATIONS = Object.keys(OPERANDS) as Operation[];

const SOFTMAX_FIELDS = ["format", "accumulate", "shift"] as const;

const failuresOf = ({ kinds, stages, indices, numbers }: FailureArrays): Failure[] =>
  Array.from(kinds, (kind, i) => {
    const stage = STAGES[stages[i]!]!;
    const isUnary = stage === "store" || stage === "exp";
    return {
      kind: KINDS[kind]!,
      stage,
      index: indices[i]!,
      operands: Array.from(numbers.subarray(3 * i, 3 * i + (isUnary ? 1 : 2))),
      result: numbers[3 * i + 2]!,
    };
  });

const intervalOf = (ends: Float64Array | null): Interval | null => ends && [ends[0]!, ends[1]!];

function flagsOf(failures: readonly Failure[]): FailureFlags {
  const flags = Object.fromEntries(KINDS.map((kind) => [kind, false])) as FailureFlags;
  for (const { kind } of failures) flags[kind] = true;
  return flags;
}

function formatValueOf({ highBits, lowBits, ...rest }: FormatValueParts): FormatValue {
  const bits = (BigInt(highBits) << 32n) | BigInt(lowBits);
  return { ...rest, bits, class: CLASSES[rest.class]! };
}

function bitsIn(bits: unknown): [high: number, low: number] {
  const isWhole = typeof bits === "bigint" || Number.isSafeInteger(bits);
  if (!isWhole) throw new EngineError("type", "bits: is not a whole number");
  const pattern = BigInt.asUintN(64, BigInt(bits as bigint | number));
  return [Number(pattern >> 32n), Number(pattern & 0xffffffffn)];
}

function softmaxIn({ format = "fp32", accumulate = format, shift = "max" }: SoftmaxOptions) {
  return {
    format: formatIn("format", format),
    accumulate: formatIn("accumulate", accumulate),
    shift: typeof shift === "number" ? shift : wordIn("shift", shift, ["max", "none"]),
  };
}

const dividesBySqrt = (scale: unknown = "none") =>
  wordIn("scale", scale, ["none", "sqrt"]) === "sqrt";

export function numerics(module: EngineModule): Numerics {
  return {
    round(value, format) {
      const result = module.round(numberIn("value", value), formatIn("format", format));
      return formatValueOf(answer(result));
    },

    fromBits(bits, format) {
      return formatValueOf(answer(module.fromBits(...bitsIn(bits), formatIn("format", format))));
    },

    calculate(operation, operands, format) {
      const word = wordIn("operation", operation, OPERATIONS);
      const [a, b = 0] = doublesIn("operands", operands);
      if (operands.length !== OPERANDS[word]) {
        throw new EngineError("shape", `operands: ${word} takes ${OPERANDS[word]}`);
      }
      return formatValueOf(answer(module.calculate(word, a!, b, formatIn("format", format))));
    },

    ulpDistance(a, b, format) {
      const [from, to] = [numberIn("a", a), numberIn("b", b)];
      return answer(module.ulpDistance(from, to, formatIn("format", format))).steps;
    },

    formatInfo: (format) => answer(module.formatInfo(formatIn("format", format))),

    softmax(logits, options = {}) {
      checkFields("softmax", options, SOFTMAX_FIELDS);
      const result = module.softmax(doublesIn("logits", logits), softmaxIn(options));
      const { failures: arrays, poisoned, ...trace } = answer(result);
      const failures = failuresOf(arrays);
      const firstFailure = failures[0] ? { ...failures[0], poisoned } : null;
      return { ...trace, failures, firstFailure, flags: flagsOf(failures) };
    },

    safeShifts(logits, options = {}) {
      checkFields("safeShifts", options, ["format", "accumulate"]);
      const result = module.safeShifts(doublesIn("logits", logits), softmaxIn(options));
      const { safe, lossless } = answer(result);
      return { safe: intervalOf(safe), lossless: intervalOf(lossless) };
    },

    onlineSoftmax(logits, values, options) {
      checkFields("onlineSoftmax", options, ["tile", "format", "order"]);
      const { tile, format = "fp32", order = [] } = options;
      const result = module.onlineSoftmax(
        doublesIn("logits", logits),
        wideMatrixIn("values", values),
        {
          tile: sizeIn("tile", tile),
          format: formatIn("format", format),
          order: Uint32Array.from(order, (at) => sizeIn("order", at)),
        },
      );
      const { failures: arrays, ...pass } = answer(result);
      const failures = failuresOf(arrays);
      return { ...pass, failures, firstFailure: failures[0] ?? null };
    },

    accumulate(term, count, format) {
      const number = numberIn("term", term);
      const result = module.accumulate(number, sizeIn("count", count), formatIn("format", format));
      return answer(result);
    },

    dotInFormat(x, y, options) {
      checkFields("dotInFormat", options, ["format", "accumulate"]);
      const { format, accumulate = format } = options;
      const result = module.dotInFormat(
        doublesIn("x", x),
        doublesIn("y", y),
        formatIn("format", format),
        formatIn("accumulate", accumulate),
      );
      const { failures, ...trace } = answer(result);
      return { ...trace, failures: failuresOf(failures) };
    },

    addMask(scores, mask, format) {
      const result = module.addMask(
        doublesIn("scores", scores),
        doublesIn("mask", mask),
        formatIn("format", format),
      );
      const { failures, ...masked } = answer(result);
      return { ...masked, failures: failuresOf(failures) };
    },

    attendInFormat(x, options) {
      checkFields("attendInFormat", options, [...SOFTMAX_FIELDS, "scale", "layers"]);
      return answer(
        module.attendInFormat(wideMatrixIn("x", x), {
          ...softmaxIn(options),
          divideBySqrt: dividesBySqrt(options.scale),
          layers: sizeIn("layers", options.layers ?? 1),
        }),
      );
    },

    softmaxJacobian: (weights) => answer(module.softmaxJacobian(doublesIn("weights", weights))),

    sampleDots(options) {
      const known = ["dimension", "samples", "seed", "scale", "bins", "limit"] as const;
      checkFields("sampleDots", options, known);
      return answer(
        module.sampleDots({
          dimension: sizeIn("dimension", options.dimension),
          samples: sizeIn("samples", options.samples ?? 2000),
          seed: seedIn("seed", options.seed ?? 1),
          divideBySqrt: dividesBySqrt(options.scale),
          bins: sizeIn("bins", options.bins ?? 41),
          limit: numberIn("limit", options.limit),
        }),
      );
    },

    saturation(options) {
      checkFields("saturation", options, ["dimension", "keys", "samples", "seed", "scale"]);
      return answer(
        module.saturation({
          dimension: sizeIn("dimension", options.dimension),
          keys: sizeIn("keys", options.keys ?? 8),
          samples: sizeIn("samples", options.samples ?? 200),
          seed: seedIn("seed", options.seed ?? 1),
          divideBySqrt: dividesBySqrt(options.scale),
        }),
      );
    },
  };
}
