import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { loadEngine, type Engine } from "../../dist/engine/index.js";
import { findNumpy } from "../../tools/lib/python.mjs";
import { expect, test } from "./lesson";
import { STAGES } from "./stages";
import { worldsOf } from "./worlds";

/** Pages that between them show every kind of number, on sequences that are easy and hard. */
const OWN = "tokens=a,b,c,d,e&x=0.5,-1,2;0,0,0;1.25,3,-0.75;0.5,-1,2;-2,0.1,0.3";
const PAGES = [
  ...STAGES.flatMap((stage) => [
    stage,
    `${stage}?seq=bank&i=2&j=4&m=2&temperature=0.5&layers=4&normalise=matrix`,
    `${stage}?${OWN}&i=3&j=5&temperature=0&normalise=column&stretch=7&a=-1.5,2&b=0.5,3`,
    `${stage}?tokens=alone&x=2`,
  ]),
  "softmax?tokens=a,b&x=1,0;12,0&step=9",
  ...[
    "logits=11,11&c=-3.3",
    "logits=1,2.3,4&format=bf16&c=7.7&operations=6",
    "logits=0,-18,-17,inf&format=fp8e4m3",
    "logits=-100,-2,nan,300&format=e4m3&c=1e6",
    "logits=0.422319,0.155362,0.422319&format=fp32&c=-0.1&program=cpp",
    "logits=88.8&format=fp64",
    `logits=${Array.from({ length: 64 }, (_, k) => (k % 7) - (k % 4) / 4).join(",")}&format=fp8e5m2`,
  ].map((settings) => `max-trick?${settings}`),
];

let engine: Engine;
let python: string;
test.beforeAll(async () => {
  engine = await loadEngine();
  python = (await findNumpy())!.path;
});

/** Runs NumPy programs, all in one Python, and answers what each printed. */
function runPrograms(programs: readonly string[]): string[] {
  const runner = fileURLToPath(new URL("../support/run_programs.py", import.meta.url));
  const output = execFileSync(python, [runner], {
    input: JSON.stringify(programs),
    maxBuffer: 2 ** 26,
  });
  return JSON.parse(output.toString()) as string[];
}

for (const link of PAGES) {
  test(`every number is the engine's, and NumPy's: ${link}`, async ({ lesson, page }) => {
    await lesson.open(link);
    await page
      .locator("details")
      .evaluateAll((all) => all.forEach((details) => details.setAttribute("open", "")));
    const shown = await lesson.numbers();
    expect(shown.length).toBeGreaterThan(5);

    const worldOf = worldsOf(engine, `#/${link}`);
    const worlds = new Map(
      [...new Set(shown.map(({ world }) => world))].map((id) => [id, worldOf(id)]),
    );
    const unlike = shown.filter(
      ({ world, name, value }) => !Object.is(worlds.get(world)!.read(name)! + 0, value),
    );
    expect(unlike, "shown values that the engine does not give").toEqual([]);

    const distinct = [
      ...new Map(shown.map((each) => [`${each.world} ${each.name}`, each])).values(),
    ];
    const explained = distinct.map((each) => ({
      ...each,
      explanation: worlds.get(each.world)!.explain(each.name),
    }));
    expect(
      explained
        .filter(({ explanation }) => !explanation)
        .map(({ world, name }) => `${world} ${name}`),
      "numbers without a why",
    ).toEqual([]);

    const printed = runPrograms(explained.map(({ explanation }) => explanation!.python));
    const far = explained.flatMap(({ world, name, value }, at) => {
      const other = Number(printed[at]!.replace("inf", "Infinity"));
      return close(value, other) ? [] : [`${world} ${name}: shown ${value}, NumPy ${printed[at]}`];
    });
    expect(far, "shown values far from what their own NumPy program prints").toEqual([]);
  });
}

/**
 * The engine's numbers are float32 made of a few dozen float32 operations, NumPy's are double: they may part by some tens of
 * ε = 2⁻²³ of the largest intermediate value, which on these pages is below 40.
 */
function close(value: number, other: number): boolean {
  if (!Number.isFinite(value) || !Number.isFinite(other)) return Object.is(value, other);
  return Math.abs(value - other) <= 40 * 2 ** -23 * Math.max(40, Math.abs(value));
}
