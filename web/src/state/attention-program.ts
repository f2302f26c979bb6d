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

/** A piece of a line; `own`: it is the learner's. */
export interface Piece {
  readonly text: string;
  readonly own?: boolean;
}

/** Lines of pieces: what stands in a program for the learner's numbers and words. */
type Written = Piece[][];

const plain = (text: string): Piece => ({ text });
const own = (text: string): Piece => ({ text, own: true });

/** Lines of a file end here. */
const WIDTH = 88;
/** Of more rows than this, or of longer ones, the page shows a few; the file has them all. */
const MOST_ROWS = 12;
const MOST_NUMBERS = 12;
const SHOWN = 4;

/** Literals with commas between them, on as many lines as they need; `first` characters stand before them already. */
function wrapped(literals: readonly string[], indent: string, first: number): Written {
  const lines: Written = [[]];
  let length = first;
  for (const [at, literal] of literals.entries()) {
    if (at && length + literal.length + 3 > WIDTH) {
      lines.at(-1)!.push(plain(","));
      lines.push([plain(indent)]);
      length = indent.length;
    } else if (at) {
      lines.at(-1)!.push(plain(", "));
      length += 2;
    }
    lines.at(-1)!.push(own(literal));
    length += literal.length;
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
        plain(`${indent}${this.#left}${rows.length - SHOWN} more rows in the copy and the file`),
      ]);
    return lines;
  }

  #row(row: readonly number[], indent: string): Written {
    const long = !this.whole && row.length > MOST_NUMBERS;
    const numbers = (long ? row.slice(0, SHOWN) : row).map(numberIn[this.language]);
    const [open, close] = this.language === "cpp" ? ["", ","] : ["[", "],"];
    if (long)
      return [
        [
          ...[plain(indent + open), own(numbers.join(", "))],
          plain(`, ${this.#left}${row.length - SHOWN} more numbers`),
        ],
      ];
    const lines = wrapped(numbers, `${indent} `, indent.length);
    lines[0]!.unshift(plain(indent + open));
    lines.at(-1)!.push(plain(close));
    return lines;
  }

  #array(open: string, rows: Rows, close: string, indent = "    "): Written {
    return [[plain(open)], ...this.rows(rows, indent), [plain(close)]];
  }

  matrix(rows: Rows, indent = ""): Written {
    const shape = `${rows.length}, ${rows[0]!.length}`;
    switch (this.language) {
      case "numpy":
        return this.#array("np.array([", rows, `], dtype=np.float32)  # [${shape}]`);
      case "torch":
        return this.#array("torch.tensor([", rows, `], dtype=torch.float32)  # [${shape}]`);
      case "cpp":
        return this.#array(`{${shape}, {`, rows, `${indent}  }}`, `${indent}      `);
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
        return [[plain(`np.eye(${d}, dtype=np.float32)${columns}`)]];
      case "torch":
        return [[plain(`torch.eye(${d})${columns}`)]];
      case "cpp":
        return [[plain(`part(${d}, ${from}, ${count})`)]];
    }
  }

  /** One W of all heads, [h, d, d_k]. */
  stack(all: readonly Rows[]): Written {
    const open = this.language === "numpy" ? "np.stack([" : "torch.stack([";
    const each = all.flatMap((w) => {
      const lines = this.weights(w).map((line) => [plain("    "), ...line]);
      const last = lines.at(-1)!;
      // The shape of a matrix stands in a comment at its end: the comma goes before that.
      const [code = "", comment] = last.at(-1)!.text.split("  #");
      last[last.length - 1] = plain(`${code},${comment === undefined ? "" : `  #${comment}`}`);
      return lines;
    });
    const shape = `${all.length}, ${all[0]!.length}, ${all[0]![0]!.length}`;
    return [[plain(open)], ...each, [plain(`])  # [${shape}]`)]];
  }

  /** Heads in C++, each in braces with a line for each of its matrices; the first line's indent stands there already. */
  heads(heads: readonly Head[]): Written {
    const lines = heads.flatMap(({ wq, wk, wv }) =>
      [wq, wk, wv].flatMap((w, at) => {
        const written = this.weights(w, "    ");
        const type = partOf(w) === undefined ? "Matrix" : "";
        written[0]!.unshift(plain(`${at ? "       " : "      {"}${type}`));
        written.at(-1)!.push(plain(at < 2 ? "," : "},"));
        return written;
      }),
    );
    lines[0]![0] = plain(lines[0]![0]!.text.trimStart());
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
): Record<string, string | Written> {
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
