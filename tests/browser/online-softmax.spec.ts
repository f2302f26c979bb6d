import type { Page } from "@playwright/test";
import { expect, test } from "./lesson";

/** A row in which the maximum rises at the second and at the fourth key: scores 0, 2, 2, 4. */
const LOAN = "online-softmax?seq=loan&i=4&m=2";

const figure = (page: Page, name: string) => page.getByRole("figure", { name, exact: true });
const steps = (page: Page) => figure(page, "Online softmax, tile by tile");
const states = (page: Page) =>
  steps(page).getByRole("table", { name: "The state after every tile" });
const stepper = (page: Page) => steps(page).getByRole("button", { name: "Step", exact: true });
const slider = (page: Page, exhibit: string, name: string) =>
  figure(page, exhibit).getByRole("slider", { name, exact: true });

test("a tile takes three steps, and leaves a state", async ({ lesson, page }) => {
  await lesson.visit(LOAN);
  await expect(states(page).locator("data")).toHaveText(["−∞", "0", "0"]);
  for (const step of [1, 2, 3]) {
    await stepper(page).click();
    await expect(page).toHaveURL(new RegExp(`step=${step}(&|$)`));
  }
  await expect(states(page).locator("data[data-name='l[1]']")).toHaveText("1");
  await expect(states(page).locator("data[data-name='l[2]']")).toHaveCount(0);
});

test("a new maximum shrinks what was collected, and a bar shows by how much", async ({
  lesson,
  page,
}) => {
  await lesson.visit(`${LOAN}&step=11`);
  // The fourth key lies 2 above the maximum; e⁻² in FP16.
  expect(await lesson.number("online", "rescale[4]")).toBe(1109 / 8192);
  const [was, left] = await Promise.all(
    [".was", ".held"].map((part) => steps(page).locator(part).first().boundingBox()),
  );
  expect(left!.width / was!.width).toBeCloseTo(0.135, 1);
  await stepper(page).click();
  await expect(steps(page).locator(".was").first()).toBeVisible();
  await expect(steps(page).locator(".piece").first()).toBeVisible();
});

test("the walk goes back, starts again, and by the table to any tile", async ({ lesson, page }) => {
  await lesson.visit(`${LOAN}&step=12`);
  await states(page).getByRole("button", { name: "bank", exact: true }).click();
  expect(await lesson.settledHash()).toContain("step=6");
  await page.keyboard.press("ArrowDown");
  expect(await lesson.settledHash()).toContain("step=9");
  await steps(page).getByRole("button", { name: "Back", exact: true }).click();
  expect(await lesson.settledHash()).toContain("step=8");
  await steps(page).getByRole("button", { name: "Start", exact: true }).click();
  await expect(states(page).locator("data")).toHaveCount(3);
});

test("the keys of the figure are chosen by arrow keys and by touch", async ({ lesson, page }) => {
  await lesson.visit(LOAN);
  const ridge = steps(page).getByRole("slider", { name: /Scores of loan/ });
  await ridge.focus();
  await page.keyboard.press("ArrowRight");
  await expect(ridge).toHaveAttribute("aria-valuetext", /bank: score 2, not read yet/);
  const box = (await ridge.boundingBox())!;
  await page.mouse.click(box.x + box.width * 0.9, box.y + 40);
  await expect(ridge).toHaveAttribute("aria-valuetext", /loan: score 4/);
});

test("larger tiles are fewer; one tile is two passes with one division", async ({
  lesson,
  page,
}) => {
  await lesson.visit(`${LOAN}&step=12`);
  const tile = slider(page, "Online softmax, tile by tile", "Keys in a tile");
  await tile.focus();
  await page.keyboard.press("End");
  await expect(states(page).locator("tbody tr")).toHaveCount(2);
  await expect(states(page).locator("data[data-name='m[1]']")).toHaveText("4");
  await expect(figure(page, "The order of the tiles")).toContainText("only one tile");
});

test("read backwards the row ends on another number of the format", async ({ lesson, page }) => {
  await lesson.visit(LOAN);
  expect(await lesson.number("online", "ulps[2]")).toBe(0);
  const orders = figure(page, "The order of the tiles");
  await orders.getByRole("button", { name: "Backwards", exact: true }).click();
  await expect.poll(() => lesson.number("online", "ulps[2]")).toBe(3);
  const same = figure(page, "Tile by tile, and in two passes");
  await expect(same.locator(".unlike").first()).toBeVisible();
  // Every order of four tiles is there, each by the keyboard.
  await expect(orders.locator("li button")).toHaveCount(24);
  await orders.locator("li button[aria-pressed=true]").focus();
  await page.keyboard.press("ArrowLeft");
  await expect(orders.locator("li button[aria-pressed=true]")).toBeFocused();
  expect(await lesson.settledHash()).not.toContain("tileOrder=24");
});

