/** What a program for attention is to hold: which of its lines, and the learner's tokens and numbers in them. */
import type { HeadMask } from "./head-world";
import type { Head, Rows } from "./heads";
import { numberIn, textIn, type Language } from "./programs";

/** Where queries, keys and values come from: the embeddings themselves, one head, or several. */
export type Roles = "x" | "head" | "heads";

export interface ProgramOptions {
  readonly roles: Roles;
  readonly scale: "sqrt" | "none";
  readonly mask: HeadMask;
}

export interface ProgramData {
  readonly tokens: readonly string[];
  /** [T, d]. */
  readonly x: Rows;
  /** One for a head, none for the embeddings themselves. */
  readonly heads: readonly Head[];
}

/** Lines of pieces: what the learner's numbers and words are in a program. */
type Written = string[][];

/** Lines of a file end here. */
const WIDTH = 88;
/** Of more rows than this, or of longer ones, the page shows a few; the file has them all. */
const MOST_ROWS = 12;
const MOST_NUMBERS = 12;
const SHOWN = 4;

/** Pieces with commas between them, on as many lines as they need; `first` characters stand before them already. */
function wrapped(pieces: readonly string[], indent: string, first: number): Written {
  const lines: Written = [[]];
  let length = first;
  for (const [at, piece] of pieces.entries()) {
    const text = at + 1 < pieces.length ? `${piece},` : piece;
    if (length + text.length + 1 > WIDTH && length > indent.length) {
      lines.push([indent]);
      length = indent.length;
    } else if (at) {
      lines.at(-1)!.push(" ");
      length++;
    }
    lines.at(-1)!.push(text);
    length += text.length;
  }
  return lines;
}

/** If W picks components next to each other, as the identity does: the first of them. */
function partOf(w: Rows): number | undefined {
  const from = w.findIndex((row) => row[0] === 1);
  const picks = w.every((row, m) => row.every((value, n) => value === (m === from + n ? 1 : 0)));
  return from >= 0 && from + w[0]!.length <= w.length && picks ? from : undefined;
}

/** How matrices are written in a language, in a program on the page or in a file. */
class Writer {
  constructor(
    readonly language: Language,
    readonly whole: boolean,
  ) {}

