/** The scale laboratory. How quick this machine is no test can know; what follows from it, one can. */
import AxeBuilder from "@axe-core/playwright";
import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { expect, test, type LessonPage } from "./lesson";

// What runs for its time runs for longer on a busy machine.
test.describe.configure({ timeout: 180_000 });

const lab = (page: Page) => page.getByRole("figure", { name: "The scale laboratory" });
const button = (page: Page, name: string) => lab(page).getByRole("button", { name, exact: true });
const status = (page: Page) => lab(page).locator(".run").getByRole("status");

/** Runs it to its end. */
async function run(page: Page) {
  await button(page, "Run").click();
  await expect(status(page)).toHaveText("Done.", { timeout: 120_000 });
}

/** All that is shown, by name. */
async function measured(lesson: LessonPage, page: Page) {
  await lab(page)
    .locator("details:not(.save)")
    .evaluateAll((all) => all.forEach((one) => ((one as HTMLDetailsElement).open = true)));
  const numbers = (await lesson.numbers()).filter(({ world }) => world === "scale");
  return new Map(numbers.map(({ name, value }) => [name, value]));
}

const SMALL = "code?longest=256&width=16";
const ALL = ["loops", "passes", "tiled", "relaxed", "threads"];

for (const mask of ["none", "causal"] as const) {
  test(`times become GFLOP/s and shares; the file holds what the tables show: ${mask}`, async ({
    lesson,
    page,
  }) => {
    await lesson.open(`${SMALL}&labMask=${mask}`);
    await expect(lab(page).locator("svg[role=img]")).toContainText("Nothing measured yet");
    await run(page);
    const shown = await measured(lesson, page);
    const here = (await page.evaluate(() => navigator.hardwareConcurrency)) > 1;
    const contenders = ALL.filter(
      (name) => (here || name !== "threads") && shown.has(`ms[${name},64]`),
    );
    expect(contenders).toEqual(expect.arrayContaining(["loops", "passes", "tiled"]));
    const threads = await page.evaluate(() => Math.min(navigator.hardwareConcurrency, 8));
    for (const contender of contenders) {
      for (const T of [64, 128, 256]) {
        const at = (quantity: string) => shown.get(`${quantity}[${contender},${T}]`)!;
        const operations = (mask === "causal" ? 2 : 4) * T ** 2 * 16;
        expect(at("ms")).toBeGreaterThan(0);
        expect(at("gflops") / (operations / at("ms") / 1e6)).toBeCloseTo(1, 12);
        const build = contender === "relaxed" || shown.has("ms[relaxed,64]") && contender === "threads" ? "relaxed" : "baseline"; // prettier-ignore
        const peak = shown.get(`peak[${build}]`)! * (contender === "threads" ? threads : 1);
        expect(at("share") / (at("gflops") / peak)).toBeCloseTo(1, 12);
      }
    }

    const summary = lab(page).locator(".save > summary");
    await summary.click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      lab(page).getByRole("button", { name: "All that was measured: CSV" }).click(),
    ]);
    const [head, ...lines] = readFileSync(await file.path(), "utf8")
      .trim()
      .split("\r\n");
    expect(head).toBe(
      '"contender","T","d","milliseconds","GFLOP/s","share of peak","bytes","runs"',
    );
    expect(lines).toHaveLength(3 * contenders.length);
    for (const [at, line] of lines.entries()) {
      const contender = contenders[at % contenders.length]!;
      const [T, d, ms, gflops, share, bytes] = line.split(/",|,(?=[\d-])/).slice(1).map(Number); // prettier-ignore
      const read = (quantity: string) => shown.get(`${quantity}[${contender},${T}]`);
      expect([d, ms, gflops, share, bytes! / 2 ** 20]).toEqual(
        [16, read("ms"), read("gflops"), read("share"), read("mib")],
      ); // prettier-ignore
    }
  });
}

