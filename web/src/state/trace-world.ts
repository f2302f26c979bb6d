/**
 * The softmax of one row of logits in a floating-point format, every operation rounded to it, and where each number of
 * it comes from (`softmax`):
 *
 * - `logit[k]`, as given, and `stored[k]`, in the format;
 * - `m`, the largest of those, and `c`, what is subtracted: m, a number, or nothing; `shifted[k]`; `exp[k]`;
 * - `running[k]`, the sum after k exponentials, and `sum`, the last of them; `p[k]`, and `total`, their sum in FP64;
 * - `logsum`, `logp[k]`: the logarithms of the sum and of p;
 * - `exact[p,k]`: p[k] as FP64 has it, shifted by the maximum; `ulps[p,k]`: how far p[k] is from it, in units of the
 *   format's last place there.
 */
import type { Engine, FloatFormat, SoftmaxTrace } from "@engine";
import { formatNumber } from "@/input/numbers";
import { pythonFormat, pythonUlp } from "./python-format";
import {
  counted,
  joined,
  number,
  parseName,
  pythonNumber,
  pythonVector,
  symbol,
  twice,
  type Explanation,
  type Part,
  type World,
} from "./quantities";
import { format as formatField } from "./fields";

export interface TraceOptions {
  readonly format: FloatFormat;
  readonly shift: "max" | "none" | number;
  /** In what the exponentials are summed; by default the format itself. */
  readonly accumulate?: FloatFormat;
}

const spelled = formatField("fp16").write;

/**
 * `trace:<shift>`, `trace:<shift>@<format of the sum>`: of the logits and the format that the link gives. Of other
 * ones, both follow: `trace:max:fp64:100,102,105`.
 */
export function traceId({ shift, accumulate }: Omit<TraceOptions, "format">): string {
  return `trace:${shift}${accumulate ? `@${spelled(accumulate)}` : ""}`;
}

export function fixedTraceId(logits: readonly number[], options: TraceOptions): string {
  const row = logits.map((logit) => formatNumber(logit)).join(",");
  return `${traceId(options)}:${spelled(options.format)}:${row}`;
}

/** The traces that were asked for last: several figures show the same one. */
const recent = new Map<string, SoftmaxTrace>();
const MOST_RECENT = 16;

function traceOf(engine: Engine, logits: readonly number[], options: TraceOptions): SoftmaxTrace {
  const { format, shift, accumulate = format } = options;
  const key = fixedTraceId(logits, { format, shift, accumulate });
  const known = recent.get(key);
  const trace = known ?? engine.softmax(logits, { format, shift, accumulate });
  recent.delete(key);
  recent.set(key, trace);
  if (recent.size > MOST_RECENT) recent.delete(recent.keys().next().value!);
  return trace;
}

export class TraceWorld implements World {
  readonly trace: SoftmaxTrace;

  constructor(
    readonly engine: Engine,
    readonly logits: readonly number[],
    readonly options: TraceOptions,
    readonly id: string = traceId(options),
  ) {
    this.trace = traceOf(engine, logits, options);
  }

  /** The largest of the stored logits; NaN if one of them is. */
  get maximum(): number {
    return traceOf(this.engine, this.logits, { ...this.options, shift: "max" }).shift;
  }

  /** Whether a number of line k, zero-based, is 0 only because the format has none so small. */
  underflow(letter: "exp" | "p", k: number): boolean {
    const { exponentials, shifted, probabilities, sum, shadow } = this.trace;
    if (letter === "exp") return exponentials[k] === 0 && Number.isFinite(shifted[k]);
    // Divided by a sum that overflowed, a share is 0 for another reason.
    return probabilities[k] === 0 && Number.isFinite(sum) && shadow.probabilities[k]! > 0;
  }

  read(name: string): number | undefined {
    const { letter, at } = parseName(name);
    const k = Number(at.at(-1)) - 1;
    const { trace } = this;
    switch (letter) {
      case "logit":
        return this.logits[k];
      case "stored":
        return trace.stored[k];
      case "m":
        return this.maximum;
      case "c":
        return trace.shift;
      case "shifted":
        return trace.shifted[k];
      case "exp":
        return trace.exponentials[k];
      case "running":
        return trace.partialSums[k];
      case "sum":
        return trace.sum;
      case "logsum":
        return trace.logSum;
      case "p":
        return trace.probabilities[k];
      case "logp":
        return trace.logProbabilities[k];
      case "total":
        return trace.total;
      case "exact":
        return trace.shadow.probabilities[k];
      case "ulps":
        return trace.ulpErrors.probabilities[k];
      default:
        return undefined;
    }
  }

