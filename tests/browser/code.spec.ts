import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "./lesson";

const program = (page: Page) => page.getByRole("figure", { name: "Attention as a program" });
const lines = (page: Page) => page.getByRole("figure", { name: "The function, line by line" });
const shown = (page: Page) => program(page).getByRole("region", { name: /^The program in/ });

/** What a button hands out as a file. */
async function downloaded(page: Page, name: string) {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    program(page)
      .getByRole("button", { name: `Download ${name}` })
      .click(),
  ]);
  expect(file.suggestedFilename()).toBe(name);
  return readFileSync(await file.path(), "utf8");
}

test("options and language change the program; what is copied and downloaded is the program", async ({
  lesson,
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await lesson.visit("code?headScale=none");
  await expect(shown(page)).toContainText("scores = x @ x.T");
  await expect(shown(page)).not.toContainText(/sqrt|keep =|w_q/);
  // The number that this lesson began with.
  expect(await lesson.number("raw", "alpha[1,2]")).toBeCloseTo(0.155362, 6);

  await program(page).getByText("divided by √dₖ", { exact: true }).click();
  await program(page).getByText("none that come later", { exact: true }).click();
  await program(page).getByText("one head", { exact: true }).click();
  await expect(shown(page)).toContainText("scaled = scores / math.sqrt(k.shape[-1])");
  await expect(shown(page)).toContainText("keep = np.tri(len(x), dtype=bool)");
  await expect(shown(page)).toContainText("w_q = np.eye(2, dtype=np.float32)");
  expect(await lesson.number("head", "alpha[1,2]")).toBe(0);

  await program(page).getByRole("button", { name: "Copy the program" }).click();
  await expect(program(page).getByText("Copied")).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await downloaded(page, "attention.py"));
  expect(copied).toContain("    [0, 1],\n    [1, 1],\n], dtype=np.float32)  # [3, 2]\n");

  const notebook = JSON.parse(await downloaded(page, "attention.ipynb")) as {
    nbformat: number;
    cells: { cell_type: string; source: string[] }[];
  };
  expect(notebook.nbformat).toBe(4);
  const code = notebook.cells.filter(({ cell_type }) => cell_type === "code");
  expect(copied).toContain(code[0]!.source.join(""));

  await program(page).getByText("C++", { exact: true }).click();
  await expect(shown(page)).toContainText("const Matrix w_q = part(2, 0, 2);");
  expect(await downloaded(page, "attention.cpp")).toContain("int main() {");
  await expect(program(page).getByRole("button", { name: /ipynb/ })).toHaveCount(0);

  await program(page).getByText("several heads", { exact: true }).click();
  await program(page).getByText("PyTorch", { exact: true }).click();
  await program(page).getByText("head 2", { exact: true }).click();
  await expect(shown(page)).toContainText("F.scaled_dot_product_attention");
  const [before, text] = [await lesson.numbers(), await shown(page).textContent()];
  const hash = await lesson.settledHash();
  await lesson.open(hash.slice(2));
  expect(await lesson.numbers()).toEqual(before);
  expect(await shown(page).textContent()).toBe(text);
});

test("the function is gone through line by line, by button and by line", async ({
  lesson,
  page,
}) => {
  await lesson.visit("code?seq=bank&headMask=others");
  const present = lines(page).locator("[aria-current=step]");
  await expect(present).toContainText("scores = x @ x.T");
  for (const made of ["scaled", "keep", "logits", "peaks", "exponentials", "sums", "weights"]) {
    await lines(page).getByRole("button", { name: "Step", exact: true }).click();
    await expect(present.first()).toContainText(`${made} =`);
  }
  await expect(lines(page).getByRole("link")).toHaveText("Softmax");
  await lines(page).getByRole("button", { name: "peaks = logits.max" }).press("Enter");
  // A step of two lines: the largest, and the guard for rows without keys.
  await expect(present).toHaveCount(2);
  await expect(lines(page).locator('data[data-name="max[4]"]')).toHaveCount(1);
  expect(await lesson.settledHash()).toContain("step=4");
  await lines(page).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("subtract");
});

test("each mistake stands beside what is right", async ({ lesson, page }) => {
  await lesson.visit("code?headScale=none");
  // Over the wrong axis the rows no longer come to one; the columns do.
  expect(await lesson.number("axis", "rowsum[3]")).toBeCloseTo(1.420754, 5);
  expect(await lesson.number("axis", "columnsum[3]")).toBeCloseTo(1, 6);
  expect(await lesson.number("wrongmask", "alpha[1,3]")).toBeGreaterThan(0);
  expect(await lesson.number("causal", "alpha[1,3]")).toBe(0);
  await page.getByText("inverted", { exact: true }).click();
  await expect.poll(() => lesson.number("wrongmask", "rowsum[3]")).toBe(0);

  const peak = page.getByRole("figure", { name: "The maximum forgotten" });
  const weights = async () =>
    peak
      .locator("tbody tr:first-child data")
      .evaluateAll((all) => all.map((one) => one.textContent));
  await expect(peak.locator("data.nan")).toHaveCount(0);
  await peak.getByRole("slider").fill("100"); // half way: ten times as long
  await expect(peak.locator("data.nan").first()).toBeVisible();
  expect((await weights()).slice(1)).toEqual(["∞", "NaN", "0.500"]);
});

for (const [name, settings] of [
  ["one token that may not look at itself", "tokens=a&x=1,2&headMask=others&step=5&enlarged=20"],
  ["one dimension", "tokens=a,b&x=2;-1&roles=heads&heads=4&step=9"],
  ["vectors of zeros, equal names", "tokens=a,a&x=0,0,0;0,0,0&roles=heads&headMask=causal"],
] as const) {
  test(`${name}: a calm picture`, async ({ lesson, page }) => {
    await lesson.visit(`code?${settings}`);
    const right = (await lesson.numbers()).filter(({ world }) => /^(raw|head)/.test(world));
    expect(right.filter(({ value }) => Number.isNaN(value))).toEqual([]);
    const guarded = settings.includes("others");
    await expect(page.getByText(/has nobody to look at: its weights/)).toHaveCount(guarded ? 1 : 0);
  });
}

test("64 tokens of 300 numbers: the page stays quick, the file has them all; odd names fit a phone", async ({
  lesson,
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  const names = ["👩‍👩‍👧", "שלום", "a\nb", '"\\', "W".repeat(40)];
  const tokens = Array.from({ length: 64 }, (_, i) => encodeURIComponent(names[i % 5]!));
  const x = tokens.map((_, i) =>
    Array.from({ length: 300 }, (_, m) => ((i * 37 + m * 101) % 23) / 8 - 1).join(","),
  );
  await lesson.visit(
    `code?tokens=${encodeURIComponent(tokens.join(","))}&x=${x.join(";")}&headMask=causal`,
  );
  await lesson.expectNoSidewaysScroll();
  await expect(shown(page)).toContainText("60 more rows in the copy and the file");
  expect(await page.locator("main *").count()).toBeLessThan(6000);
  const whole = await downloaded(page, "attention.py");
  expect(whole.match(/^ {4}\[/gmu)).toHaveLength(64);
  expect(whole).toContain(String.raw`"a\u000ab"`);
  for (const line of whole.split("\n")) expect(line.length).toBeLessThanOrEqual(100);
});
