/** Matrices too large for numbers in cells: drawn on a canvas, to the dot, whatever the screen. */
import { expect, test } from "./lesson";

const T = 64;
const LARGE = `tokens=${Array.from({ length: T }, (_, i) => `w${i}`).join(",")}&x=${Array.from({ length: T }, (_, i) => `${(i % 7) - 3},${(i % 5) - 2}`).join(";")}`;

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