test("for twice the tokens, three passes take four times the memory, and the tiled twice", async ({
  lesson,
  page,
}) => {
  await lesson.open("code?longest=1024&width=32&contenders=passes,tiled&drawn=memory");
  await run(page);
  const mib = (name: string) => lesson.number("scale", `mib[${name}]`);
  expect((await mib("passes,1024")) / (await mib("passes,512"))).toBeCloseTo(4, 1);
  const tiled = (await mib("tiled,1024")) / (await mib("tiled,512"));
  expect(tiled).toBeGreaterThan(1.4);
  expect(tiled).toBeLessThan(2.1);
  await expect(lab(page).locator("svg[role=img] .name")).toHaveText(["3 passes", "tiled", "T²"]);
  // Any of the numbers can be asked where it comes from.
  await lab(page).locator('button:has(data[data-name="mib[tiled,512]"])').click();
  await expect(page.getByRole("dialog")).toContainText("memory that one attention took");
});

test("a run can be stopped at once, by the keyboard, and the page is live meanwhile", async ({
  lesson,
  page,
}) => {
  await lesson.open("code?longest=8192&contenders=loops,tiled");
  await button(page, "Run").focus();
  await page.keyboard.press("Enter");
  await expect(status(page)).toContainText("T = 1024", { timeout: 120_000 });
  await expect(lab(page).getByRole("progressbar")).toBeVisible();
  expect(page.workers()).toHaveLength(1);
  // The learner goes on: another figure answers.
  await lab(page).getByText("GFLOP/s", { exact: true }).click();
  await expect(lab(page).locator(".title").first()).toContainText("GFLOP/s");
  await button(page, "Stop").focus();
  await page.keyboard.press("Enter");
  await expect(status(page)).toContainText("Stopped");
  await expect(button(page, "Run")).toBeFocused();
  await expect.poll(() => page.workers()).toHaveLength(0);
  const before = await measured(lesson, page);
  expect(before.get("gflops[tiled,512]")).toBeGreaterThan(0);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(await measured(lesson, page)).toEqual(before);
});

test("who leaves the stage leaves no worker behind", async ({ lesson, page }) => {
  await lesson.open("code?longest=8192");
  await button(page, "Run").click();
  await expect(status(page)).toContainText("T =", { timeout: 120_000 });
  await lesson.follow("pattern");
  await expect.poll(() => page.workers()).toHaveLength(0);
});

