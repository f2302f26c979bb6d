/** The tokens of the bar where there is no room for all: the chosen one is in sight, and one sees that there are more. */
import { PNG } from "pngjs";
import { expect, test } from "./lesson";

const TOKENS = Array.from({ length: 12 }, () => "WWWWWW");
const LINK = `tokens=${TOKENS}&x=${TOKENS.map((_, i) => `${i},1`).join(";")}`;

test("the chosen token comes into sight, and tokens fade towards an end with more of them", async ({
  lesson,
  page,
}) => {
  const list = page.getByRole("list", { name: /Tokens/ });
  const token = (i: number) => list.getByRole("button").nth(i);
  /** Whether something is written, dark or bright, in the outermost pixels of a side and further in. */
  const written = async (side: "left" | "right") => {
    const { data, width, height } = PNG.sync.read(await list.screenshot());
    const contrast = (x: number) => {
      const column = Array.from({ length: height }, (_, y) => data[4 * (y * width + x)]!);
      return Math.max(...column) - Math.min(...column) > 60;
    };
    const columns = [...Array(40).keys()].map((x) => (side === "left" ? x : width - 1 - x));
    return { edge: columns.slice(0, 4).some(contrast), within: columns.some(contrast) };
  };

  for (const forcedColors of ["none", "active"] as const) {
    await page.emulateMedia({ forcedColors });
    await page.setViewportSize({ width: 640, height: 400 });
    await lesson.open(`pattern?${LINK}&i=6`);
    await expect(token(5)).toBeInViewport({ ratio: 1 });
    expect(await written("left")).toEqual({ edge: false, within: true });
    expect(await written("right")).toEqual({ edge: false, within: true });

    // Chosen in a figure, or by a link.
    await lesson.follow(`pattern?${LINK}&i=12`);
    await expect(token(11)).toBeInViewport({ ratio: 1 });
    await lesson.follow(`pattern?${LINK}`);
    await expect(token(0)).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => scrollY)).toBe(0);
  }
  await page.emulateMedia({ forcedColors: null });
});
