/**
 * What softmax makes of random scores, in the mean over many queries (`saturation`): for vectors of d components the
 * Jacobian's `norm[d]`, `entropy[d]` in bits and the `largest[d]` weight; where the scores are divided by √d
 * `dividednorm[d]`, `dividedentropy[d]`, `dividedlargest[d]`; and `remaining[d]`, the first norm over the second.
 */
import { NORMAL_IN_PYTHON } from "./python-normal";
import { number, parseName, symbol, type Explanation, type World } from "./quantities";
import { KEYS, QUERIES, type Simulations } from "./simulations";

const DIVIDED = "divided";

const MEASURES: Record<string, { meaning: string; line: string; python: string }> = {
  norm: {
    meaning: "the Jacobian’s norm, how strongly the weights answer to the scores",
    line: "|J|",
    python: "np.sqrt((J ** 2).sum(axis=(1, 2)))",
  },
  entropy: {
    meaning: "the entropy of the weights, in bits",
    line: "H",
    python: "-(alpha * np.log2(np.maximum(alpha, 1e-300))).sum(axis=1)",
  },
  largest: { meaning: "the largest weight", line: "max α", python: "alpha.max(axis=1)" },
};

export class SaturationWorld implements World {
  readonly id = "saturation";

  constructor(readonly simulations: Simulations) {}

  read(name: string): number | undefined {
    const { letter, at } = parseName(name);
    const d = Number(at[0]);
    if (letter === "remaining") {
      const norms = [this.read(`norm[${d}]`)!, this.read(`dividednorm[${d}]`)!];
      return this.simulations.engine.calculate("divide", norms, "fp64").value;
    }
    const isDivided = letter.startsWith(DIVIDED);
    const means = this.simulations.saturation(d, isDivided ? "sqrt" : "none");
    return new Map([
      ["norm", means.jacobianNorm],
      ["entropy", means.entropy],
      ["largest", means.largestWeight],
    ]).get(isDivided ? letter.slice(DIVIDED.length) : letter);
  }

  explain(name: string): Explanation | undefined {
    const { letter, at } = parseName(name);
    const d = at[0]!;
    if (letter === "remaining")
      return {
        meaning:
          "what is left of the gradient without √d, as a share of what there is with it: one mean norm over the other",
        lines: [symbol, number].map((write) => [
          write(`norm[${d}]`),
          " / ",
          write(`dividednorm[${d}]`),
        ]),
        python: this.#program(
          d,
          "print(norms(scores).mean() / norms(scores / np.sqrt(d)).mean())",
          "def norms(scores):",
          "    e = np.exp(scores - scores.max(axis=1, keepdims=True))",
          "    alpha = e / e.sum(axis=1, keepdims=True)",
          "    J = alpha[:, :, None] * (np.eye(keys) - alpha[:, None, :])",
          `    return ${MEASURES.norm!.python}`,
          "",
        ),
      };
    const isDivided = letter.startsWith(DIVIDED);
    const measure = MEASURES[isDivided ? letter.slice(DIVIDED.length) : letter];
    if (!measure) return undefined;
    const scores = isDivided ? "scores divided by √d" : "scores as they are";
    return {
      meaning: `${measure.meaning}: its mean over ${QUERIES} random queries with ${KEYS} random keys each, vectors of ${d} components, ${scores}`,
      lines: [[`the sum of ${measure.line} over all ${QUERIES} queries / ${QUERIES}`]],
      python: this.#program(
        d,
        `print((${measure.python}).mean())`,
        ...(isDivided ? ["scores = scores / np.sqrt(d)"] : []),
        "e = np.exp(scores - scores.max(axis=1, keepdims=True))",
        "alpha = e / e.sum(axis=1, keepdims=True)",
        "J = alpha[:, :, None] * (np.eye(keys) - alpha[:, None, :])",
      ),
    };
  }

  #program(d: string, last: string, ...lines: readonly string[]): string {
    return [
      ...NORMAL_IN_PYTHON,
      `d, keys, queries = ${d}, ${KEYS}, ${QUERIES}`,
      `x = normal(queries * (keys + 1), d, ${this.simulations.seed}).reshape(queries, keys + 1, d)`,
      "# Each query stands before its keys.",
      'scores = np.einsum("sd,skd->sk", x[:, 0], x[:, 1:])',
      ...lines,
      last,
      "",
    ].join("\n");
  }
}