test("its settings stand in the link; nothing is loaded before it runs", async ({
  lesson,
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await lesson.open("code");
  await lab(page).getByRole("slider", { name: "Longest sequence" }).fill("1");
  await lab(page).getByRole("slider", { name: "Numbers in a vector" }).fill("0");
  await lab(page).getByText("causal", { exact: true }).click();
  await lab(page).getByText("X alone", { exact: true }).click();
  await lab(page).getByText("memory", { exact: true }).click();
  for (const name of ["plain loops", "relaxed SIMD, tiled"])
    await lab(page).getByRole("checkbox", { name }).uncheck();
  const hash = await lesson.settledHash();
  for (const each of ["longest=128", "width=16", "labMask=causal", "labInput=x", "drawn=memory"])
    expect(hash).toContain(each);
  expect(decodeURIComponent(hash)).toContain("contenders=passes,tiled,threads");
  await lesson.open(hash.slice(2));
  await expect(
    lab(page).getByRole("checkbox", { name: "plain loops", exact: true }),
  ).not.toBeChecked();
  await expect(lab(page).getByRole("checkbox", { name: "SIMD, three passes" })).toBeChecked();
  await expect(lab(page).getByRole("slider", { name: "Longest sequence" })).toHaveAttribute(
    "aria-valuetext",
    "128",
  );
  expect(asked.filter((path) => /worker|kernels/.test(path))).toEqual([]);

  for (const name of ["SIMD, three passes", /^SIMD, tiled/, /^tiled, on/])
    await lab(page).getByRole("checkbox", { name }).uncheck();
  await expect(button(page, "Run")).toBeDisabled();
  await expect(status(page)).toHaveText("Choose a contender.");
  await lesson.follow("code?contenders=");
  await expect(button(page, "Run")).toBeDisabled();
});

test("what it has measured fits a phone and reads well, light and dark", async ({
  lesson,
  page,
}) => {
  test.setTimeout(300_000); // The whole figure is read, twice.
  await page.setViewportSize({ width: 320, height: 800 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await lesson.open(SMALL);
  await run(page);
  await measured(lesson, page);
  await lesson.expectNoSidewaysScroll();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
    const { violations } = await new AxeBuilder({ page }).include("figure:has(.lab)").analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  }
  // Settings that have changed since are owned up to.
  await lab(page).getByText("causal", { exact: true }).click();
  await expect(lab(page)).toContainText("The settings have changed since");
});

/** The workers' script with something before it. */
const beforeWorkers = (page: Page, script: string) =>
  page.route(/worker-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${script};${await response.text()}` });
  });

test("workers that end without a word are missed within minutes", async ({ lesson, page }) => {
  // Whatever they are told, they are gone: no error, no report.
  await beforeWorkers(page, "addEventListener('message', () => self.close())");
  await page.clock.install();
  await lesson.open(SMALL);
  await Promise.all([page.waitForEvent("worker"), button(page, "Run").click()]);
  await expect.poll(() => page.workers()).toHaveLength(0);
  await page.clock.runFor(50_000);
  await expect(status(page)).toHaveText("Getting ready");
  await page.clock.runFor(20_000);
  await expect(status(page)).toContainText("nothing has been heard of the workers for a minute");
  await expect(button(page, "Run")).toBeEnabled();
});

test("a clock too coarse for the quick is owned up to, for rows and for the peak", async ({
  lesson,
  page,
}) => {
  await beforeWorkers(
    page,
    "{ const now = performance.now.bind(performance); performance.now = () => Math.floor(now() / 100) * 100; }",
  );
  await lesson.open("code?longest=256&width=16&contenders=tiled&drawn=share");
  await run(page);
  const figure = lab(page);
  await expect(figure).toContainText("it ran, but is not timed");
  await expect(figure).toContainText("For the peak it is too coarse as well");
  const shown = await measured(lesson, page);
  expect(shown.get("grain")).toBe(100);
  expect([...shown.keys()].filter((name) => /^(ms|gflops|share|peak)/.test(name))).toEqual([]);
  expect(shown.get("mib[tiled,256]")).toBeGreaterThan(0);
  await expect(figure.locator("table").first()).toContainText("untimed");
});

test("what is changed meanwhile is said to be for the next run", async ({ lesson, page }) => {
  await lesson.open("code?longest=8192&contenders=loops");
  await button(page, "Run").click();
  await expect(status(page)).toContainText("T =", { timeout: 120_000 });
  await lab(page).getByText("causal", { exact: true }).click();
  await expect(lab(page)).toContainText("They are for the next run");
  await button(page, "Stop").click();
  await expect(lab(page)).toContainText("Run again for the new ones");
  // Nothing can run without a contender, and that is what is said of it.
  await lab(page).getByRole("checkbox", { name: "plain loops" }).uncheck();
  await expect(status(page)).toHaveText("Choose a contender.");
});

test("what is chosen is seen in the reader's own colours", async ({ lesson, page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await lesson.open("code?drawn=memory");
  const colours = (locator: Locator) =>
    locator.evaluate((element) => {
      const { backgroundColor, color } = getComputedStyle(element);
      return [backgroundColor, color];
    });
  const option = (text: string) => lab(page).locator("label").filter({ hasText: text });
  const [chosen, other] = [await colours(option("memory")), await colours(option("time"))];
  expect(chosen).not.toEqual(other);
  expect(chosen[0]).not.toBe(chosen[1]);
  const stages = page.getByRole("navigation", { name: "Stages" }).getByRole("link");
  expect(await colours(stages.filter({ hasText: "write it yourself" }))).not.toEqual(
    await colours(stages.first()),
  );
});
