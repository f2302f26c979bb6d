/** The max trick's figures: logits by hand, by keys and by text; the two columns; the window of c; the proof. */
import type { Page } from "@playwright/test";
import { expect, test } from "./lesson";

const logits = (page: Page) => page.getByRole("textbox", { name: "Logits" }).first();
const bar = (page: Page, k: number) => page.getByRole("slider", { name: `Logit ${k}` });
const c = (page: Page) => page.getByRole("slider", { name: "c, what is subtracted" });
const column = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const own = (page: Page, name: RegExp | string) =>
  page.getByRole("figure", { name }).getByRole("button");

test("the opening state is the worked trace: naive breaks at the first exponential, shifted is right", async ({
  lesson,
  page,
}) => {
  await lesson.visit("max-trick");
  expect(await lesson.number("trace:none", "exp[1]")).toBe(Infinity);
  expect(await lesson.number("trace:none", "p[3]")).toBeNaN();
  expect(await lesson.number("trace:max", "m")).toBe(105);
  expect(await lesson.number("trace:max", "shifted[1]")).toBe(-5);
  expect(await lesson.number("trace:max", "p[3]")).toBeCloseTo(0.9465, 3);
  await expect(column(page, "Naive").locator("td.first")).toHaveText(/∞\s*overflow/);
  await expect(column(page, "Naive").getByRole("status")).toContainText(
    "First failure: exp(100) = ∞. Overflow",
  );
  await expect(column(page, "Shifted by the largest").getByRole("status")).toHaveText(
    "No operation fails.",
  );
  const text = page.locator(".prose");
  for (const figure of ["2.69·10⁴³", "1.99·10⁴⁴", "3.99·10⁴⁵", "0.006738", "0.049787", "1.056525"])
    await expect(text.getByText(figure, { exact: true }).first()).toBeVisible();
  for (const share of ["0.00638", "0.04712", "0.94650"])
    await expect(text.getByText(share, { exact: true }).first()).toBeVisible();
});

test("logits are typed and pasted; what cannot be read is kept and named", async ({
  lesson,
  page,
}) => {
  await lesson.visit("max-trick?format=fp32");
  await logits(page).fill("−1; 0,5; 2");
  await expect.poll(() => lesson.number("trace:none", "logit[2]")).toBe(0.5);
  await logits(page).fill("3\n4\n5\n6");
  await expect.poll(() => lesson.number("trace:none", "logit[4]")).toBe(6);

  for (const [typed, message] of [
    ["", "no numbers here yet"],
    ["1, x, 3", "column 2"],
    ["1\t\t3", "column 2 is blank"],
    ["1e400, 0", "too large"],
    [Array(65).fill("1").join(" "), "up to 64"],
  ] as const) {
    await logits(page).fill(typed);
    await expect(page.locator(".problem:not(:empty)")).toContainText(message);
    await expect(logits(page)).toHaveAttribute("aria-invalid", "true");
    await expect(logits(page)).toHaveValue(typed);
    expect(await lesson.number("trace:none", "logit[4]")).toBe(6);
  }

  await logits(page).fill("1,5");
  await page.getByRole("button", { name: "1 number: 1.5" }).click();
  await expect.poll(() => lesson.number("trace:none", "logit[1]")).toBe(1.5);
});

test("infinities and NaN are taken, and the failing operation is named", async ({
  lesson,
  page,
}) => {
  await lesson.visit("max-trick?format=fp32");
  const [naive, shifted] = [column(page, "Naive"), column(page, "Shifted by the largest")];
  await logits(page).fill("inf, inf, 0");
  await expect.poll(() => lesson.number("trace:none", "p[1]")).toBeNaN();
  expect(await lesson.number("trace:none", "p[3]")).toBe(0);
  expect(await lesson.number("trace:max", "p[3]")).toBeNaN();
  await expect(shifted.getByRole("status")).toContainText("∞ − ∞ = NaN. Two infinities");
  await logits(page).fill("1, NaN, 2");
  await expect(naive.getByRole("status")).toContainText("A NaN was put in");
  await own(page, /side by side/)
    .filter({ hasText: "11, 11" })
    .click();
  await expect.poll(() => lesson.number("trace:none", "total")).toBe(0);
  expect(await lesson.number("trace:max", "p[1]")).toBe(0.5);
  await expect(naive.getByRole("status")).toContainText("their sum does not");
});

