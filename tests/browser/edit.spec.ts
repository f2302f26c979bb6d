import { expect, test } from "./lesson";
import type { Page } from "@playwright/test";

const edit = (page: Page) => page.getByRole("button", { name: "Edit", exact: true }).click();
const cell = (page: Page, token: string, dimension: number) =>
  page.getByRole("textbox", { name: `${token}, dimension ${dimension}` });
const problem = (page: Page) => page.locator(".problem:not(:empty)");

test("a number typed into the grid changes every figure", async ({ lesson, page }) => {
  await lesson.open("score-matrix");
  await edit(page);
  await cell(page, "x₃", 1).fill("2");
  await expect.poll(() => lesson.number("sequence", "omega[1,3]")).toBe(2);
  await expect.poll(() => lesson.number("sequence", "omega[3,3]")).toBe(5);
});

test("the grid takes numbers as people write them", async ({ lesson, page }) => {
  await lesson.open("score-matrix");
  await edit(page);
  for (const [typed, value] of [
    ["−0.5", -0.5],
    ["0,5", 0.5],
    ["\u00a01.5 ", 1.5],
    ["\ufeff2", 2],
    ["1e-3", 0.001],
    [".5", 0.5],
  ] as const) {
    await test.step(JSON.stringify(typed), async () => {
      await cell(page, "x₁", 1).fill(typed);
      await expect.poll(() => lesson.number("sequence", "omega[1,3]")).toBe(Math.fround(value));
    });
  }
});

test("a number typed key by key stays as it is typed", async ({ lesson, page }) => {
  await lesson.open("score-matrix");
  await edit(page);
  const field = cell(page, "x₁", 1);
  for (const [typed, value] of [
    ["-0.5", -0.5],
    ["−0,001", -0.001],
    [".05", 0.05],
    ["1e-10", 1e-10],
    ["1e12", 1e12],
    ["1.50", 1.5],
  ] as const) {
    await test.step(typed, async () => {
      await field.click({ clickCount: 3 });
      await field.pressSequentially(typed);
      await expect(field).toHaveValue(typed);
      await expect.poll(() => lesson.number("sequence", "omega[1,3]")).toBe(Math.fround(value));
      await field.blur(); // then it is written as the lesson writes numbers
      await expect(field).toHaveValue(String(value));
    });
  }
});

test("what is no number is told of until it is mended, or the sequence is another", async ({
  lesson,
  page,
}) => {
  await lesson.open("score-matrix");
  await edit(page);
  await cell(page, "x₁", 1).fill("abc");
  await cell(page, "x₂", 1).fill("5");
  await expect(problem(page)).toContainText("Row 1, column 1");
  await expect(cell(page, "x₁", 1)).toHaveValue("abc");
  await page.getByRole("textbox", { name: "Name of token 3" }).fill(" ");
  await expect(problem(page)).toContainText("Row 3: a token needs a name");
  await page.getByRole("combobox", { name: "Sequence" }).selectOption("bank");
  await expect(problem(page)).toHaveCount(0);
  await expect(page.locator(".editor [aria-invalid=true]")).toHaveCount(0);
});

