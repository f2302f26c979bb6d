/** The numbers of attention on one sequence, and where each comes from. */
import type {
  Attention,
  Blend,
  Engine,
  Layers,
  Matrix,
  Similarity,
  SoftmaxTrace,
  WeightSummary,
} from "@engine";
import type { Sequence } from "./presets";
import {
  counted,
  joined,
  number,
  parseName,
  pythonMatrix,
  pythonNumber,
  symbol,
  twice,
  type Explanation,
  type Part,
  type World,
} from "./quantities";

const at = ({ data, cols }: Matrix, i: number, j: number) => data[i * cols + j];

/** The lines of a NumPy program that lead from `x` to `weights`. */
export const attentionInPython = (temperature: number): readonly string[] => [
  "scores = x @ x.T",
  temperature === 0
    ? "logits = np.where(scores == scores.max(axis=1, keepdims=True), 0, -np.inf)  # temperature 0: the limit"
    : `logits = scores / ${pythonNumber(temperature)}  # the temperature`,
  "e = np.exp(logits - logits.max(axis=1, keepdims=True))",
  "weights = e / e.sum(axis=1, keepdims=True)",
];

/** Attention over `sequence` with the raw embeddings as queries, keys and values, at one temperature. */
export class SequenceWorld implements World {
  readonly attention: Attention;
  readonly #traces = new Map<number, SoftmaxTrace>();
  readonly #blends = new Map<number, Blend>();
  readonly #similarities = new Map<string, Similarity>();
  #summary?: WeightSummary;
  #lengths?: Float32Array;

  /** Throws `EngineError` where the engine refuses the sequence. */
  constructor(
    readonly engine: Engine,
    readonly sequence: Sequence,
    readonly temperature: number,
    readonly id: string,
  ) {
    this.attention = engine.attend({ x: sequence.x, temperature });
  }

  get size(): number {
    return this.sequence.tokens.length;
  }

  get dimension(): number {
    return this.sequence.x[0]!.length;
  }

