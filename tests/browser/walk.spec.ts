import { expect, test } from "./lesson";

test("walks through every stage by the buttons", async ({ lesson, page }) => {
  await lesson.open("");
  const count = await lesson.stages.count();
  expect(count).toBeGreaterThanOrEqual(5);
  const seen = new Set<string>();
  for (let at = 0; at < count; at++) {
    seen.add((await page.getByRole("heading", { level: 1 }).textContent())!);
    const next = page.locator("a[rel=next]");
    if (at + 1 < count) {
      await next.click();
      await expect(lesson.stages.nth(at + 1)).toHaveAttribute("aria-current", "page");
      await lesson.ready();
    } else await expect(next).toHaveCount(0);
  }
  expect(seen.size).toBe(count);
});

test("walks there and back by the arrow keys, the focus on the heading", async ({
  lesson,
  page,
}) => {
  await lesson.open("");
  const count = await lesson.stages.count();
  for (let at = 1; at < count; at++) {
    await page.keyboard.press("ArrowRight");
    await expect(lesson.stages.nth(at)).toHaveAttribute("aria-current", "page");
    await lesson.ready();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  }
  for (let at = count - 2; at >= 0; at--) {
    await page.keyboard.press("ArrowLeft");
    await expect(lesson.stages.nth(at)).toHaveAttribute("aria-current", "page");
  }
});

test("reaches a stage by the table of contents with the keyboard alone", async ({
  lesson,
  page,
}) => {
  await lesson.open("");
  const softmax = page
    .getByRole("navigation", { name: "Stages" })
    .getByRole("link", { name: "Softmax", exact: true });
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press("Tab");
    if (await softmax.evaluate((link) => link === document.activeElement)) break;
  }
  await page.keyboard.press("Enter");
  await expect(softmax).toHaveAttribute("aria-current", "page");
});

test("opens the table of contents on a phone", async ({ lesson, page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await lesson.open("");
  await page.getByRole("button", { name: "all stages" }).click();
  await page.getByRole("link", { name: "Context", exact: true }).click();
  await expect(page).toHaveURL(/#\/context/);
  await lesson.ready();
});

test("lists the stages to come without opening them", async ({ lesson, page }) => {
  await lesson.open("");
  const entries = page.getByRole("navigation", { name: "Stages" }).getByRole("listitem");
  for (const entry of await entries.all()) {
    const links = await entry.getByRole("link").count();
    expect(links === 1 || (await entry.textContent())!.includes("to come")).toBe(true);
  }
});

test("the browser's back button returns to the stage before", async ({ lesson, page }) => {
  await lesson.open("score-matrix");
  await page.locator("a[rel=next]").click();
  await expect(page).toHaveURL(/#\/softmax/);
  await page.goBack();
  await expect(page).toHaveURL(/#\/score-matrix/);
  await expect(
    page.getByRole("navigation", { name: "Stages" }).locator("[aria-current]"),
  ).toHaveText("The score matrix");
});

test("back, forward and loading anew return to the place on the page", async ({ lesson, page }) => {
  const part = page.getByRole("heading", { name: "So do it again" });
  const top = async () => Math.round((await part.boundingBox())?.y ?? NaN);
  await lesson.open("context");
  await part.evaluate((heading) => heading.scrollIntoView());
  await lesson.ready();
  await lesson.settledHash(); // the place is kept once scrolling rests
  const before = await top();

  await lesson.stages.filter({ hasText: "Scaling" }).click();
  await lesson.ready();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await lesson.ready();
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(100);
  await page.reload();
  await lesson.ready();
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(100);
});

test("a figure that is stepped to its end keeps the focus", async ({ lesson, page }) => {
  await lesson.open("context");
  const player = page.getByRole("group", { name: "Step by step" }).first();
  const step = player.getByRole("button", { name: "Step", exact: true });
  await step.focus();
  for (let presses = 0; presses < 12; presses++) await page.keyboard.press("Enter");
  await expect(step).toHaveAttribute("aria-disabled", "true");
  await expect(step).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(page).toHaveURL(/#\/context/);
});

test("a click holds a matrix's cell, keys hold none", async ({ lesson, page }) => {
  await lesson.open("score-matrix?seq=bank");
  const matrix = page.getByRole("grid").first();
  const cell = (at: number) => matrix.getByRole("gridcell").nth(at);
  const held = page.getByText("held; click the cell again to let go").first();
  await cell(0).hover();
  await page.mouse.move(0, 0);
  await cell(0).focus();
  for (const key of ["ArrowRight", "ArrowLeft", " "]) await page.keyboard.press(key);
  await expect(cell(0)).toHaveAttribute("aria-selected", "true");
  await expect(held).toHaveCount(0);
  await cell(0).click();
  await expect(held).toBeVisible();
  await cell(1).hover();
  await expect(cell(0)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowRight");
  await expect(held).toHaveCount(0);
});