test("the grid is walked by keys, and the focus is never lost", async ({ lesson, page }) => {
  const x = Array.from({ length: 3 }, () => Array(14).fill(0).join(",")).join(";");
  await lesson.open(`score-matrix?tokens=a,b,c&x=${x}`);
  await edit(page);
  await cell(page, "a", 2).focus();
  await page.keyboard.press("ArrowDown");
  await expect(cell(page, "b", 2)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(cell(page, "c", 2)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(cell(page, "b", 2)).toBeFocused();
  await page.getByRole("button", { name: "all 14", exact: true }).press("Enter");
  await expect(cell(page, "a", 13)).toBeFocused();
  await page.getByRole("button", { name: "Remove token 3" }).press("Enter");
  await expect(page.getByRole("textbox", { name: "Name of token 2" })).toBeFocused();
});

test("the grid refuses what is no number, keeps it and the picture", async ({ lesson, page }) => {
  await lesson.open("score-matrix");
  const before = await lesson.numbers();
  await edit(page);
  const field = cell(page, "x₂", 2);
  for (const typed of ["", "-", "1e", "abc", "1e400", "5,0,1", "NaN", "Infinity"]) {
    await test.step(JSON.stringify(typed), async () => {
      await field.fill(typed);
      await expect(problem(page)).toContainText("Row 2, column 2");
      await expect(field).toHaveAttribute("aria-invalid", "true");
      await expect(field).toHaveValue(typed);
      expect(await lesson.numbers()).toEqual(before);
    });
    await field.fill("1");
    await expect(problem(page)).toHaveCount(0);
  }
});

test("tokens and dimensions come and go", async ({ lesson, page }) => {
  await lesson.open("score-matrix");
  await edit(page);
  await page.getByRole("button", { name: "Add a token" }).click();
  await page.getByRole("button", { name: "Add a dimension" }).click();
  await cell(page, "x4", 3).fill("7");
  await expect.poll(() => lesson.number("sequence", "omega[4,4]")).toBe(49);
  await page.getByRole("button", { name: /Remove token 1/ }).click();
  await expect.poll(() => lesson.number("sequence", "omega[3,3]")).toBe(49);
  await page.getByRole("button", { name: "Remove the last dimension" }).click();
  await expect.poll(() => lesson.number("sequence", "omega[3,3]")).toBe(0);
});

test("dimensions keep their names while others come and go, and in the link", async ({
  lesson,
  page,
}) => {
  await lesson.open("score-matrix?seq=bank");
  await edit(page);
  const headings = page.locator(".editor").getByRole("columnheader");
  await page.getByRole("button", { name: "Add a dimension" }).click();
  await expect(headings).toHaveText(["token", "water", "money", "animal", "grammar", "5"]);
  await lesson.open((await lesson.settledHash()).slice("#/".length));
  await edit(page);
  await expect(headings).toHaveText(["token", "water", "money", "animal", "grammar", "5"]);
  for (let presses = 0; presses < 2; presses++)
    await page.getByRole("button", { name: "Remove the last dimension" }).click();
  await expect(headings).toHaveText(["token", "water", "money", "animal"]);
});

const many = (count: number, name: (k: number) => string | number) =>
  Array.from({ length: count }, (_, k) => name(k));

test("a large grid shows its names and its far lines, wherever it is scrolled to", async ({
  lesson,
  page,
}) => {
  const row = many(100, (m) => m % 10).join(",");
  await lesson.open(
    `pattern?tokens=${many(20, (i) => `t${i}`)}&x=${many(20, () => row).join(";")}`,
  );
  await edit(page);
  await page.getByRole("button", { name: "all 100" }).press("Enter");
  const grid = page.getByRole("table", { name: "The vectors themselves" });
  const field = page.getByRole("textbox", { name: "t10, dimension 90" });
  await grid.scrollIntoViewIfNeeded();
  await grid.evaluate((element) => element.scrollTo(element.scrollWidth, element.scrollHeight));
  // Whatever lies at a point of the frame, a little within its corners.
  const at = (x: "left" | "right", y: "top" | "bottom") =>
    grid.evaluate(
      (element, [x, y]) => {
        const { left, top } = element.getBoundingClientRect();
        const right = left + element.clientWidth;
        const bottom = top + element.clientHeight;
        const found = document.elementFromPoint(
          x === "left" ? left + 12 : right - 130,
          y === "top" ? top + 3 : bottom - 12,
        );
        return found?.getAttribute("aria-label") ?? found?.textContent;
      },
      [x, y] as const,
    );
  expect(await at("left", "top")).toBe("token");
  expect(await at("right", "top")).toBe("100");
  expect(await at("left", "bottom")).toBe("Name of token 20");
  expect(await at("right", "bottom")).toBe("t19, dimension 100");

  // Lines far to the right are painted: a field with a number does not look like one without.
  await field.focus();
  const painted = await field.screenshot();
  await field.evaluate((element) => ((element as HTMLInputElement).value = ""));
  expect((await field.screenshot()).equals(painted)).toBe(false);

  // The focus stands clear of the names, which way ever it comes.
  for (const key of ["ArrowUp", "ArrowDown", "Shift+Tab"]) {
    for (let presses = 0; presses < 12; presses++) await page.keyboard.press(key);
    const seen = await page.evaluate(() => {
      const focused = document.activeElement!;
      const { left, right, top, bottom } = focused.getBoundingClientRect();
      return [
        [left + 2, top + 2],
        [right - 2, bottom - 2],
      ].map(([x, y]) => document.elementFromPoint(x!, y!) === focused);
    });
    expect(seen, key).toEqual([true, true]);
  }
});

test("a table pasted from a spreadsheet becomes the sequence", async ({ lesson, page }) => {
  await lesson.open("score-matrix");
  await edit(page);
  await page.getByLabel("Paste vectors").fill("\ufeffriver\t0,5\t1,25\r\nbank\t1\t0\r\n");
  await page.getByRole("button", { name: "Use these vectors" }).click();
  await expect.poll(() => lesson.number("sequence", "omega[1,2]")).toBe(0.5);
  await expect(page.getByRole("list", { name: /Tokens/ })).toContainText("river");
});

test("an ambiguous paste is a question, not a guess", async ({ lesson, page }) => {
  await lesson.open("score-matrix");
  await edit(page);
  await page.getByLabel("Paste vectors").fill("1,5");
  await page.getByRole("button", { name: "Use these vectors" }).click();
  const [readings] = [
    page.locator(".editor form").last().locator(".buttons").first().getByRole("button"),
  ];
  await expect(readings).not.toHaveCount(0);
  await readings.first().click();
  await expect.poll(() => lesson.number("sequence", "omega[1,1]")).not.toBeNaN();
});

test("a blank cell in a paste is named, the text and the picture kept", async ({
  lesson,
  page,
}) => {
  await lesson.open("score-matrix");
  const before = await lesson.numbers();
  await edit(page);
  await page.getByLabel("Paste vectors").fill("1\t\t3");
  await page.getByRole("button", { name: "Use these vectors" }).click();
  await expect(problem(page)).toContainText(/row 1, column 2/i);
  await expect(page.getByLabel("Paste vectors")).toHaveValue("1\t\t3");
  expect(await lesson.numbers()).toEqual(before);
});

test("a sentence is looked up in real word vectors; unknown words are named", async ({
  lesson,
  page,
}) => {
  await lesson.open("score-matrix");
  await edit(page);
  const sentence = page.getByLabel(/sentence of your own/);
  await sentence.fill("the bank of the rivvver");
  await page.getByRole("button", { name: "Look up" }).click();
  await expect(problem(page)).toContainText("rivvver");
  await expect(sentence).toHaveValue("the bank of the rivvver");
  expect(await lesson.number("sequence", "omega[1,3]")).toBe(1);

  await sentence.fill("the bank of the river");
  await page.getByRole("button", { name: "Look up" }).click();
  await expect.poll(() => lesson.number("sequence", "omega[2,5]")).toBeCloseTo(16.6, 0);
});

test("more tokens than the lesson takes are refused with the limit", async ({ lesson, page }) => {
  await lesson.open("score-matrix");
  await edit(page);
  await page.getByLabel(/sentence of your own/).fill("the ".repeat(65));
  await page.getByRole("button", { name: "Look up" }).click();
  await expect(problem(page)).toContainText("64");
});

test("the learner's text never becomes markup", async ({ lesson, page }) => {
  await lesson.open("score-matrix");
  await edit(page);
  await page
    .getByRole("textbox", { name: "Name of token 1" })
    .fill('<img src=x onerror="alert(1)">');
  await expect(page.getByRole("list", { name: /Tokens/ })).toContainText("<img src=x");
  await expect(page.locator("img")).toHaveCount(0);
});
