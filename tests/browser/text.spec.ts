/** How the lesson's text is set. */
import { expect, test } from "./lesson";

test("a comma stays with the formula or the number before it, whatever the width", async ({
  lesson,
  page,
}) => {
  await lesson.open("dot-product");
  await lesson.showAll();
  const { kept, torn } = await page.evaluate(() => {
    const main = document.querySelector("main")!;
    const parts = [...document.querySelectorAll("main .together")];
    const torn = new Set<string>();
    for (let width = 240; width < 640; width += 20) {
      main.style.width = `${width}px`;
      for (const part of parts) {
        const comma = document.createRange();
        comma.selectNodeContents(part.lastChild!);
        const box = [...part.querySelectorAll(".base, button, data")].at(-1)!;
        const [before, after] = [box, comma].map((each) => each.getBoundingClientRect());
        if (after!.left < before!.right - 1) torn.add(part.textContent!);
      }
    }
    main.style.width = "";
    return { kept: parts.length, torn: [...torn] };
  });
  expect(kept).toBeGreaterThan(20);
  expect(torn).toEqual([]);
});
