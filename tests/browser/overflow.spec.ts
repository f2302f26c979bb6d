/** The figures of the stage on where floats break: what a learner does in them, and the figures that are known. */
import type { Page } from "@playwright/test";
import { expect, test } from "./lesson";

const figure = (page: Page, name: string) => page.getByRole("figure", { name });
const value = (page: Page, figureName: string, name: string) =>
  expect.poll(async () =>
    Number(
      await figure(page, figureName)
        .locator(`data[data-name="${name}"]`)
        .first()
        .getAttribute("value"),
    ),
  );

test("every format says where it ends", async ({ lesson, page }) => {
  await lesson.visit("overflow");
  const ends = figure(page, "Where each format ends");
  for (const [format, log, first] of [
    ["fp64", 709.7827, 709.7827],
    ["fp32", 88.7228, 88.7228],
    ["fp16", 11.0899, 11.09375],
    ["bf16", 88.7189, 89],
    ["fp8e5m2", 10.9568, 12],
    ["fp8e4m3", 6.1048, 6.5],
  ] as const) {
    const read = async (letter: string) =>
      Number(await ends.locator(`data[data-name="${letter}[${format}]"]`).getAttribute("value"));
    expect(await read("lnceiling")).toBeCloseTo(log, 4);
    expect(await read("overflows")).toBeCloseTo(first, 4);
  }
});

test("FP16 loses 11.09, which it stores as more, and holds the number before", async ({
  lesson,
  page,
}) => {
  const all = "e to the x, in every format";
  await lesson.visit("overflow");
  const typed = figure(page, all).getByRole("textbox");
  await typed.fill("11.09");
  await value(page, all, "held[fp16]").toBe(11.09375);
  await value(page, all, "power[fp16]").toBe(Infinity);
  await typed.fill("11.0859375");
  await value(page, all, "power[fp16]").toBe(65248);
  await typed.fill("11,x");
  await expect(typed).toHaveValue("11,x");
  await expect(typed).toHaveAttribute("aria-invalid", "true");
  await value(page, all, "power[fp16]").toBe(65248);
});

test("the curve's x is dragged and moved by keys, and the link keeps it", async ({
  lesson,
  page,
}) => {
  const curve = "The curve and its ceilings";
  await lesson.open("overflow?input=0");
  const slider = figure(page, curve).getByRole("slider");
  await slider.focus();
  await page.keyboard.press("End");
  await value(page, curve, "held[fp16]").toBe(20);
  const box = (await slider.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 4, box.y + 100, { steps: 4 });
  await page.mouse.up();
  await value(page, curve, "held[fp16]").toBeCloseTo(-10, 0);
  const hash = await lesson.settledHash();
  const held = await lesson.number("power", "held[fp16]");
  await lesson.open(hash.replace("#/", ""));
  expect(await lesson.number("power", "held[fp16]")).toBe(held);
});

test("bits are turned over by click and by key", async ({ lesson, page }) => {
  const bits = "The bits of a number";
  await lesson.visit("overflow?number=1");
  const cells = page.getByRole("group", { name: /The bits of the number/ });
  await cells.getByRole("button", { name: "sign" }).click();
  await value(page, bits, "held").toBe(-1);
  await page.keyboard.press("End");
  await page.keyboard.press("1");
  await value(page, bits, "held").toBe(-1 - 2 ** -10);
  await page.keyboard.press("1");
  await value(page, bits, "held").toBe(-1 - 2 ** -10);
  await page.keyboard.press("Space");
  await value(page, bits, "held").toBe(-1);
});

for (const [typed, stored] of [
  ["65504", 65504],
  ["65519.99", 65504],
  ["65520", Infinity],
  ["70000", Infinity],
  ["−65520", -Infinity],
  ["NaN", NaN],
] as const) {
  test(`FP16 stores ${typed} as ${stored}`, async ({ lesson, page }) => {
    await lesson.visit("overflow");
    await page.getByRole("textbox", { name: "The number" }).fill(typed);
    await value(page, "The bits of a number", "held").toBe(stored);
  });
}

test("a NaN made bit by bit comes back from the link with all its bits", async ({
  lesson,
  page,
}) => {
  await lesson.visit("overflow?number=inf");
  const cells = page.getByRole("group", { name: /The bits of the number/ });
  await cells.getByRole("button", { name: "fraction, bit 7 of 10" }).click();
  await value(page, "The bits of a number", "held").toBeNaN();
  const pattern = async () => {
    await cells.scrollIntoViewIfNeeded(); // what is out of sight has no text of its own
    return (await cells.innerText()).replace(/\D/g, "");
  };
  await expect.poll(pattern).toBe("0111110000001000");
  await lesson.open((await lesson.settledHash()).replace("#/", ""));
  await expect.poll(pattern).toBe("0111110000001000");
});