  get #left(): string {
    return { numpy: "# … ", torch: "# … ", cpp: "// … " }[this.language];
  }

  /** The rows of a matrix, each on lines of its own. */
  rows(rows: Rows, indent: string): Written {
    const few = !this.whole && rows.length > MOST_ROWS;
    const lines = (few ? rows.slice(0, SHOWN) : rows).flatMap((row) => this.#row(row, indent));
    if (few)
      lines.push([
        `${indent}${this.#left}${rows.length - SHOWN} more rows in the copy and the file`,
      ]);
    return lines;
  }

  #row(row: readonly number[], indent: string): Written {
    const long = !this.whole && row.length > MOST_NUMBERS;
    const numbers = (long ? row.slice(0, SHOWN) : row).map(numberIn[this.language]);
    const [open, close] = this.language === "cpp" ? ["", ","] : ["[", "],"];
    if (long)
      return [
        [`${indent}${open}${numbers.join(", ")}, ${this.#left}${row.length - SHOWN} more numbers`],
      ];
    const lines = wrapped(numbers, `${indent} `, indent.length);
    lines[0]!.unshift(`${indent}${open}`);
    lines.at(-1)!.push(close);
    return lines;
  }

  matrix(rows: Rows, indent = ""): Written {
    const shape = `${rows.length}, ${rows[0]!.length}`;
    switch (this.language) {
      case "numpy":
        return [["np.array(["], ...this.rows(rows, "    "), [`], dtype=np.float32)  # [${shape}]`]];
      case "torch":
        return [
          ["torch.tensor(["],
          ...this.rows(rows, "    "),
          [`], dtype=torch.float32)  # [${shape}]`],
        ];
      case "cpp":
        return [[`{${shape}, {`], ...this.rows(rows, `${indent}      `), [`${indent}  }}`]];
    }
  }

  /** A W: those that only pick components are said more shortly. */
  weights(w: Rows, indent = ""): Written {
    const from = partOf(w);
    if (from === undefined) return this.matrix(w, indent);
    const [d, count] = [w.length, w[0]!.length];
    const columns = count === d ? "" : `[:, ${from}:${from + count}]`;
    switch (this.language) {
      case "numpy":
        return [[`np.eye(${d}, dtype=np.float32)${columns}`]];
      case "torch":
        return [[`torch.eye(${d})${columns}`]];
      case "cpp":
        return [[`part(${d}, ${from}, ${count})`]];
    }
  }

  /** One W of all heads, [h, d, d_k]. */
  stack(all: readonly Rows[]): Written {
    const open = this.language === "numpy" ? "np.stack([" : "torch.stack([";
    const each = all.flatMap((w) => {
      const lines = this.weights(w).map((line) => ["    ", ...line]);
      const last = lines.at(-1)!;
      // The shape of a matrix stands in a comment at its end: the comma goes before that.
      const [code = "", comment] = last.at(-1)!.split("  #");
      last[last.length - 1] = `${code},${comment === undefined ? "" : `  #${comment}`}`;
      return lines;
    });
    return [[open], ...each, [`])  # [${all.length}, ${all[0]!.length}, ${all[0]![0]!.length}]`]];
  }

  /** Heads in C++, each in braces with a line for each of its matrices; the first line's indent stands there already. */
  heads(heads: readonly Head[]): Written {
    const lines = heads.flatMap(({ wq, wk, wv }) =>
      [wq, wk, wv].flatMap((w, at) => {
        const written = this.weights(w, "    ");
        const type = partOf(w) === undefined ? "Matrix" : "";
        written[0]!.unshift(`${at ? "       " : "      {"}${type}`);
        written.at(-1)!.push(at < 2 ? "," : "},");
        return written;
      }),
    );
    lines[0]![0] = lines[0]![0]!.trimStart();
    return lines;
  }
}

/** The options as the templates in `web/programs` name them. */
export const programChoices = (options: ProgramOptions, { heads }: ProgramData) => ({
  ...options,
  parts: heads.some((head) => [head.wq, head.wk, head.wv].some((w) => partOf(w) !== undefined))
    ? "yes"
    : "no",
});

/** The further arguments of PyTorch's own function. */
function further({ mask, scale }: ProgramOptions): string {
  return [
    ...(mask === "causal" ? ["is_causal=True"] : []),
    ...(mask === "others" ? ["attn_mask=others"] : []),
    ...(scale === "none" ? ["scale=1.0"] : []),
  ]
    .map((argument) => `, ${argument}`)
    .join("");
}

/** What stands in the place of the templates' names in capitals. `whole`: all of it, as a file needs it. */
export function programFills(
  language: Language,
  options: ProgramOptions,
  { tokens, x, heads }: ProgramData,
  whole: boolean,
): Record<string, string | string[][]> {
  const { roles, scale, mask } = options;
  const write = new Writer(language, whole);
  const many = roles === "heads";
  const scored = scale === "sqrt" ? "scaled" : "scores";
  const indent = language === "cpp" ? "      " : "    ";
  const used = (name: keyof Head) => {
    const all = heads.map((head) => head[name]);
    if (roles === "x" || (many && language === "cpp")) return "";
    return many ? write.stack(all) : write.weights(all[0]!, language === "cpp" ? "  " : "");
  };
  return {
    TOKENS: wrapped(tokens.map(textIn[language]), indent, language === "cpp" ? 44 : 10),
    EMBEDDINGS: write.matrix(x),
    QUERY_MATRIX: used("wq"),
    KEY_MATRIX: used("wk"),
    VALUE_MATRIX: used("wv"),
    HEADS: many && language === "cpp" ? write.heads(heads) : "",
    KEYS: roles === "x" ? "x" : "k",
    MASKED: scored,
    LOGITS: mask === "none" ? scored : "logits",
    PAIRS: many ? "[h, T, T]" : "[T, T]",
    COLUMN: many ? "[h, T, 1]" : "[T, 1]",
    MORE: further(options),
  };
}
