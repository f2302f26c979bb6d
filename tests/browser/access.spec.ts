import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "./lesson";
import { STAGES } from "./stages";

async function expectNoViolation(page: Page, ...rules: string[]) {
  // Quicker: the rest untold, and in the page itself, which "legacy" means. It would miss frames, so there are to be none.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  expect(page.frames()).toHaveLength(1);
  const { violations } = await (rules.length ? axe.withRules(rules) : axe).analyze();
  const told = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
  );
  expect(told).toEqual([]);
}

for (const stage of STAGES) {
  test(`${stage} has no accessibility violation, light and dark`, async ({ lesson, page }) => {
    test.setTimeout(300_000); // The whole page is read, with all that is folded away.
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await lesson.visit(`${stage}?seq=bank`);
    await lesson.showAll();
    await expectNoViolation(page);
    await page.emulateMedia({ colorScheme: "dark" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await expectNoViolation(page, "color-contrast"); // All else is as it was in the light.
  });

  test(`${stage} fits windows from 320 to 1920 pixels`, async ({ lesson, page }) => {
    await lesson.visit(stage);
    for (const sequence of ["", "seq=bank"]) {
      if (sequence) await lesson.follow(`${stage}?${sequence}`);
      await lesson.showAll();
      for (const width of [1920, 1280, 768, 320]) {
        await page.setViewportSize({ width, height: 800 });
        await lesson.expectNoSidewaysScroll();
      }
    }
  });
}

test("a name of any length and numbers of many digits fit a phone", async ({ lesson, page }) => {
  test.setTimeout(300_000);
  await page.setViewportSize({ width: 320, height: 800 });
  await lesson.visit("");
  for (const stage of STAGES) {
    await lesson.follow(
      `${stage}?tokens=${"W".repeat(93)},a,${"Wo".repeat(17)}&x=-123456.789,0;0.1,1;1,1&format=fp64&whose=own`,
    );
    await lesson.showAll();
    await lesson.expectNoSidewaysScroll();
  }
});

test("the editor and the answer to “why?” have no accessibility violation", async ({
  lesson,
  page,
}) => {
  await lesson.open("softmax");
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.locator("main button.value").first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectNoViolation(page);
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
  // The letters of the expression are told, so that nobody need know them.
  await expect(dialog).toContainText("the exponential of the logit");
  await expect(dialog).toContainText("what the exponentials of row 1 come to");
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
