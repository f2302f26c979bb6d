/** The attention that the page hands out as programs is the engine's, for whatever sequence and options stand in them. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { loadEngine } from "../../dist/engine/index.js";
import { findNumpy } from "../../tools/lib/python.mjs";
import { joinedLines, notebookOf, sectionsOf } from "../../web/src/exhibits/attention-files";
import { textOf, type Lines } from "../../web/src/figures/program";
import type { ProgramOptions, Roles } from "../../web/src/state/attention-program";
import { dataOf, namedHeads } from "../../web/src/state/code-worlds";
import { HeadWorld } from "../../web/src/state/head-world";
import { identity, type Head } from "../../web/src/state/heads";
import type { Sequence } from "../../web/src/state/presets";
import type { Language } from "../../web/src/state/programs";
import { SideBySideWorld } from "../../web/src/state/side-by-side-world";
import { initialView, type View } from "../../web/src/state/view";
import { generator } from "./support";

const engine = await loadEngine();
const numpy = await findNumpy();
const torch = numpy && spawnSync(numpy.path, ["-c", "import torch"]).status === 0;
const compiler = ["g++", "clang++", "c++"].find(
  (name) => spawnSync(name, ["--version"]).status === 0,
);

const template = (file: string): Lines =>
  readFileSync(fileURLToPath(new URL(`../../web/programs/${file}`, import.meta.url)), "utf8")
    .trimEnd()
    .split("\n")
    .map((text) => [{ text }]);
const TEMPLATES: Record<Language, Lines> = {
  numpy: template("attention.numpy.py"),
  torch: template("attention.torch.py"),
  cpp: template("attention.cc"),
};

interface Case {
  readonly name: string;
  readonly sequence: Sequence;
  readonly options: ProgramOptions;
  readonly worlds: readonly HeadWorld[];
}

function given(
  name: string,
  sequence: Sequence,
  options: Partial<ProgramOptions> = {},
  more: { head?: Head; heads?: number; headsFrom?: View["headsFrom"] } = {},
): Case {
  const whole: ProgramOptions = { roles: "x", scale: "sqrt", mask: "none", ...options };
  const { head = { wq: [[]], wk: [[]], wv: [[]] }, ...settings } = more;
  const view: View = { ...initialView(), roles: whole.roles, ...settings };
  const worlds = namedHeads(engine, sequence.x[0]!.length, view, head).map(
    (each) => new HeadWorld(engine, sequence, each.head, whole, each.id),
  );
  return { name, sequence, options: whole, worlds };
}

const sections = ({ sequence, options, worlds }: Case, language: Language) => {
  const data = dataOf(sequence, { ...initialView(), roles: options.roles }, worlds);
  return sectionsOf(TEMPLATES[language], language, options, data, true);
};
const program = (one: Case, language: Language) => textOf(joinedLines(sections(one, language)));

const named = (...x: number[][]): Sequence => ({ tokens: x.map((_, i) => `t${i}`), x });
const toy = named([1, 0], [0, 1], [1, 1]);
const random = generator(11);
const drawn = (rows: number, cols: number, size = 2) =>
  Array.from({ length: rows }, () =>
    Array.from({ length: cols }, () => Math.fround((random.below(4001) / 2000 - 1) * size)),
  );
const long = named(...drawn(64, 300, 0.3));
const own: Head = { wq: drawn(3, 2), wk: drawn(3, 2), wv: drawn(3, 4) };
const three = named(...drawn(5, 3));

/** Names that a program's text could stumble over. */
const ODD = {
  tokens: [
    ...[
      'say "hi"',
      "back\\slash",
      "\\",
      "two\nlines\t\r",
      "👩‍👩‍👧 and 東京",
      "שלום עולם",
      "\u202eturned",
    ],
    ...[
      "the",
      "the",
      "",
      "what??/now??",
      "{braces} %s %n",
      "$dollar`",
      "\u0000null\u0007",
      "\u2028",
      "#if",
    ],
    ...["*/ // '''", '"""', "\ud83d", "TOKENS EMBEDDINGS", "W".repeat(60)],
  ],
  x: drawn(21, 2),
} satisfies Sequence;