test("without rescaling early keys keep too much; with the sum's alone the shares pass one", async ({
  lesson,
  page,
}) => {
  await lesson.visit(LOAN);
  const trap = figure(page, "Forgetting to rescale");
  await expect.poll(() => lesson.number("forgetful", "total")).toBeCloseTo(1, 2);
  await trap.getByText("nothing", { exact: true }).click();
  const first = async (world: string) => lesson.number(world, "share[1]");
  expect(await first("forgetful")).toBeGreaterThan(10 * (await first("forgetful-right")));
  await expect.poll(() => lesson.number("forgetful", "total")).toBeCloseTo(1, 2);
  await trap.getByText("only the sum").click();
  await expect.poll(() => lesson.number("forgetful", "total")).toBeGreaterThan(1.5);
});

test("a maximum that begins at 0 ends in NaN when the scores lie low", async ({ lesson, page }) => {
  await lesson.visit(`${LOAN}&start=zero`);
  const field = figure(page, "Where the maximum begins").getByRole("textbox");
  await field.fill("100");
  await expect.poll(() => lesson.number("started", "total")).toBeNaN();
  expect(await lesson.number("started-right", "total")).toBeCloseTo(1, 2);
  await field.fill("much");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveValue("much");
  expect(await lesson.number("started", "l[4]")).toBe(0);
});

test("a first tile of masked keys gives NaN; backwards or guarded it does not", async ({
  lesson,
  page,
}) => {
  await lesson.visit(`${LOAN}&masked=1`);
  const trap = figure(page, "A first tile with nothing to attend to");
  const result = () => lesson.number("maskedfirst", "quotient[4]");
  expect(await result()).toBeNaN();
  await expect(trap.locator("data.nan").first()).toBeVisible();
  await trap.getByText("backwards").click();
  await expect.poll(result).not.toBeNaN();
  await trap.getByText("forwards").click();
  await trap.getByText("subtract 0, as kernels do").click();
  await expect.poll(result).not.toBeNaN();
  await trap.getByRole("slider", { name: "Masked, from the first on" }).press("End");
  await expect.poll(result).toBe(0);
});

test("the memory of 8192 tokens is 256 MiB whole, 2 MiB in tiles of 64", async ({
  lesson,
  page,
}) => {
  await lesson.visit("online-softmax");
  await slider(page, "The memory of the scores", "Tokens, T").press("End");
  await expect.poll(() => lesson.number("memory:8192,64", "wholemib")).toBe(256);
  expect(await lesson.number("memory:8192,64", "whole")).toBe(8192 * 8192);
  expect(await lesson.number("memory:8192,64", "stripmib")).toBe(2);
  await slider(page, "The memory of the scores", "Tokens, T").press("Home");
  await expect.poll(() => lesson.number("memory:64,64", "saved")).toBe(1);
});

test("a link restores the walk, the tiles, their order, the format and the traps", async ({
  lesson,
}) => {
  const link =
    "seq=loan&i=4&m=2&step=5&format=bf16&tile=2&tileOrder=2&rescaling=neither&start=low&lower=20&masked=1&guarded=yes&long=512&block=16";
  await lesson.visit(`online-softmax?${link}`);
  expect(await lesson.number("online", "m[1]")).toBe(4);
  expect(new URLSearchParams((await lesson.settledHash()).split("?")[1]).toString()).toBe(
    new URLSearchParams(link).toString(),
  );
  await lesson.open("online-softmax?tile=0&tileOrder=99&step=9999");
  expect(await lesson.number("online", "l[3]")).toBeGreaterThan(1);
});

test("a row of 64 keys fits the window and follows the keys", async ({ lesson, page }) => {
  const numbers = Array.from({ length: 64 }, (_, k) => (((k * 37) % 64) - 32) / 16);
  const names = numbers.map((_, k) => `t${k}`).join(",");
  await lesson.visit(`online-softmax?tokens=${names}&x=${numbers.join(";")}&i=3`);
  const tile = slider(page, "Online softmax, tile by tile", "Keys in a tile");
  await tile.focus();
  await page.keyboard.press("ArrowRight");
  await expect(tile).toHaveAttribute("aria-valuetext", "2");
  await lesson.expectNoSidewaysScroll();
});
