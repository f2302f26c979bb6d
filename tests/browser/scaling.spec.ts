import { expect, test } from "./lesson";
import type { Page } from "@playwright/test";

const walks = (page: Page) =>
  page.getByRole("slider", { name: "Components that query and keys have" });
const curves = (page: Page) => page.getByRole("slider", { name: /^Components d, for/ });
const trap = (page: Page) => page.getByRole("figure", { name: "The wrong root" });

test("the walks follow the pointer, the keys and the field, and the link keeps them", async ({
  lesson,
  page,
}) => {
  await lesson.open("scaling");
  const plot = walks(page);
  await plot.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await plot.boundingBox())!;
  await page.mouse.move(x + width / 4, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 5 });
  await page.mouse.up();
  await expect(plot).toHaveAttribute("aria-valuenow", "512");
  await page.mouse.move(x + width / 4, y + height / 2);
  await expect(plot).toHaveAttribute("aria-valuenow", "512");

  await plot.press("ArrowRight");
  await plot.press("Shift+ArrowRight");
  await expect(plot).toHaveAttribute("aria-valuenow", "529");
  await plot.press("End");
  await plot.press("ArrowRight");
  await expect(plot).toHaveAttribute("aria-valuenow", "1024");
  expect(await lesson.number("walk:none", "omega[1,1]")).not.toBe(0);
  expect(await lesson.settledHash()).toContain("walked=1024");

  const field = page.getByRole("textbox", { name: "Components d, as a number" }).first();
  await field.fill("2000");
  await expect(page.getByRole("alert").first()).toContainText("from 1 to 1024");
  await expect(field).toHaveValue("2000");
  await expect(plot).toHaveAttribute("aria-valuenow", "1024");
  await field.fill("1.5");
  await expect(page.getByRole("alert").first()).toContainText("whole number");
  await expect(field).toHaveValue("1.5");
  await expect(plot).toHaveAttribute("aria-valuenow", "1024");
  await field.fill("300");
  await expect(plot).toHaveAttribute("aria-valuenow", "300");
});

test("without √d one key takes all, with it every key keeps a share", async ({ lesson }) => {
  await lesson.visit("scaling?walked=1024");
  expect(await lesson.number("walk:none", "largest")).toBeGreaterThan(0.99);
  expect(await lesson.number("walk:sqrt", "largest")).toBeLessThan(0.75);
  const norms = [
    await lesson.number("walk:none", "norm"),
    await lesson.number("walk:sqrt", "norm"),
  ] as const;
  expect(norms[0]).toBeLessThan(norms[1] / 10);
});

test("the spread is simulated for every d, and another draw scatters", async ({ lesson, page }) => {
  await lesson.visit("scaling");
  const deviations = async () =>
    Object.fromEntries(
      (await lesson.numbers())
        .filter(({ world, name }) => world === "spread" && /deviation/.test(name))
        .map(({ name, value }) => [name, value]),
    );
  const first = await deviations();
  expect(Object.keys(first)).toHaveLength(18);
  // The deviation of n numbers is known to about 1 in √(2n); of 400, four times that is 14 %.
  for (const d of [4, 64, 1024]) {
    expect(Math.abs(first[`deviation[${d}]`]! / Math.sqrt(d) - 1)).toBeLessThan(0.14);
    expect(Math.abs(first[`divideddeviation[${d}]`]! - 1)).toBeLessThan(0.14);
  }
  await page.getByRole("button", { name: "Draw other random vectors" }).first().click();
  await expect
    .poll(async () => (await deviations())["deviation[64]"])
    .not.toBe(first["deviation[64]"]);
  await lesson.ready();
  expect(await deviations()).not.toEqual(first);
  expect(await lesson.settledHash()).toContain("seed=2");
});

test("the softmax is looked for by keys, and the curves stay hidden until asked for", async ({
  lesson,
  page,
}) => {
  await lesson.visit("scaling?dimension=16");
  const rows = page.getByRole("figure", { name: "Where softmax dies" }).locator("tbody tr");
  await expect(rows).toHaveCount(1);
  expect(await lesson.number("saturation", "remaining[16]")).toBeGreaterThan(0.5);
  await curves(page).press("ArrowRight");
  await curves(page).press("ArrowRight");
  expect(await lesson.number("saturation", "remaining[64]")).toBeLessThan(0.5);
  await expect(rows).toHaveCount(1);
  const answer = page.getByText("In the first transformer");
  await expect(answer).toHaveCount(0);
  await page.getByRole("button", { name: "Show all of d" }).click();
  await expect(answer).toBeVisible();
  await expect(rows).toHaveCount(9);
  expect(await lesson.settledHash()).toMatch(/dimension|revealed=yes/);

  const again = await page.context().newPage();
  await again.goto(page.url());
  await expect(
    again.getByRole("figure", { name: "Where softmax dies" }).locator("tbody tr"),
  ).toHaveCount(9);
});

for (const [by, first] of [
  ["√d", 0.880797],
  ["nothing", 0.982014],
  ["d", 0.731059],
  ["√d of the values", 0.791391],
  ["√d, twice", 0.731059],
] as const) {
  test(`scores of 4 and 0, divided by ${by}, give ${first}`, async ({ lesson, page }) => {
    await lesson.visit("scaling");
    await trap(page).getByText(by, { exact: true }).click();
    await expect(trap(page).locator('data[data-name="alpha[1,1]"]')).toHaveText(String(first));
    await expect(trap(page).locator('data[data-name="alpha[1,2]"]')).toHaveText(
      (1 - first).toFixed(6),
    );
  });
}

test("real words are saturated without √d, and the learner's own can be tried", async ({
  lesson,
  page,
}) => {
  await lesson.visit("scaling");
  expect(await lesson.number("glove-row:none", "omega[1,1]")).toBeCloseTo(46.4, 1);
  expect(await lesson.number("glove-row:none", "omega[1,2]")).toBeCloseTo(16.6, 1);
  expect(await lesson.number("glove-row:none", "norm")).toBeLessThan(1e-6);
  expect(await lesson.number("glove-row:sqrt", "norm")).toBeGreaterThan(0.2);
  await page.locator("label", { hasText: "your sequence" }).click();
  await page.getByRole("combobox", { name: /Query/ }).selectOption("x₃");
  expect(await lesson.number("own-row:none", "omega[3,3]")).toBe(2);
  expect(await lesson.settledHash()).toContain("i=3");
});

test("a bad number of components in a link is named", async ({ lesson, page }) => {
  await lesson.visit("scaling?dimension=65&walked=2000");
  const notices = page.getByRole("status");
  await expect(notices.filter({ hasText: /dimension: “65” must be one of 4, 8/ })).toBeVisible();
  await expect(
    notices.filter({ hasText: /walked: “2000” must be a whole number from 1/ }),
  ).toBeVisible();
});
