/** The lesson on paper. */
import { expect, test } from "./lesson";

/** Within the margins, in pixels. */
const A4 = { width: 718, height: 1046 };
const A3_ACROSS = { width: 1510, height: 1046 };
const TOKENS = Array.from({ length: 20 }, (_, i) => `token${i}`);
const WIDE = `tokens=${TOKENS}&x=${TOKENS.map((_, i) => `${i / 8},${i % 3},1`).join(";")}`;

test("paper shows text and figures whole, and nothing that is there to be pressed", async ({
  lesson,
  page,
}) => {
  await lesson.open(`score-matrix?${WIDE}`);
  await page.locator("main button.value").first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  const shown = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((elements) => elements.filter((each) => each.checkVisibility()).length);
  const bars = await shown("main .exhibit .bar");
  const figures = await shown("main .exhibit");

  await page.emulateMedia({ media: "print" });
  for (const paper of [A4, A3_ACROSS]) {
    await page.setViewportSize(paper);
    const hidden = "header.bar, nav, .skip, .why, .controls, .save, .buttons";
    expect(await shown(hidden)).toBe(0);
    expect(await shown("h1, .goal, .axiom")).toBe(3);
    expect(await shown("main .exhibit")).toBe(figures);
    expect(await shown("main .exhibit .bar")).toBe(bars);
    const cut = await page.locator("main *").evaluateAll((elements) =>
      elements
        .filter((each) => getComputedStyle(each).overflowX !== "visible" && each.checkVisibility())
        .filter((each) => each.clientWidth > 1 && each.scrollWidth > each.clientWidth)
        .map((each) => each.outerHTML.slice(0, 80)),
    );
    expect(cut).toEqual([]);
    const skipped = await page
      .locator("main .exhibit")
      .evaluateAll((all) => all.filter((each) => getComputedStyle(each).contentVisibility === "auto").length); // prettier-ignore
    expect(skipped).toBe(0);
  }
  expect(bars).toBeGreaterThan(0);
  expect(figures).toBeGreaterThan(2);
  await page.emulateMedia({ media: null });
});
