/** Matrices too large for numbers in cells: drawn on a canvas, to the dot, whatever the screen. */
import { expect, test } from "./lesson";

const T = 64;
const TOKENS = Array.from({ length: T }, (_, i) => `w${i}`).join(",");
/** Many tokens, the first of them at (first, −2). */
const large = (first: number) =>
  `tokens=${TOKENS}&x=${first},-2;${Array.from({ length: T - 1 }, (_, i) => `${((i + 1) % 7) - 3},${((i + 1) % 5) - 2}`).join(";")}`;
const LARGE = large(-3);

test("a large matrix has a dot of its own for each of the screen's, also when zoomed", async ({
  lesson,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await lesson.open(`score-matrix?${LARGE}`);
  const canvas = page.locator("main canvas").first();
  await canvas.scrollIntoViewIfNeeded();
  const session = await page.context().newCDPSession(page);
  for (const deviceScaleFactor of [1, 2, 1.5]) {
    await session.send("Emulation.setDeviceMetricsOverride", {
      // As zooming does: the same window holds less of the page. The matrix itself stays as wide.
      width: 1280 - 10 * deviceScaleFactor,
      height: 900,
      deviceScaleFactor,
      mobile: false,
    });
    await expect.poll(() => page.evaluate(() => devicePixelRatio)).toBe(deviceScaleFactor);
    const dots = () =>
      canvas.evaluate((element) => {
        const { width, height } = element.getBoundingClientRect();
        const { width: across, height: down } = element as HTMLCanvasElement;
        return [across - Math.round(width * devicePixelRatio), down - Math.round(height * devicePixelRatio)]; // prettier-ignore
      });
    await expect.poll(dots).toEqual([0, 0]);
  }
  // Each cell is one colour: its edges lie on whole dots.
  const seams = await canvas.evaluate((element, rows) => {
    const drawn = element as HTMLCanvasElement;
    const { data } = drawn.getContext("2d")!.getImageData(0, 0, drawn.width, 1);
    const colours = Array.from({ length: drawn.width }, (_, x) =>
      data.slice(4 * x, 4 * x + 3).join(),
    );
    return colours.filter((colour, x) => colour !== colours[x - 1]).length > rows;
  }, T);
  expect(seams).toBe(false);
  await session.detach(); // and with it goes the zoom, before another test is given the tab
});

test("an edit leaves a large matrix as it would be drawn anew", async ({ lesson, page }) => {
  const canvas = page.locator("main canvas").first();
  const picture = () => canvas.evaluate((element) => (element as HTMLCanvasElement).toDataURL());
  const anew: string[] = [];
  // The first number leaves the greatest score where it is, and with it all other colours; the second does not.
  for (const first of [-3, 1, 9]) {
    await lesson.open(`score-matrix?${large(first)}`);
    await expect.poll(() => lesson.number("sequence", "omega[1,1]")).toBe(first ** 2 + 4);
    anew.push(await picture());
  }
  expect(new Set(anew).size).toBe(3);
  await lesson.open(`score-matrix?${LARGE}`);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const field = page.getByRole("textbox", { name: "w0, dimension 1", exact: true });
  for (const [at, first] of [1, 9, -3].entries()) {
    await field.fill(`${first}`);
    await expect.poll(picture).toBe([anew[1], anew[2], anew[0]][at]);
  }
});

test("a large matrix takes the colours of the theme that is chosen", async ({ lesson, page }) => {
  const canvas = page.locator("main canvas").first();
  const picture = () => canvas.evaluate((element) => (element as HTMLCanvasElement).toDataURL());
  await page.emulateMedia({ colorScheme: "dark" });
  await lesson.open(`score-matrix?${LARGE}`);
  await expect(canvas).toBeVisible();
  const dark = await picture();
  await page.getByRole("button", { name: "Light", exact: true }).click();
  await expect.poll(picture).not.toBe(dark);
  await page.getByRole("button", { name: "Dark", exact: true }).click();
  await expect.poll(picture).toBe(dark);
});
