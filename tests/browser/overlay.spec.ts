/** What lies over the page, the editor and "why?", never hides what has the focus. */
import { expect, test } from "./lesson";

const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 1280, height: 640 },
  { width: 640, height: 400 },
  { width: 320, height: 640 },
];

for (const over of ["editor", "why"]) {
  test(`the focus is never beneath ${over}`, async ({ lesson, page }) => {
    await lesson.open("softmax?seq=bank");
    if (over === "editor") await page.getByRole("button", { name: "Edit", exact: true }).click();
    else await page.locator("main button.value").first().click();
    await expect(page.locator(`.${over}`)).toBeVisible();
    for (const window of WINDOWS) {
      await page.setViewportSize(window);
      await page.keyboard.press("Tab"); // what follows is done by keys
      const { count, hidden } = await page.evaluate(() => {
        const stops = [
          ...document.querySelectorAll<HTMLElement>(
            "main :is(a, button, input, select, textarea, summary, [tabindex='0'])",
          ),
        ].filter((stop) => stop.checkVisibility() && stop.tabIndex === 0);
        const isCovered = (stop: Element) => {
          const { left, right, top, bottom } = stop.getBoundingClientRect();
          const [x, y] = [(left + right) / 2, (top + bottom) / 2];
          const points = [[left + 2, top + 2], [right - 2, top + 2], [x, y], [left + 2, bottom - 2], [right - 2, bottom - 2]]; // prettier-ignore
          const found = points.map(([x, y]) => document.elementFromPoint(x!, y!));
          const covers = (each: Element | null) => each?.closest(".editor, .why, .bar");
          return found.some(covers) || found.every((each) => !each);
        };
        const hidden: string[] = [];
        for (const stop of stops) {
          stop.focus();
          if (isCovered(stop)) hidden.push(stop.textContent!.trim() || stop.outerHTML);
        }
        return { count: stops.length, hidden };
      });
      expect(count).toBeGreaterThan(40);
      expect(hidden, `${window.width} × ${window.height}`).toEqual([]);
    }
  });
}
