import type { Page } from "@playwright/test";
import { expect, test } from "./lesson";

const roles = (page: Page) => page.getByRole("figure", { name: "Three roles for one vector" });
const scores = (page: Page) => page.getByRole("figure", { name: "Scores, symmetric and not" });
const field = (page: Page, name: string) => roles(page).getByRole("textbox", { name, exact: true });

test("other matrices make symmetric scores asymmetric, and the link keeps them", async ({
  lesson,
  page,
}) => {
  await lesson.visit("qkv?i=1&j=2");
  expect(await lesson.number("head", "difference[1,2]")).toBe(0);
  await scores(page).getByText("swap", { exact: true }).click();
  await expect.poll(() => lesson.number("head", "difference[1,2]")).toBe(2);
  expect(await lesson.number("raw", "difference[1,2]")).toBe(0);

  // A number typed makes the matrices the learner's own; only what it makes changes.
  await field(page, "W_Q, row 1, column 2").fill("−2,5");
  await expect.poll(() => lesson.number("head", "q[1,2]")).toBe(-2.5);
  expect(await lesson.number("head", "k[1,2]")).toBe(0);
  await expect(scores(page).getByRole("radio", { name: "your own" })).toBeChecked();
  const bad = field(page, "W_K, row 2, column 1");
  await bad.fill("1e");
  await expect(
    roles(page).getByRole("alert").filter({ hasText: "W_K, row 2, column 1" }),
  ).toHaveCount(1);
  await expect(bad).toHaveValue("1e");
  await expect(bad).toHaveAttribute("aria-invalid", "true");
  expect(await lesson.number("head", "k[2,1]")).toBe(0);

  await roles(page)
    .getByRole("slider", { name: /a query and in a key/ })
    .fill("3");
  await roles(page)
    .getByRole("slider", { name: /in a value/ })
    .fill("1");
  await expect.poll(() => lesson.number("head", "q[1,3]")).toBe(0);
  await expect(roles(page).getByRole("region", { name: "W_V, [2, 1]" })).toBeVisible();

  const before = await lesson.numbers();
  const hash = await lesson.settledHash();
  expect(decodeURIComponent(hash)).toContain("wq=0,-2.5,0;-1,0,0");
  await lesson.open(hash.slice(2));
  expect(await lesson.numbers()).toEqual(before);
});

test("a matrix that does not fit is named at its field, kept, and can be made to fit", async ({
  lesson,
  page,
}) => {
  await lesson.visit("qkv?seq=bank&head=own&wq=1,2;3,4;5,6&i=2&j=4");
  const query = roles(page).locator("section.q");
  await expect(query.getByRole("alert")).toContainText("W_Q is [3, 2]");
  await expect(query.getByRole("alert")).toContainText("4 rows");
  // The identity stands in: the scores are the raw ones.
  expect(await lesson.number("head", "omega[2,4]")).toBe(2);
  await roles(page).getByText("Type or paste whole matrices").click();
  const pasted = page.getByLabel("W_Q, a row on a line");
  await expect(pasted).toHaveValue("1 2\n3 4\n5 6");
  await expect(pasted).toHaveAttribute("aria-invalid", "true");
  await query.getByRole("button", { name: "Cut it or fill it with zeros" }).click();
  await expect(query.locator(".problem")).toBeEmpty();
  await expect.poll(() => lesson.number("head", "q[2,1]")).toBe(4);
  await expect(pasted).toHaveValue("1 2\n3 4\n5 6\n0 0");

  const keys = page.getByLabel("W_K, a row on a line");
  await keys.fill("1 0 1\n0 1 0\n0 0 1\n1 1 1");
  await expect(roles(page).locator("section.k").getByRole("alert")).toContainText("W_Q is [4, 2]");
  await keys.fill("1\t0\n0\tx");
  await expect(keys).toHaveValue("1\t0\n0\tx");
  await expect(roles(page).getByText(/^W_K: Row 2, column 2/)).toBeVisible();
});

test("the head made by hand looks from bank at river; what does not fit says so calmly", async ({
  lesson,
  page,
}) => {
  await lesson.visit("qkv?seq=bank&head=hand&headMask=others&i=2&j=4&heads=4&reading=transposed");
  const river = await lesson.number("head", "alpha[2,4]");
  expect(river).toBeGreaterThan(0.815);
  expect(river).toBeLessThan(0.825);
  expect(await lesson.number("head", "alpha[2,2]")).toBe(0);
  expect(await lesson.number("head", "omega[1,2]")).toBe(2);
  expect(await lesson.number("head", "omega[2,1]")).toBe(0);
  // The wrong way round nothing complains, and it comes to one as well.
  expect(await lesson.number("transposed", "alpha[2,4]")).not.toBe(river);
  expect(await lesson.number("transposed", "rowsum[2]")).toBeCloseTo(1, 6);
  await expect(page.getByRole("figure", { name: "Several heads" })).toContainText(
    "head 4, grammar",
  );

  await scores(page).getByText("learned", { exact: true }).click();
  await expect(scores(page).getByRole("status").first()).toContainText(
    "of 100 numbers; these have 4",
  );
  expect(await lesson.number("head", "omega[2,4]")).toBe(2);
  await scores(page)
    .getByRole("button", { name: /Look up/ })
    .click();
  await expect(scores(page).getByRole("status").first()).toContainText("were learned");
  // In real vectors bank looks at itself; the head that learned sends it to river.
  await expect.poll(() => lesson.number("head", "alpha[2,4]")).toBeGreaterThan(0.9);
});

test("two different matrices are not enough", async ({ lesson, page }) => {
  await lesson.visit("qkv?i=1&j=2");
  const trap = page.getByRole("figure", { name: "Two matrices, and their product" });
  for (const [choice, difference] of [
    ["one for both", 0],
    ["components exchanged", 0],
    ["exchanged, one sign turned", 2],
  ] as const) {
    await trap.getByText(choice, { exact: true }).click();
    await expect.poll(() => lesson.number("pairing", "difference[1,2]")).toBe(difference);
    await expect(trap.getByText(/mirror image/)).toContainText(
      difference ? "is not" : "is its own",
    );
  }
});

for (const [name, settings] of [
  ["one token that may not look at itself", "tokens=a&x=1,2&headMask=others"],
  ["one dimension", "tokens=a,b&x=2;-1&head=swap&heads=4"],
  ["equal vectors", "tokens=a,a,a&x=1,2;1,2;1,2&head=swap&heads=3&headsFrom=random"],
  ["vectors of zeros", "tokens=a,b&x=0,0,0;0,0,0&head=swap"],
] as const) {
  test(`${name}: a calm picture`, async ({ lesson, page }) => {
    await lesson.visit(`qkv?${settings}`);
    const numbers = await lesson.numbers();
    expect(numbers.filter(({ value }) => !Number.isFinite(value))).toEqual([]);
    if (settings.includes("others"))
      await expect(page.getByText(/has nobody to look at/)).toBeVisible();
    else expect(await lesson.number("head", "rowsum[1]")).toBeCloseTo(1, 6);
  });
}
