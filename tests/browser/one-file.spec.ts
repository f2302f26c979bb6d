/** The whole lesson as one file, opened from a folder: no server, and nothing beside it. */
import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, LessonPage, test as served } from "./lesson";

const FILE = new URL("../../dist/lesson.html", import.meta.url);
const MOST_BYTES = 3_000_000;

served("the one file weighs less than 3 MB", () => {
  expect(statSync(fileURLToPath(FILE)).size).toBeLessThan(MOST_BYTES);
});

served(
  "the one file is the lesson: engine, formulas, typefaces and words",
  async ({ lesson, page, context }) => {
    const said: string[] = [];
    const asked: string[] = [];
    const opened = await context.newPage();
    opened.on("console", (message) => said.push(message.text()));
    opened.on("pageerror", (error) => said.push(error.message));
    opened.on("request", (request) => asked.push(request.url()));
    const alone = new LessonPage(opened);

    await opened.goto(`${FILE}#/softmax?seq=loan`);
    await alone.ready();
    await lesson.open("softmax?seq=loan");
    expect(await alone.numbers()).toEqual(await lesson.numbers());
    await page.close();

    await opened.getByRole("button", { name: "Edit", exact: true }).click();
    await opened.getByRole("textbox", { name: /sentence/i }).fill("the bank of the river");
    await opened.getByRole("button", { name: "Look up" }).click();
    await expect(opened).toHaveURL(/say=the\+bank/);
    await opened.getByRole("button", { name: "Done" }).click();
    await opened.getByRole("link", { name: "Query, key, value" }).click();
    await opened.locator("label", { hasText: "learned" }).first().click();
    await alone.ready();
    await expect(opened).toHaveURL(/head=learned/);

    const faces = await opened.evaluate(async () => {
      await document.fonts.ready;
      return [...document.fonts].filter(({ status }) => status === "loaded").map((f) => f.family);
    });
    expect(faces.join()).toContain("KaTeX_Math");
    expect(faces.join()).toContain("Source Serif");
    expect(said).toEqual([]);
    expect(asked.filter((url) => !/^data:|^blob:/.test(url))).toEqual([`${FILE}`]);
  },
);

served("in the one file too, the laboratory measures in workers", async ({ page }) => {
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  await page.goto(`${FILE}#/code?longest=64&width=16`);
  const lab = page.getByRole("figure", { name: "The scale laboratory" });
  await lab.getByRole("button", { name: "Run" }).click();
  await expect(lab.locator(".run").getByRole("status")).toHaveText("Done.", { timeout: 60_000 });
  await expect(lab.locator("td data").first()).toBeVisible();
  expect(said).toEqual([]);
});

served("the one file lets nothing run but its own scripts", async ({ page }) => {
  await page.goto(`${FILE}`);
  const policy = await page
    .locator("meta[http-equiv=Content-Security-Policy]")
    .getAttribute("content");
  expect(policy).toMatch(/script-src 'sha256-[^']+' 'sha256-[^']+' 'wasm-unsafe-eval';/);
  expect(policy).toMatch(/style-src 'sha256-[^']+';/);
  expect(policy).not.toMatch(/https?:|\*|'self'/);
});