  get summary(): WeightSummary {
    return (this.#summary ??= this.engine.summarise(this.attention.weights));
  }

  get lengths(): Float32Array {
    return (this.#lengths ??= this.engine.lengths(this.sequence.x));
  }

  /** Whether weight (i, j), zero-based, is 0 only because floats ran out: in the reals it is above 0. */
  underflow(i: number, j: number): boolean {
    const { logits, weights } = this.attention;
    return at(weights, i, j) === 0 && Number.isFinite(at(logits, i, j));
  }

  /** The softmax of row i (zero-based), every step of it, in the engine's own format. */
  softmaxRow(i: number): SoftmaxTrace {
    const known = this.#traces.get(i);
    if (known) return known;
    const { logits } = this.attention;
    const row = logits.data.subarray(i * logits.cols, (i + 1) * logits.cols);
    const trace = this.engine.softmax(row, { format: "fp32", shift: "max" });
    this.#traces.set(i, trace);
    return trace;
  }

  /** How the context vector of row i (zero-based) is put together. */
  blend(i: number): Blend {
    const known = this.#blends.get(i);
    if (known) return known;
    const { data, cols } = this.attention.weights;
    const blend = this.engine.blend(data.subarray(i * cols, (i + 1) * cols), this.sequence.x);
    this.#blends.set(i, blend);
    return blend;
  }

  /** How the embeddings of tokens i and j (zero-based) relate. */
  similarity(i: number, j: number): Similarity {
    const key = `${i},${j}`;
    const known = this.#similarities.get(key);
    if (known) return known;
    const similarity = this.engine.similarity(this.sequence.x[i]!, this.sequence.x[j]!);
    this.#similarities.set(key, similarity);
    return similarity;
  }

  /** This sequence's attention, stacked. */
  stack(layers: number): Layers {
    return this.engine.stack(this.sequence.x, layers, { temperature: this.temperature });
  }

  read(name: string): number | undefined {
    const { letter, at: indices } = parseName(name);
    const [i = 0, j = 0, m = 0] = indices.map((text) => Number(text) - 1);
    const { scores, scaled, logits, weights, context } = this.attention;
    switch (letter) {
      case "x":
        return this.sequence.x[i]?.[j];
      case "omega":
        return at(scores, i, j);
      case "scaled":
        return at(scaled, i, j);
      case "logit":
        return at(logits, i, j);
      case "alpha":
        return at(weights, i, j);
      case "z":
        return at(context, i, j);
      case "product":
        return this.similarity(i, j).products[m];
      case "cos":
        return this.similarity(i, j).cosine;
      case "theta":
        return this.similarity(i, j).degrees;
      case "pull":
        return at(this.blend(i).pulls, j, m);
      case "max":
        return this.softmaxRow(i).shift;
      case "shifted":
        return this.softmaxRow(i).shifted[j];
      case "exp":
        return this.softmaxRow(i).exponentials[j];
      case "sum":
        return this.softmaxRow(i).sum;
      case "length":
        return this.lengths[i];
      case "rowsum":
        return this.summary.rowSums[i];
      case "columnsum":
        return this.summary.columnSums[i];
      case "entropy":
        return this.summary.entropy[i];
      case "perplexity":
        return this.summary.perplexity[i];
      default:
        return undefined;
    }
  }

  explain(name: string): Explanation | undefined {
    const { letter, at: indices } = parseName(name);
    const [i, j, m] = indices as [string, string, string];
    const token = (index: string) => `“${this.sequence.tokens[Number(index) - 1]}”`;
    const components = counted(this.dimension);
    const keys = counted(this.size);
    const index = (k: string) => Number(k) - 1;

    switch (letter) {
      case "x":
        return this.#answer(
          `component ${j} of the embedding of ${token(i)}: an input${this.id === "sequence" ? ", yours to change" : ""}`,
          [],
          `x[${index(i)}, ${index(j)}]`,
        );
      case "omega":
        return this.#answer(
          `how far the embedding of ${token(i)}, the query, points along that of ${token(j)}, the key`,
          twice(components, " + ", (m) => [`x[${i},${m}]`, " · ", `x[${j},${m}]`]),
          `scores[${index(i)}, ${index(j)}]`,
        );
      case "scaled":
      case "logit":
        return this.#answer(
          `what the softmax of row ${i} sees for ${token(j)}: the score over the temperature`,
          [
            [symbol(`omega[${i},${j}]`), " / τ"],
            [number(`omega[${i},${j}]`), ` / ${pythonNumber(this.temperature)}`],
          ],
          `logits[${index(i)}, ${index(j)}]`,
        );
      case "max":
        return this.#answer(
          `the largest logit of row ${i}`,
          [["max(", ...joined(keys, ", ", (k) => [number(`logit[${i},${k}]`)]), ")"]],
          `logits[${index(i)}].max()`,
        );
      case "shifted":
        return this.#answer(
          `how far the logit for ${token(j)} lies below the largest of its row`,
          twice([0], "", () => [`logit[${i},${j}]`, " − ", `max[${i}]`]),
          `(logits[${index(i)}] - logits[${index(i)}].max())[${index(j)}]`,
        );
      case "exp":
        return this.#answer(
          `the exponential of the logit for ${token(j)}, measured from the largest of its row`,
          [
            ["exp(", symbol(`logit[${i},${j}]`), " − ", symbol(`max[${i}]`), ")"],
            ["exp(", number(`logit[${i},${j}]`), " − ", number(`max[${i}]`), ")"],
          ],
          `e[${index(i)}, ${index(j)}]`,
        );
      case "sum":
        return this.#answer(
          `what the exponentials of row ${i} come to`,
          twice(keys, " + ", (k) => [`exp[${i},${k}]`]),
          `e[${index(i)}].sum()`,
        );
      case "alpha":
        return this.#answer(
          `the share of its attention that ${token(i)}, the query, gives to ${token(j)}, the key`,
          twice([0], "", () => [`exp[${i},${j}]`, " / ", `sum[${i}]`]),
          `weights[${index(i)}, ${index(j)}]`,
        );
      case "z":
        return this.#answer(
          `component ${j} of what ${token(i)} becomes: the average of all tokens' components ${j}, weighted by its attention`,
          twice(keys, " + ", (k) => [`alpha[${i},${k}]`, " · ", `x[${k},${j}]`]),
          `(weights @ x)[${index(i)}, ${index(j)}]`,
        );
      case "product":
        return this.#answer(
          `what component ${m} adds to the dot product of ${token(i)} and ${token(j)}`,
          twice([0], "", () => [`x[${i},${m}]`, " · ", `x[${j},${m}]`]),
          `x[${index(i)}, ${index(m)}] * x[${index(j)}, ${index(m)}]`,
        );
      case "cos":
        return this.#answer(
          `the cosine of the angle between the embeddings of ${token(i)} and ${token(j)}`,
          twice([0], "", () => [
            `omega[${i},${j}]`,
            " / (",
            `length[${i}]`,
            " · ",
            `length[${j}]`,
            ")",
          ]),
          `scores[${index(i)}, ${index(j)}] / (np.linalg.norm(x[${index(i)}]) * np.linalg.norm(x[${index(j)}]))`,
        );
      case "theta":
        return this.#answer(
          `the angle between the embeddings of ${token(i)} and ${token(j)}, in degrees`,
          twice([0], "", () => ["arccos ", `cos[${i},${j}]`]),
          `np.degrees(np.arccos(scores[${index(i)}, ${index(j)}] / (np.linalg.norm(x[${index(i)}]) * np.linalg.norm(x[${index(j)}]))))`,
        );
      case "pull":
        return this.#answer(
          `component ${m} of what ${token(j)} adds to the new ${token(i)}: its embedding, in the share that its weight says`,
          twice([0], "", () => [`alpha[${i},${j}]`, " · ", `x[${j},${m}]`]),
          `weights[${index(i)}, ${index(j)}] * x[${index(j)}, ${index(m)}]`,
        );
      case "length":
        return this.#answer(
          `the length of the embedding of ${token(i)}`,
          [
            ["√(", ...joined(components, " + ", (m) => [symbol(`x[${i},${m}]`), "²"]), ")"],
            ["√(", ...joined(components, " + ", (m) => [number(`x[${i},${m}]`), "²"]), ")"],
          ],
          `np.linalg.norm(x[${index(i)}])`,
        );
      case "rowsum":
        return this.#answer(
          `what the weights of row ${i} come to`,
          twice(keys, " + ", (k) => [`alpha[${i},${k}]`]),
          `weights[${index(i)}].sum()`,
        );
      case "columnsum":
        return this.#answer(
          `how much attention ${token(i)} receives from all tokens together`,
          twice(keys, " + ", (k) => [`alpha[${k},${i}]`]),
          `weights[:, ${index(i)}].sum()`,
        );
      case "entropy":
        return this.#answer(
          `how undecided row ${i} is, in bits: 0 for a single token, more the more evenly it spreads`,
          [
            [
              "−(",
              ...joined(keys, " + ", (k) => [
                number(`alpha[${i},${k}]`),
                " · log₂ ",
                number(`alpha[${i},${k}]`),
              ]),
              ")",
            ],
          ],
          `-(weights[${index(i)}] * np.log2(weights[${index(i)}], where=weights[${index(i)}] > 0, out=np.zeros(len(x)))).sum()`,
        );
      case "perplexity":
        return this.#answer(
          `how many tokens ${token(i)} effectively reads`,
          [["2 to the power ", number(`entropy[${i}]`)]],
          `2 ** -(weights[${index(i)}] * np.log2(weights[${index(i)}], where=weights[${index(i)}] > 0, out=np.zeros(len(x)))).sum()`,
        );
      default:
        return undefined;
    }
  }

  #answer(meaning: string, lines: readonly (readonly Part[])[], expression: string): Explanation {
    return { meaning, lines, python: this.program(expression) };
  }

  /** A program that computes the sequence's attention and prints one number of it, which may take more lines. */
  program(expression: string, ...more: readonly string[]): string {
    const rows = this.sequence.x;
    return [
      "import numpy as np",
      "",
      `x = ${pythonMatrix(rows)}`,
      ...attentionInPython(this.temperature),
      ...more,
      `print(${expression})`,
      "",
    ].join("\n");
  }
}
