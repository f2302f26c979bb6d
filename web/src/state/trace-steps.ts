/** What a softmax trace does, operation by operation, and what goes wrong on the way, in words. */
import type { Failure, FailureKind, SoftmaxTrace, Stage } from "@engine";

/** The quantities that the operations make, in their order; of each, one a logit. */
export const LETTERS = ["shifted", "exp", "running", "p"] as const;
export type TraceLetter = (typeof LETTERS)[number] | "stored";

const MADE: Partial<Record<Stage, TraceLetter>> = {
  store: "stored",
  shift: "shifted",
  exp: "exp",
  sum: "running",
  divide: "p",
};

const WORDS: Record<FailureKind, string> = {
  overflow: "overflow",
  underflow: "underflow",
  nan: "invalid",
  "divide-by-zero": "divided by 0",
  stall: "lost in the sum",
};

/** Infinities and NaN spoil what follows; a small number that is lost does not. */
export const isHarmless = ({ kind }: Failure) => kind === "underflow" || kind === "stall";

/** What kind of number a failed operation made, and the name of that one. */
export const letterOf = ({ stage }: Failure) => MADE[stage]!;
export const resultOf = (failure: Failure) => `${letterOf(failure)}[${failure.index + 1}]`;

/** By the letter and the line: what went wrong there, in a word, and whether it was the first thing to. */
export function failuresOf({ failures }: SoftmaxTrace) {
  const worst = failures.find((failure) => !isHarmless(failure));
  const at = new Map(failures.map((failure) => [resultOf(failure), failure]));
  return (letter: TraceLetter, k: number) => {
    const failure = at.get(`${letter}[${k + 1}]`);
    return failure && { word: WORDS[failure.kind], first: failure === worst };
  };
}

/** The failed operation as an equation: signs, and names that end in a bracket or stand for one number. */
export function equationOf(failure: Failure): readonly (string | { readonly name: string })[] {
  const k = failure.index + 1;
  const of = (name: string) => ({ name });
  const result = of(resultOf(failure));
  switch (failure.stage) {
    case "store":
      return [of(`logit[${k}]`), " in the format is ", result];
    case "shift":
      return [of(`stored[${k}]`), " − ", of("c"), " = ", result];
    case "exp":
      return ["exp(", of(`shifted[${k}]`), ") = ", result];
    case "sum":
      return [
        ...(k > 1 ? [of(`running[${k - 1}]`), " + "] : ["0 + "]),
        of(`exp[${k}]`),
        " = ",
        result,
      ];
    default:
      return [of(`exp[${k}]`), " / ", of("sum"), " = ", result];
  }
}

/** Why a failure is one, in a sentence. */
export function reasonOf({ kind, stage, operands }: Failure, format: string): string {
  switch (kind) {
    case "overflow":
      return stage === "sum"
        ? `Overflow: each exponential still fits into ${format}, their sum does not.`
        : `Overflow: that is more than the largest number of ${format}.`;
    case "divide-by-zero":
      return "A division by 0: no exponential is left to share.";
    case "underflow":
      return `Underflow: that is too small for ${format}, and becomes 0.`;
    case "stall":
      return "The smaller number leaves no trace in the sum.";
    case "nan":
      if (operands.some(Number.isNaN))
        return "A NaN was put in, and whatever it meets becomes NaN.";
      if (stage === "shift") return "Two infinities of one sign have no difference.";
      if (stage === "divide") return "No number says how often the one goes into the other.";
      return `Invalid: ${format} has no number for it.`;
  }
}
