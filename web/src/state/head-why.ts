/** Where each number of a head comes from: in words, as an expression, and as a NumPy program. */
import type { HeadWorld } from "./head-world";
import { identity, MATRIX_NAMES, type MatrixName, type Rows } from "./heads";
import {
  counted,
  joined,
  number,
  parseName,
  pythonMatrix,
  symbol,
  twice,
  type Explanation,
  type Part,
} from "./quantities";

const OUT_OF = { q: "wq", k: "wk", v: "wv" } as const;
const AS = {
  q: "what it asks for, as a query",
  k: "what it offers, as a key",
  v: "what it hands over, as a value",
} as const;

const isIdentity = (w: Rows) =>
  w.length === w[0]!.length &&
  identity(w.length).every((row, m) => row.every((value, n) => value === w[m]![n]));

const pythonOf = (w: Rows) => (isIdentity(w) ? `np.eye(${w.length})` : pythonMatrix(w));

/** Who may look at whom, as NumPy writes it. */
function keepInPython({ options: { mask }, size }: HeadWorld): readonly string[] {
  if (typeof mask === "object") {
    const rows = mask.map((row) => `[${row.map(Number).join(", ")}]`).join(",\n                 ");
    return [`keep = np.array([${rows}], dtype=bool)  # who looks at whom`];
  }
  const causal = `np.tri(${size}, dtype=bool)`;
  return {
    none: [],
    others: [`keep = ~np.eye(${size}, dtype=bool)  # no token looks at itself`],
    causal: [`keep = ${causal}  # no token looks at later ones`],
    transposed: [`keep = ${causal}.T  # the wrong way round: no token looks at earlier ones`],
    inverted: [`keep = ~${causal}  # inverted: tokens look only at later ones`],
  }[mask];
}

/** The lines of a NumPy program from `x`, `wq`, `wk` and `wv` to `weights` and `context`. */
export function headInPython(world: HeadWorld): readonly string[] {
  const { options, size, dimensions } = world;
  const keep = keepInPython(world);
  const over = `axis=${options.normalise === "column" ? 0 : 1}, keepdims=True`;
  const given = typeof options.mask === "object";
  const empties = given || options.mask === "inverted" || (options.mask === "others" && size === 1);
  return [
    "q, k, v = x @ wq, x @ wk, x @ wv",
    "scores = q @ k.T",
    `divisor = ${options.scale === "sqrt" ? `np.sqrt(${dimensions.dk})` : "1"}`,
    "scaled = scores / divisor",
    ...keep,
    keep.length ? "logits = np.where(keep, scaled, -np.inf)" : "logits = scaled",
    `peaks = logits.max(${over})`,
    ...(empties ? ["peaks = np.where(np.isneginf(peaks), 0, peaks)  # nobody to look at"] : []),
    "e = np.exp(logits - peaks)",
    `sums = e.sum(${over})`,
    `weights = e / ${empties ? "np.where(sums == 0, 1, sums)" : "sums"}`,
    "context = weights @ v",
  ];
}

/** A program that computes all of the head, and with a few lines more prints one number. */
export function headProgram(
  world: HeadWorld,
  expression: string,
  more: readonly string[] = [],
): string {
  const { sequence, head } = world;
  return [
    "import numpy as np",
    "",
    `x = ${pythonMatrix(sequence.x)}`,
    `wq = ${pythonOf(head.wq)}`,
    `wk = ${pythonOf(head.wk)}`,
    `wv = ${pythonOf(head.wv)}`,
    ...headInPython(world),
    ...more,
    `print(${expression})`,
    "",
  ].join("\n");
}