const CASES: readonly Case[] = [
  given("the toy", toy, { scale: "none" }),
  given("one token of one number", named([2.5])),
  given("one token that may not look at itself", named([2, 3]), { mask: "others" }),
  given("one number each", named([2], [-1], [0.5]), { mask: "causal" }),
  given("odd names", ODD, { mask: "others" }),
  given("minus zero, tiny and huge", named([-0, 1e-45], [1e-38, -3e18], [1e18, 123456789])),
  given("scores beyond the largest float", named([3e38, 1], [1, 2], [-3e38, 5])),
  given("vectors of zeros", named([0, 0], [0, 0]), { mask: "causal" }),
  given("equal vectors", named([1, 2], [1, 2], [1, 2])),
  given("64 tokens of 300 numbers", long, { mask: "causal" }),
  ...(["none", "causal", "others"] as const).flatMap((mask) =>
    (["none", "sqrt"] as const).flatMap((scale) => [
      given(`x, ${mask}, ${scale}`, three, { mask, scale }),
      given(`a head, ${mask}, ${scale}`, three, { roles: "head", mask, scale }, { head: own }),
      ...[1, 2, 4].map((heads) =>
        given(
          `${heads} heads, ${mask}, ${scale}`,
          named(...drawn(4, 5)),
          { roles: "heads", mask, scale },
          { heads, headsFrom: scale === "none" ? "parts" : "random" },
        ),
      ),
    ]),
  ),
  given("one token, several heads, nobody to look at", named([1, 2]), {
    roles: "heads",
    mask: "others",
  }),
  given(
    "a head of the identity, or nearly",
    toy,
    { roles: "head" },
    {
      head: {
        wq: identity(2),
        wk: [
          [0, 0],
          [1, 0],
        ],
        wv: identity(2),
      },
    },
  ),
];

/** What the engine says that a program prints: for each head its weights, then the context. */
function expectedOf({ worlds }: Case): number[][] {
  const context = new SideBySideWorld(worlds, "heads").context;
  return [...worlds.map(({ attention }) => attention.weights), context].map(({ data }) => [
    ...data,
  ]);
}

/**
 * FP32 on both sides, of d + T terms in another order: a few dozen ε of the largest number that the sum is made of. For
 * the weights ε is multiplied by the largest logit, for e to it: `reach`.
 */
function assertClose(one: Case, printed: readonly number[][], digits: number) {
  const logits = one.worlds.flatMap(({ attention }) => [...attention.scaled.data]);
  const reach = Math.max(1, ...logits.filter(Number.isFinite).map(Math.abs));
  const values = one.worlds.flatMap(({ v }) => [...v.data].map(Math.abs));
  const bound = 64 * 2 ** -23 * Math.min(reach, 2 ** 15);
  const expected = expectedOf(one);
  assert.deepEqual(
    printed.map(({ length }) => length),
    expected.map(({ length }) => length),
    one.name,
  );
  for (const [at, block] of expected.entries()) {
    const size = at + 1 < expected.length ? 1 : Math.max(...values);
    for (const [k, value] of block.entries()) {
      const other = printed[at]![k]!;
      const near = Number.isFinite(value)
        ? Math.abs(value - other) <= bound * size + Math.abs(value) * digits
        : Object.is(value, other);
      assert.ok(near, `${one.name}: number ${k} of part ${at} is ${other}, the engine's ${value}`);
    }
  }
}

/** The numbers of a printed table, part by part: lines of `%12.6g` and a name. */
function tables(output: string): number[][] {
  const parts: number[][] = [];
  for (const line of output.replaceAll("-nan", " nan").split("\n")) {
    if (/^(weights( of head \d+)?|context)$/u.test(line)) parts.push([]);
    const numbers = /^(?:\s{0,11}(?:-?(?:\d[\d.]*(?:e[+-]\d+)?|inf|nan)) )+/u.exec(line)?.[0];
    if (numbers) parts.at(-1)!.push(...numbers.trim().split(/\s+/u).map(asNumber));
  }
  return parts;
}
const asNumber = (text: string) => Number(text.replace("inf", "Infinity").replace("nan", "NaN"));

/** Runs programs in one Python; answers what each printed, and its weights and context in full. */
function runPython(programs: readonly string[][]): { output: string; full: string[][] }[] {
  const runner = [
    "import contextlib, io, json, sys",
    "sys.stdin.reconfigure(encoding='utf-8')",
    "def run(cells):",
    "    out, names = io.StringIO(), {'__name__': '__main__'}",
    "    with contextlib.redirect_stdout(out):",
    "        for cell in cells:",
    "            exec(cell, names)",
    "    weights, context = names['weights'], names['context']",
    "    parts = [*weights, context] if weights.ndim == 3 else [weights, context]",
    "    return {'output': out.getvalue(), 'full': [[repr(float(n)) for n in part.reshape(-1)] for part in parts]}",
    "json.dump([run(cells) for cells in json.load(sys.stdin)], sys.stdout)",
  ].join("\n");
  const options = { input: JSON.stringify(programs), maxBuffer: 2 ** 27 };
  return JSON.parse(execFileSync(numpy!.path, ["-W", "ignore", "-c", runner], options).toString());
}

interface Notebook {
  nbformat: number;
  nbformat_minor: number;
  metadata: { kernelspec: { name: string; display_name: string } };
  cells: {
    id: string;
    cell_type: string;
    metadata: object;
    source: string[];
    outputs?: unknown[];
    execution_count?: null;
  }[];
}

