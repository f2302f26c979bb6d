import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "./lesson";
import { STAGES } from "./stages";

const SEQUENCES = ["", "seq=bank"];

for (const stage of STAGES) {
  for (const scheme of ["light", "dark"] as const) {
    test(`${stage} has no accessibility violation, ${scheme}`, async ({ lesson, page }) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await lesson.open(`${stage}?seq=bank`);
      // Closed details are part of the page too.
      await page
        .locator("details")
        .evaluateAll((all) => all.forEach((details) => details.setAttribute("open", "")));
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(
        violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
        ),
      ).toEqual([]);
    });
  }

  for (const width of [320, 768, 1280, 1920]) {
    test(`${stage} fits a window ${width} pixels wide`, async ({ lesson, page }) => {
      await page.setViewportSize({ width, height: 800 });
      for (const sequence of SEQUENCES) {
        await lesson.open(`${stage}?${sequence}`);
        await page
          .locator("details")
          .evaluateAll((all) => all.forEach((details) => details.setAttribute("open", "")));
        await lesson.expectNoSidewaysScroll();
      }
    });
  }
}

test("the editor and the answer to “why?” have no accessibility violation", async ({
  lesson,
  page,
}) => {
  await lesson.open("softmax");
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.locator("main button.value").first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
    ),
  ).toEqual([]);
});

test("“why?” opens a number down to the inputs, and gives the focus back", async ({
  lesson,
  page,
}) => {
  await lesson.open("softmax");
  const asked = page
    .locator("main button.value:has(data[data-world='sequence'][data-name^='alpha'])")
    .first();
  await asked.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeFocused();
  // α → e → ω → x: each is a button in the expression of the one before.
  for (const name of ["exp", "logit", "omega", "x"]) {
    await dialog.locator(`button.value:has(data[data-name^="${name}["])`).first().click();
    await expect(dialog.getByRole("heading")).toContainText("Why is");
  }
  await expect(dialog).toContainText("yours to change");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(asked).toBeFocused();
});