test("the naive softmax is stepped into NaN, the shifted one is not", async ({ lesson, page }) => {
  const row = "One row, with the shift and without";
  await lesson.visit("overflow");
  const step = figure(page, row).getByRole("button", { name: "Step" });
  for (let at = 0; at < 4; at++) await step.click();
  const naive = figure(page, row).locator('data[data-world="trace:none"][data-name="p[1,1]"]');
  await expect(naive).toHaveClass(/nan/);
  await expect(
    figure(page, row).locator('data[data-world="trace:max"][data-name="p[1,3]"]'),
  ).toHaveText("0.946");
  await figure(page, row).getByRole("button", { name: "11, 11", exact: true }).click();
  await expect(naive).toHaveAttribute("value", "0");
  await expect(figure(page, row)).toContainText("a number over ∞ is 0");
  await figure(page, row).getByRole("button", { name: "Back" }).click();
  await expect(figure(page, row)).toContainText("the sum is too large and becomes ∞");
});

test("poison spreads from one score through Z and all of the next layer", async ({
  lesson,
  page,
}) => {
  const poison = "Counting what is poisoned";
  await lesson.visit("overflow?amplified=3");
  await value(page, poison, "nans[naive,weights,1]").toBe(1);
  await value(page, poison, "nans[naive,context,1]").toBe(2);
  await value(page, poison, "nans[naive,context,2]").toBe(6);
  await value(page, poison, "nans[shifted,context,3]").toBe(0);
  await figure(page, poison)
    .getByRole("textbox", { name: /All vectors times/ })
    .fill("2");
  await value(page, poison, "nans[naive,context,3]").toBe(0);
});

test("weights are lost below half the smallest number", async ({ lesson, page }) => {
  await lesson.visit("overflow?below=18");
  const lost = figure(page, "The weight of a score far below");
  await expect(lost.getByRole("row", { name: /^FP16/ })).toContainText("underflow");
  await lost.getByRole("button", { name: "17 below" }).click();
  await expect(lost.getByRole("row", { name: /^FP16/ })).toContainText("5.96·10⁻⁸");
  await lost.getByRole("button", { name: "110 below" }).click();
  await expect(lost.getByRole("row", { name: /^FP32/ })).toContainText("−110");
});

for (const [button, sum, total] of [
  ["4096 in FP16", 2048, 2],
  ["3000 in FP16", 2048, 1.46484375],
  ["300 in BF16", 256, 1.171875],
  ["300 in BF16, summed in FP32", 300, 0.997925],
] as const) {
  test(`equal logits, ${button}: the sum is ${sum}`, async ({ lesson, page }) => {
    const stall = "A sum that stops growing";
    await lesson.visit("overflow?terms=7");
    await figure(page, stall).getByRole("button", { name: button, exact: true }).click();
    await value(page, stall, "sum").toBe(sum);
    await value(page, stall, "total").toBeCloseTo(total, 6);
  });
}

test("partial sums overflow in FP16 and not in FP32", async ({ lesson, page }) => {
  const products = "A dot product, summed in a format";
  await lesson.visit("overflow");
  await value(page, products, "result").toBeNaN();
  await figure(page, products).getByText("FP32", { exact: true }).click();
  await value(page, products, "result").toBe(0);
});

for (const [button, first, verdict] of [
  ["−65504, all masked", NaN, "−∞ − (−∞) is NaN"],
  ["−65504, scores nearer to 0", 0.5, "the mask has leaked"],
  ["−10000, all masked", 0.5, "the mask has leaked"],
  ["−10000, far apart", 0, "The mask leaks"],
  ["−1e9 in FP16", 1, "The mask holds"],
  ["−1e9 in FP32, all masked", 1 / 3, "the mask has leaked"],
  ["1 and 0 added", 0.880797, "The mask leaks"],
] as const) {
  test(`masks: ${button}`, async ({ lesson, page }) => {
    const mask = "A mask that is added";
    await lesson.visit("overflow");
    await figure(page, mask).getByRole("button", { name: button, exact: true }).click();
    await expect(figure(page, mask)).toContainText(verdict);
    if (Number.isNaN(first)) await value(page, mask, "p[1]").toBeNaN();
    else await value(page, mask, "p[1]").toBeCloseTo(first, 6);
  });
}

test("a format of one's own is used by every figure, and kept in the link", async ({
  lesson,
  page,
}) => {
  const own = figure(page, "A format of your own");
  await lesson.visit("overflow");
  await own.getByRole("button", { name: "6 bits: E3M2" }).click();
  await expect(own.getByRole("img", { name: /All 28 finite numbers/ })).toBeVisible();
  await own.getByRole("button", { name: "One more of Exponent bits" }).click();
  await value(page, "A format of your own", "ceiling[e4m2]").toBe(224);
  await expect(figure(page, "e to the x, in every format")).toContainText("Your E4M2");
  await lesson.open((await lesson.settledHash()).replace("#/", ""));
  await expect(own).toContainText("Your E4M2");
});
