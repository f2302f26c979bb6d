import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { loadEngine, type Engine } from "../../dist/engine/index.js";
import { findNumpy } from "../../tools/lib/python.mjs";
import { expect, test } from "./lesson";
import { LINKS } from "./links";
import { worldsOf } from "./worlds";

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

interface Shown {
  world: string;
  name: string;
  value: number;
}

/** What is wrong with the numbers that a page shows; what is right, with the NumPy program that explains it. */
function explain(link: string, shown: readonly Shown[]) {
  const worldOf = worldsOf(engine, `#/${link}`);
  const worlds = new Map(
    [...new Set(shown.map(({ world }) => world))].map((id) => [id, worldOf(id)]),
  );
  const distinct = [...new Map(shown.map((one) => [`${one.world} ${one.name}`, one])).values()];
  const explained = distinct.map((one) => {
    const world = worlds.get(one.world)!;
    const text = `${link}: ${one.world} ${one.name}: shown ${one.value}`;
    return { ...one, text, python: world.explain(one.name)?.python };
  });
  return {
    unlike: shown.filter(
      ({ world, name, value }) => !Object.is(worlds.get(world)!.read(name)! + 0, value),
    ),
    unexplained: explained.filter(({ python }) => python === undefined).map(({ text }) => text),
    explained,
  };
}

for (const [stage, links] of LINKS) {
  test(`every number of ${stage} is the engine's, and NumPy's`, async ({ lesson }) => {
    test.setTimeout(300_000);
    const programs: ReturnType<typeof explain>["explained"] = [];
    for (const [at, link] of links.entries()) {
      await (at === 0 ? lesson.visit(link) : lesson.follow(link));
      await lesson.showAll();
      const shown = await lesson.numbers();
      expect(shown.length, link).toBeGreaterThan(5);
      const { unlike, unexplained, explained } = explain(link, shown);
      expect(unlike, `${link}: shown values that the engine does not give`).toEqual([]);
      expect(unexplained, "numbers without a why").toEqual([]);
      programs.push(...explained);
    }
    const printed = runPrograms(programs.map((one) => one.python!));
    const far = programs.flatMap(({ world, value, text }, at) => {
      const other = Number(printed[at]!.replace("inf", "Infinity"));
      return close(world, value, other) ? [] : [`${text}, NumPy ${printed[at]}`];
    });
    expect(far, "shown values far from what their own NumPy program prints").toEqual([]);
  });
}

/** Worlds whose numbers are rounded to a format by their programs too. */
const IN_A_FORMAT =
  /^(power|bits|stall|mask|poison|products|online|((forgetful|started|maskedfirst)(-right)?))(:|$)/;

/**
 * The engine's numbers are float32 made of a few dozen float32 operations, NumPy's are double: they may part by some tens of
 * ε = 2⁻²³ of the largest intermediate value, which on these pages is below 40. Where a format's rounding is programmed in
 * NumPy as well, both round the same doubles, but for an exponential or a logarithm, which NumPy gives within an ulp:
 * a few 2⁻⁵² of the number itself, however small it is.
 */
function close(world: string, value: number, other: number): boolean {
  if (!Number.isFinite(value) || !Number.isFinite(other)) return Object.is(value, other);
  if (IN_A_FORMAT.test(world)) return Math.abs(value - other) <= 8 * 2 ** -52 * Math.abs(value);
  return Math.abs(value - other) <= 40 * 2 ** -23 * Math.max(40, Math.abs(value));
}