/** What nbformat 4.5 asks of a notebook; answers its code. */
function assertNotebook(text: string): string[] {
  const { nbformat, nbformat_minor, metadata, cells } = JSON.parse(text) as Notebook;
  assert.deepEqual([nbformat, nbformat_minor], [4, 5]);
  assert.deepEqual(Object.keys(metadata.kernelspec).sort(), ["display_name", "language", "name"]);
  assert.equal(new Set(cells.map(({ id }) => id)).size, cells.length, "ids are not distinct");
  for (const cell of cells) {
    assert.match(cell.id, /^[\w-]{1,64}$/u);
    assert.ok(cell.source.every((line, at) => line.endsWith("\n") === at + 1 < cell.source.length));
    const keys = ["cell_type", "id", "metadata", "source"];
    if (cell.cell_type === "code") keys.push("execution_count", "outputs");
    else assert.equal(cell.cell_type, "markdown");
    assert.deepEqual(Object.keys(cell).sort(), keys.sort());
  }
  assert.equal(cells[0]!.cell_type, "markdown");
  return cells.filter(({ cell_type }) => cell_type === "code").map(({ source }) => source.join(""));
}

const notebookCode = (one: Case, language: Language) =>
  assertNotebook(
    notebookOf(
      sections(one, language),
      one.options,
      dataOf(one.sequence, { ...initialView(), roles: one.options.roles }, one.worlds),
    ),
  );

test("NumPy, as a program and as a notebook", { skip: !numpy }, () => {
  const programs = CASES.flatMap((one) => [[program(one, "numpy")], notebookCode(one, "numpy")]);
  const ran = runPython(programs);
  for (const [at, one] of CASES.entries()) {
    for (const { full } of [ran[2 * at]!, ran[2 * at + 1]!])
      assertClose(
        one,
        full.map((part) => part.map(asNumber)),
        0,
      );
    assert.equal(ran[2 * at]!.output, ran[2 * at + 1]!.output, one.name);
    assertClose(one, tables(ran[2 * at]!.output), 1e-5);
  }
  const printed = ran[0]!.output.split("\n");
  assert.equal(printed[1], "    0.422319     0.155362     0.422319  t0");
});

test("C++, with nothing but the standard library", { skip: !compiler }, () => {
  const folder = mkdtempSync(join(tmpdir(), "attention-"));
  // Each is a compilation: those that between them have every line of the program.
  const tried = [
    ...["odd names", "one token that may not look at itself", "scores beyond the largest float"],
    ...["64 tokens of 300 numbers", "a head, causal, none", "2 heads, others, sqrt"],
    "4 heads, causal, none",
  ];
  try {
    for (const one of CASES.filter(({ name }) => tried.includes(name))) {
      const [file, binary] = [join(folder, "attention.cpp"), join(folder, "attention")];
      const text = program(one, "cpp");
      for (const [, header] of text.matchAll(/#include (\S+)/gu)) assert.match(header!, /^<\w+>$/u);
      writeFileSync(file, text);
      execFileSync(compiler!, ["-std=c++20", "-Wall", "-Wextra", "-Werror", file, "-o", binary]);
      assertClose(one, tables(execFileSync(binary).toString()), 1e-5);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("PyTorch is Python, and runs where there is PyTorch", { skip: !numpy }, (t) => {
  const programs = CASES.map((one) => program(one, "torch"));
  execFileSync(
    numpy!.path,
    ["-c", "import ast, json, sys; [ast.parse(each) for each in json.load(sys.stdin)]"],
    { input: JSON.stringify(programs), stdio: ["pipe", "inherit", "inherit"] },
  );
  for (const one of CASES) notebookCode(one, "torch");
  if (!torch) return t.diagnostic("PyTorch is not here: parsed, not run");
  for (const [at, { full, output }] of runPython(programs.map((each) => [each])).entries()) {
    const one = CASES[at]!;
    assertClose(
      one,
      full.map((part) => part.map(asNumber)),
      0,
    );
    const apart = /furthest from the library's own: (\S+)/u.exec(output)![1]!;
    if (one.worlds.every(({ attention }) => attention.rowFlags.every((flag) => flag === "ok")))
      assert.ok(Number(apart) < 1e-4, `${one.name}: ${apart}`);
  }
});

const ROLES: readonly Roles[] = ["x", "head", "heads"];
test("a program has only the lines that its options ask for", () => {
  for (const roles of ROLES) {
    const one = given("", toy, { roles, scale: "none" }, { head: { ...own, ...wide } });
    for (const language of ["numpy", "torch", "cpp"] as const) {
      const text = program(one, language);
      assert.doesNotMatch(
        text,
        /sqrt\(|\bkeep\b|logits =|isneginf|numeric_limits|#if|\/\/if|undefined/u,
      );
      assert.doesNotMatch(text, /[A-Z]{4,}/u, "a name in capitals has been left");
      for (const line of text.split("\n")) assert.ok(line.length <= 100, line);
    }
  }
});
const wide: Head = { wq: drawn(2, 2), wk: drawn(2, 2), wv: drawn(2, 2) };