export function explainHead(world: HeadWorld, name: string): Explanation | undefined {
  const { letter, at } = parseName(name);
  const [i, j, n] = at as [string, string, string];
  const [row, column, last] = at.map((text) => Number(text) - 1) as [number, number, number];
  const token = (index: string) => `“${world.sequence.tokens[Number(index) - 1]}”`;
  const { d, dk } = world.dimensions;
  const keys = counted(world.size);
  const visible = keys.filter((key) => world.allowed(row, key - 1));
  /** The scores that share one whole with that of i and j. */
  const group =
    world.options.normalise === "column"
      ? keys.filter((key) => world.allowed(key - 1, column)).map((key) => `scaled[${key},${j}]`)
      : visible.map((key) => `scaled[${i},${key}]`);

  const answer = (
    meaning: string,
    lines: readonly (readonly Part[])[],
    expression: string,
  ): Explanation => ({ meaning, lines, python: headProgram(world, expression) });

  switch (letter) {
    case "x":
      return answer(
        `component ${j} of the embedding of ${token(i)}: an input`,
        [],
        `x[${row}, ${column}]`,
      );
    case "wq":
    case "wk":
    case "wv":
      return answer(
        `the number in row ${i}, column ${j} of ${MATRIX_NAMES[letter as MatrixName]}: how much component ${i} of a token adds to component ${j} of its ${{ wq: "query", wk: "key", wv: "value" }[letter]}`,
        [],
        `${letter}[${row}, ${column}]`,
      );
    case "q":
    case "k":
    case "v":
      return answer(
        `component ${j} of ${AS[letter]}: the embedding of ${token(i)} times column ${j} of ${MATRIX_NAMES[OUT_OF[letter]]}`,
        twice(counted(d), " + ", (m) => [`x[${i},${m}]`, " · ", `${OUT_OF[letter]}[${m},${j}]`]),
        `${letter}[${row}, ${column}]`,
      );
    case "omega":
      return answer(
        `the score of ${token(i)}, which asks, with ${token(j)}, which is asked: the dot product of the query of the one and the key of the other`,
        twice(counted(dk), " + ", (m) => [`q[${i},${m}]`, " · ", `k[${j},${m}]`]),
        `scores[${row}, ${column}]`,
      );
    case "divisor":
      return answer(
        world.options.scale === "sqrt"
          ? `the square root of ${dk}, the number of components that queries and keys have`
          : "what the scores are divided by: nothing, which is to say 1",
        [],
        "divisor",
      );
    case "scaled":
      return answer(
        `the score of ${token(i)} with ${token(j)}, divided`,
        [symbol, number].map((write) => [write(`omega[${i},${j}]`), " / ", write("divisor")]),
        `scaled[${row}, ${column}]`,
      );
    case "logit":
      return answer(
        `what the softmax of row ${i} sees for ${token(j)}`,
        world.allowed(row, column)
          ? twice([0], "", () => [`scaled[${i},${j}]`])
          : [[`−∞, for the mask keeps ${token(i)} from looking at ${token(j)}`]],
        `logits[${row}, ${column}]`,
      );
    case "max":
      return answer(
        `the largest logit of row ${i}${visible.length ? "" : ", or 0 in its place: there is none above −∞"}`,
        [["max(", ...joined(keys, ", ", (c) => [number(`logit[${i},${c}]`)]), ")"]],
        `peaks[${row}, 0]`,
      );
    case "exp":
      return answer(
        `the exponential of the logit for ${token(j)}, measured from the largest of its row`,
        [symbol, number].map((write) => [
          "exp(",
          write(`logit[${i},${j}]`),
          " − ",
          write(`max[${i}]`),
          ")",
        ]),
        `e[${row}, ${column}]`,
      );
    case "sum":
      return answer(
        `what the exponentials of row ${i} come to`,
        twice(keys, " + ", (c) => [`exp[${i},${c}]`]),
        `sums[${row}, 0]`,
      );
    case "alpha":
      return answer(
        world.options.normalise === "column"
          ? `the share of the attention for ${token(j)}, the key, that comes from ${token(i)}, the query`
          : `the share of its attention that ${token(i)}, the query, gives to ${token(j)}, the key`,
        world.allowed(row, column)
          ? [symbol, number].map((write) => [
              "exp ",
              write(`scaled[${i},${j}]`),
              " / (",
              ...joined(group, " + ", (score): Part[] => ["exp ", write(score)]),
              ")",
            ])
          : [[`0, for the mask keeps ${token(i)} from looking at ${token(j)}`]],
        `weights[${row}, ${column}]`,
      );
    case "z":
      return answer(
        `component ${j} of what ${token(i)} becomes: the values of all tokens, weighted by its attention`,
        twice(keys, " + ", (c) => [`alpha[${i},${c}]`, " · ", `v[${c},${j}]`]),
        `context[${row}, ${column}]`,
      );
    case "pull":
      return answer(
        `component ${n} of what ${token(j)} adds to the new ${token(i)}: its value, in the share that its weight says`,
        twice([0], "", () => [`alpha[${i},${j}]`, " · ", `v[${j},${n}]`]),
        `weights[${row}, ${column}] * v[${column}, ${last}]`,
      );
    case "rowsum":
      return answer(
        `what the weights of row ${i} come to`,
        twice(keys, " + ", (c) => [`alpha[${i},${c}]`]),
        `weights[${row}].sum()`,
      );
    case "columnsum":
      return answer(
        `how much attention ${token(i)} receives from all tokens together`,
        twice(keys, " + ", (c) => [`alpha[${c},${i}]`]),
        `weights[:, ${row}].sum()`,
      );
    case "entropy":
      return answer(
        `how undecided row ${i} is, in bits`,
        [
          [
            "−(",
            ...joined(visible, " + ", (c): Part[] => [
              number(`alpha[${i},${c}]`),
              " · log₂ ",
              number(`alpha[${i},${c}]`),
            ]),
            ")",
          ],
        ],
        `-sum(a * np.log2(a) for a in weights[${row}] if a > 0)`,
      );
    case "perplexity":
      return answer(
        `how many tokens ${token(i)} effectively reads`,
        [["2 to the power ", number(`entropy[${i}]`)]],
        `2 ** -sum(a * np.log2(a) for a in weights[${row}] if a > 0) if weights[${row}].any() else 0`,
      );
    case "difference":
      return answer(
        `by how much ${token(i)} scores ${token(j)} higher than the other way round`,
        twice([0], "", () => [`omega[${i},${j}]`, " − ", `omega[${j},${i}]`]),
        `scores[${row}, ${column}] - scores[${column}, ${row}]`,
      );
    case "form":
      return answer(
        `what a score gains where the query's token has component ${i} and the key's token component ${j}: row ${i} of W_Q times row ${j} of W_K`,
        twice(counted(dk), " + ", (m) => [`wq[${i},${m}]`, " · ", `wk[${j},${m}]`]),
        `(wq @ wk.T)[${row}, ${column}]`,
      );
    default:
      return undefined;
  }
}
