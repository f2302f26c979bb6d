import type { Page } from "@playwright/test";
import { expect, test } from "./lesson";

const plate = (page: Page) => page.getByRole("figure", { name: "Self-attention as a graph" });
const yours = (page: Page) => page.getByRole("figure", { name: /^Your sequence as a graph/ });
const round = (page: Page) => page.getByRole("figure", { name: "One round of message passing" });
const edge = (page: Page, name: RegExp) => plate(page).getByRole("button", { name });

test("on the plate bank looks at river; swapped for loan, edge and senses move; keys go round", async ({
  lesson,
  page,
}) => {
  await lesson.visit("message-passing");
  const river = await lesson.number("river-others", "alpha[2,4]");
  expect(river).toBeGreaterThan(0.815);
  expect(river).toBeLessThan(0.825);
  await expect(edge(page, /^bank looks at river: 0\.81/)).toHaveAttribute("aria-pressed", "true");
  // Every number is there, each at its own edge.
  await expect(plate(page).locator(".number data")).toHaveCount(12);

  // What comes of it: river draws bank to shore, loan to money; in real words as well.
  for (const world of ["sense-river", "real-river-learned"])
    expect(await lesson.number(world, "cosz[shore]")).toBeGreaterThan(
      await lesson.number(world, "cosz[money]"),
    );
  for (const world of ["sense-loan", "real-loan-learned"])
    expect(await lesson.number(world, "cosz[money]")).toBeGreaterThan(
      await lesson.number(world, "cosz[shore]"),
    );
  expect(await lesson.number("real-river-learned", "alpha[2,4]")).toBeGreaterThan(0.9);
  expect(await lesson.number("real-river-raw", "alpha[2,4]")).toBeLessThan(0.1);

  await plate(page).getByRole("button", { name: /^Swap/ }).click();
  await expect(edge(page, /^bank looks at loan/)).toHaveAttribute("aria-pressed", "true");
  await expect.poll(() => lesson.number("loan-others", "z[2,1]")).toBeLessThan(0.1);

  // From the heaviest edge to the next, and from a node to its neighbour and that one's heaviest edge.
  await edge(page, /^bank looks at loan/).focus();
  await page.keyboard.press("ArrowDown");
  await expect(edge(page, /^bank looks at of/)).toBeFocused();
  await plate(page).getByRole("button", { name: "bank", exact: true }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(plate(page).getByRole("button", { name: "of", exact: true })).toBeFocused();
  await expect(edge(page, /^of looks at bank/)).toHaveAttribute("aria-pressed", "true");

  const before = await lesson.numbers();
  const hash = await lesson.settledHash();
  await lesson.open(hash.slice(2));
  expect(await lesson.numbers()).toEqual(before);
});

test("graph and matrix share the selection; a round gathers, weighs, sums, and is the product", async ({
  lesson,
  page,
}) => {
  await lesson.visit("message-passing");
  await yours(page)
    .getByRole("button", { name: /^Take the sentence/ })
    .click();
  await expect.poll(() => lesson.number("head", "alpha[2,4]")).toBeGreaterThan(0.815);
  await yours(page).getByRole("button", { name: "river", exact: true }).click();
  await expect(yours(page).locator(".readout")).toContainText("river looks at bank");

  const sum = round(page).getByRole("row", { name: /^the messages added up/ });
  const difference = round(page).getByRole("row", { name: /^the difference/ });
  for (let step = 0; step < 4; step++) {
    await expect(difference).toBeHidden();
    if (step < 3) await expect(sum.locator("data").first()).toBeHidden();
    await round(page).getByRole("button", { name: "Step", exact: true }).click();
  }
  await expect(difference).toBeVisible();
  for (const n of [1, 2, 3, 4])
    expect(Math.abs(await lesson.number("round", `apart[4,${n}]`))).toBeLessThan(1e-6);

  // Against the arrows a word takes in as much as it is looked at, which need not come to one.
  await page.getByText("from the query to the key", { exact: true }).click();
  await expect.poll(() => lesson.number("against-river", "columnsum[1]")).toBeLessThan(0.5);
});

test("long, equal and many words: nothing is wider than the page, all stay distinct, the rest is counted", async ({
  lesson,
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  const long = "w".repeat(40);
  const words = (count: number) =>
    [long, "the", "the", ...Array.from({ length: count - 3 }, (_, k) => `word${k}`)].join(",");
  const vectors = (count: number) =>
    Array.from({ length: count }, (_, k) => `${(k % 3) - 1},${(k % 5) - 2}`).join(";");
  const open = async (count: number) => {
    await lesson.visit(`message-passing?tokens=${words(count)}&x=${vectors(count)}`);
    await lesson.expectNoSidewaysScroll();
  };
  await open(12);
  const nodes = yours(page).locator("[data-node]");
  await expect(nodes).toHaveCount(12);
  await expect(nodes.nth(0)).toHaveAccessibleName(`${long}`);
  await expect(nodes.nth(1)).toHaveAccessibleName("the (2)");
  await expect(yours(page).getByRole("note")).toHaveCount(0);
  await open(40);
  await expect(nodes).toHaveCount(12);
  await expect(yours(page).getByRole("note")).toContainText("28 words");

  await lesson.open("message-passing?tokens=alone&x=1,2&headMask=others");
  await expect(yours(page).getByText(/has nobody to look at/)).toBeVisible();
});