test("weights taken for logits are flattened, with a warning", async ({ lesson, page }) => {
  await lesson.visit("max-trick?format=fp32");
  await logits(page).fill("0.422319,0.155362,0.422319");
  await expect.poll(() => lesson.number("trace:max", "p[1]")).toBeCloseTo(0.361571, 6);
  await expect(page.getByText("weights, it seems").first()).toBeVisible();
});

test("a bar is dragged, and moved by keys", async ({ lesson, page }) => {
  await lesson.open("max-trick?logits=1,2,4");
  await bar(page, 3).scrollIntoViewIfNeeded();
  const box = (await bar(page, 3).boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 - 40, { steps: 4 });
  await page.mouse.up();
  expect(await lesson.number("trace:none", "logit[3]")).toBeGreaterThan(5);
  expect(await lesson.number("trace:none", "logit[1]")).toBe(1);

  await bar(page, 3).press("ArrowLeft");
  await expect(bar(page, 2)).toBeFocused();
  await bar(page, 2).press("ArrowUp");
  await bar(page, 2).press("Shift+ArrowDown");
  expect(await lesson.number("trace:none", "logit[2]")).toBe(-2);
});

test("operations appear one by one", async ({ lesson, page }) => {
  await lesson.visit("max-trick");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  const shares = column(page, "Naive").locator('data[data-name^="p["]');
  await expect(shares).toHaveCount(0);
  for (let step = 0; step < 10; step++)
    await page.getByRole("button", { name: "Step", exact: true }).click();
  await expect(shares).toHaveCount(1);
  expect(await lesson.settledHash()).toContain("operations=10");
});

test("the shares stand still while c moves in its window, and break outside", async ({
  lesson,
  page,
}) => {
  await lesson.visit("max-trick");
  const verdict = page.getByRole("figure", { name: "What may be subtracted" }).locator(".verdict");
  const share = () => lesson.number(`trace:${105}`, "p[3]");
  const before = await share();
  await c(page).press("Shift+ArrowLeft");
  const moved = Number(await c(page).getAttribute("aria-valuenow"));
  expect(moved).toBeLessThan(105);
  expect(Math.abs((await lesson.number(`trace:${moved}`, "p[3]")) - before)).toBeLessThan(0.001);
  await expect(verdict).toContainText("safe");
  await c(page).press("Home");
  await expect(verdict).toContainText("Overflow");
  await c(page).press("End");
  await expect(verdict).toContainText(/0 \/ 0|No number/);
  await page.getByRole("button", { name: "The largest: c = m" }).click();
  await expect(verdict).toContainText("safe");

  await c(page).scrollIntoViewIfNeeded();
  const track = (await c(page).boundingBox())!;
  await page.mouse.click(track.x + track.width * 0.02, track.y + track.height / 2);
  await expect(verdict).toContainText("Overflow");
});

test("the proof comes step by step, by clicks and by keys", async ({ lesson, page }) => {
  await lesson.visit("max-trick");
  const proof = page.getByRole("figure", { name: /proof by clicks/ });
  await expect(proof.getByRole("listitem")).toHaveCount(1);
  const next = proof.getByRole("button", { name: /Next step|Start over/ });
  await next.click();
  await expect(proof.getByRole("listitem")).toHaveCount(2);
  for (let step = 0; step < 7; step++) await next.press("ArrowRight");
  await expect(proof.getByRole("listitem")).toHaveCount(7);
  await next.press("ArrowLeft");
  expect(await lesson.settledHash()).toContain("proof=6");
});

test("the programs hold the learner's numbers, as text, and are copied so", async ({
  lesson,
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await lesson.visit("max-trick?logits=1.5,-inf,20&program=cpp");
  const program = page.getByRole("region", { name: "The program in C++" });
  await expect(program).toContainText("{1.5f, -inf, 20.0f}");
  await page.getByText("NumPy", { exact: true }).click();
  await page.getByRole("button", { name: "Copy the program" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Copied" })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain("np.array([1.5, -np.inf, 20.0], dtype=np.float32)");
  expect(copied).toMatch(/^import numpy as np\n/u);
});

test("a link restores logits, format, c and the place in the proof", async ({ lesson, page }) => {
  await lesson.visit("max-trick?logits=0,-18,inf&format=e4m3&c=2.5&proof=3");
  await expect(logits(page)).toHaveValue("0, -18, inf");
  await expect(page.getByLabel("Exponent bits, as a number").first()).toHaveValue("4");
  await expect(c(page)).toHaveAttribute("aria-valuenow", "2.5");
  await expect(
    page.getByRole("figure", { name: /proof by clicks/ }).getByRole("listitem"),
  ).toHaveCount(3);
});
