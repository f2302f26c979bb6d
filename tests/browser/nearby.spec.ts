/** What is out of sight is made later and follows later; it must be right all the same. */
import { expect, test } from "./lesson";

const FIGURES = "figure.exhibit";

test("the figures out of sight are all made, and follow a change a moment later", async ({
  lesson,
  page,
}) => {
  await lesson.open("softmax");
  const { count, far } = await page.locator(FIGURES).evaluateAll((figures) => ({
    count: figures.length,
    far: figures.findIndex((figure) => figure.getBoundingClientRect().top > 3 * innerHeight),
  }));
  expect(count).toBeGreaterThan(5);
  await expect(page.locator(".exhibit")).toHaveCount(count); // no place is still empty

  const matrix = page.locator(FIGURES).nth(far);
  const before = await matrix.innerHTML();
  const atOnce = await page.evaluate(
    async ([figures, at]) => {
      const choice = document.querySelector("select")!;
      choice.value = "cat";
      choice.dispatchEvent(new Event("change", { bubbles: true }));
      await Promise.resolve();
      const figure = document.querySelectorAll(figures as string)[at as number]!;
      return { busy: figure.getAttribute("aria-busy"), html: figure.innerHTML };
    },
    [FIGURES, far] as const,
  );
  expect(atOnce).toEqual({ busy: "true", html: before });
  await expect(matrix).toHaveAttribute("aria-busy", "false");
  await expect(matrix).toContainText("sat");
});

test("a figure that comes into sight is up to date at once", async ({ lesson, page }) => {
  await lesson.open("softmax");
  const last = page
    .locator(FIGURES)
    .filter({ has: page.getByRole("grid") })
    .last();
  await page.getByRole("combobox").first().selectOption("cat");
  await last.scrollIntoViewIfNeeded();
  await expect(last).toHaveAttribute("aria-busy", "false");
  await expect(last).toContainText("sat");
});