  explain(name: string): Explanation | undefined {
    const { letter, at } = parseName(name);
    const k = Number(at.at(-1));
    const all = counted(this.logits.length);
    const { shift } = this.options;
    const inBoth = (parts: (write: (of: string) => Part) => Part[]) => [symbol, number].map(parts);
    switch (letter) {
      case "logit":
        return this.#answer("one of the logits, as given", [], `logits[${k - 1}]`);
      case "stored":
        return this.#answer(
          "the number of the format that is nearest to the logit",
          inBoth((write) => ["rounded(", write(`logit[${k}]`), ")"]),
          `stored[${k - 1}]`,
        );
      case "m":
        return this.#answer(
          "the largest of the stored logits",
          [["max(", ...joined(all, ", ", (j) => [number(`stored[${j}]`)]), ")"]],
          "stored.max()",
        );
      case "c":
        return this.#answer(
          shift === "none"
            ? "nothing: the naive softmax subtracts nothing"
            : shift === "max"
              ? "what is subtracted from every logit: the largest"
              : "what is subtracted from every logit: the chosen number, in the format",
          shift === "max" ? [[symbol("m")], [number("m")]] : [],
          "c",
        );
      case "shifted":
        return this.#answer(
          shift === "none"
            ? "the stored logit itself: nothing is subtracted"
            : "the stored logit, measured from c, and rounded",
          shift === "none"
            ? inBoth((write) => [write(`stored[${k}]`)])
            : inBoth((write) => [write(`stored[${k}]`), " − ", write("c")]),
          `shifted[${k - 1}]`,
        );
      case "exp":
        return this.#answer(
          shift === "none"
            ? "the exponential of the stored logit, rounded"
            : "the exponential of the stored logit measured from c, rounded",
          inBoth((write) => ["exp(", write(`shifted[${k}]`), ")"]),
          `e[${k - 1}]`,
        );
      case "running":
        return this.#answer(
          "the sum of the exponentials so far, rounded after each",
          inBoth((write) =>
            k === 1 ? [write("exp[1]")] : [write(`running[${k - 1}]`), " + ", write(`exp[${k}]`)],
          ),
          `running[${k - 1}]`,
        );
      case "sum":
        return this.#answer(
          "what the exponentials come to, added from the first to the last and rounded after each",
          twice(all, " + ", (j) => [`exp[${j}]`]),
          "running[-1]",
        );
      case "logsum":
        return this.#answer(
          "the natural logarithm of the sum of the exponentials, rounded",
          [["ln ", number("sum")]],
          "acc(np.log(running[-1]))",
        );
      case "p":
        return this.#answer(
          "the exponential's share of the sum, rounded",
          inBoth((write) => [write(`exp[${k}]`), " / ", write("sum")]),
          `p[${k - 1}]`,
        );
      case "logp":
        return this.#answer(
          "the logarithm of the probability, by a subtraction: the probability itself may have been rounded to 0",
          inBoth((write) => [write(`shifted[${k}]`), " − ", write("logsum")]),
          `fp(shifted - acc(np.log(running[-1])))[${k - 1}]`,
        );
      case "total":
        return this.#answer(
          "what the rounded probabilities come to, in double precision",
          twice(all, " + ", (j) => [`p[${j}]`]),
          "p.sum()",
        );
      case "exact":
        return this.#answer(
          `probability ${k} in double precision, the largest logit subtracted`,
          [],
          `exact[${k - 1}]`,
          EXACT,
        );
      case "ulps":
        return this.#answer(
          "how far the probability is from the one in double precision, counted in steps of the format there",
          inBoth((write) => [
            "(",
            write(`p[${k}]`),
            " − ",
            write(`exact[p,${k}]`),
            ") / the step there",
          ]),
          `((p - exact) / ulp(exact))[${k - 1}]`,
          [...EXACT, ...pythonUlp(this.options.format)],
        );
      default:
        return undefined;
    }
  }

  #answer(
    meaning: string,
    lines: readonly (readonly Part[])[],
    expression: string,
    extra: readonly string[] = [],
  ): Explanation {
    const { format, shift, accumulate } = this.options;
    const c = { max: "stored.max()", none: "0.0" }[String(shift)] ?? `fp(${pythonNumber(+shift)})`;
    const python = [
      "import numpy as np",
      "",
      ...pythonFormat(format),
      ...(accumulate ? pythonFormat(accumulate, "acc") : ["acc = fp"]),
      "",
      `logits = ${pythonVector(this.logits)}`,
      "stored = fp(logits)",
      `c = ${c}`,
      `shifted = ${shift === "none" ? "stored" : "fp(stored - c)"}`,
      "e = fp(np.exp(shifted))",
      "running, total = [], 0.0",
      "for term in e:",
      "    total = acc(total + term)",
      "    running.append(total)",
      "p = fp(e / total)",
      ...extra,
      `print(${expression})`,
      "",
    ].join("\n");
    return { meaning, lines, python };
  }
}

const EXACT = [
  "true = np.exp(logits.astype(np.float64) - logits.max())",
  "exact = true / true.sum()",
];
