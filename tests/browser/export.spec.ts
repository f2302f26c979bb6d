/** Figures that leave the page: what another program makes of them, and what their numbers become. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { CONTROLS } from "../../web/src/export/controls";
import { parseMatrix } from "../../web/src/input/vectors";
import { expect, test } from "./lesson";

/**
 * How many of the pixels that are written or drawn on at all may differ by more than a fifth of the way from black to
 * white. Two programs smooth the edges of letters differently, and between pixels the browser sets them where it likes:
 * in a table of small print that was up to 18 in 100, in the other figures 2 to 7. A table whose hairlines lie one pixel
 * off comes to a quarter and more.
 */
const UNLIKE = 0.22;
const THRESHOLD = 0.2;

const figureOf = (page: Page, name: string) => page.getByRole("figure", { name, exact: true });

/** Hides what is not part of the picture, so that the page can be held against it. */
const bare = (page: Page) =>
  page.evaluate((controls) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `figure :is(${controls}):not(.save, .save *) { display: none !important }
       header.bar, header.bar * { visibility: hidden !important }
       figure.exhibit { border-color: transparent !important; content-visibility: visible !important }
       button.value { text-decoration: none !important }
       .taken .save { visibility: hidden !important }`,
    );
    document.adoptedStyleSheets.push(sheet);
  }, CONTROLS);

async function saved(figure: Locator, button: string) {
  const page = figure.page();
  const menu = figure.locator(".save");
  if (!(await menu.evaluate((details) => (details as HTMLDetailsElement).open)))
    await menu.locator("summary").click();
  const download = page.waitForEvent("download");
  await menu.getByRole("button", { name: button, exact: true }).click();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

/** What the file says in its markup must be drawn by any program. */
async function expectPlain(page: Page, svg: string) {
  const flaws = await page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
    const all = [...parsed.querySelectorAll("*")];
    const known =
      /^(svg|title|desc|metadata|defs|g|path|rect|circle|ellipse|line|polyline|polygon|image|clipPath|mask|pattern|marker|linearGradient|radialGradient|stop)$/;
    return [
      ...all
        .filter((element) => !element.closest("metadata"))
        .filter((element) => !known.test(element.localName))
        .map((element) => `<${element.localName}>`),
      ...all.flatMap((element) =>
        [...element.attributes]
          .filter(
            ({ name, value }) =>
              (/href$/.test(name) && !value.startsWith("data:image/png;base64,")) ||
              /^(on|class|style$)/.test(name) ||
              /NaN|undefined|var\(|oklab|oklch|color\(|color-mix|calc\(/.test(
                /^(aria-label|xlink:href)$/.test(name) ? "" : value,
              ) ||
              /url\((?!#)/.test(value) ||
              [...value.matchAll(/url\(#([^)]+)\)/g)].some(([, id]) => !parsed.getElementById(id!)),
          )
          .map(({ name, value }) => `${element.localName} ${name}=${value.slice(0, 60)}`),
      ),
    ];
  }, svg);
  expect(flaws).toEqual([]);
}

for (const { link, figure: name, theme, says } of [
  {
    link: "dot-product?a=2,1&b=3,-1",
    figure: "Two arrows and their dot product",
    theme: "light",
    says: ["shadow 1.58", "They point partly the same way."],
  },
  {
    link: "softmax?seq=bank&step=12&i=2",
    figure: "Softmax, step by step",
    theme: "dark",
    says: ["river", "minus largest"],
  },
  {
    link: `score-matrix?tokens=${Array.from({ length: 40 }, (_, i) => `w${i}`).join(",")}&x=${Array.from({ length: 40 }, (_, i) => `${(i % 7) - 3},${(i % 5) - 2}`).join(";")}`,
    figure: "The score matrix",
    theme: "light",
    says: ["looks at", "component by component"],
  },
  {
    link: "max-trick",
    figure: "The shift cancels: a proof by clicks",
    theme: "dark",
    says: ["This is the softmax.", "∑"],
  },
  {
    link: "overflow?logits=11,11,inf,-3,0&format=fp16",
    figure: "One row in every format",
    theme: "light",
    says: ["NaN", "underflow"],
  },
] as const) {
  test(`another program draws “${name}” as the page does`, async ({ lesson, page }) => {
    await page.setViewportSize({ width: 1280, height: 1400 });
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await lesson.open(link);
    await bare(page);
    const figure = figureOf(page, name);
    await figure.evaluate((element) => element.scrollIntoView({ block: "center" }));
    await figure.locator(".save > summary").click();
    const before = await figure.evaluate((element) => element.outerHTML);
    const { name: file, bytes } = await saved(figure, "SVG");
    expect(file).toMatch(/^[a-z-]+\.svg$/);
    await expect(figure.getByRole("status").last()).toHaveText(`Saved as ${file}`);
    const now = await figure.evaluate((element) => element.outerHTML);
    expect(now.replace(`Saved as ${file}`, "")).toBe(before);

    const svg = bytes.toString();
    await expectPlain(page, svg);
    expect(svg).toContain(`<title>${name}</title>`);
    for (const words of says) expect(svg).toContain(words);
    const hash = (await lesson.settledHash()).replaceAll("&", "&amp;");
    expect(svg.split(hash)).toHaveLength(3); // in the description and in the metadata

    const viewBox = /viewBox="([^"]*)"/.exec(svg)![1]!.split(" ").map(Number);
    const [left, top, width, height] = viewBox as [number, number, number, number];
    const corner = await figure.evaluate((element) => {
      element.classList.add("taken");
      const { x, y } = element.getBoundingClientRect();
      return { x: Math.round(x), y: Math.round(y) };
    });
    await page.mouse.move(0, 0);
    const clip = { x: corner.x + left, y: corner.y + top, width, height };
    const onPage = PNG.sync.read(await page.screenshot({ clip }));
    const drawn = PNG.sync.read(execFileSync("rsvg-convert", { input: bytes, maxBuffer: 2 ** 26 }));
    expect([drawn.width, drawn.height]).toEqual([onPage.width, onPage.height]);
    const unlike = (other: Uint8Array) =>
      pixelmatch(onPage.data, other, undefined, width, height, { threshold: THRESHOLD }) /
      (width * height);
    const paper = new PNG({ width, height });
    for (let at = 0; at < paper.data.length; at++) paper.data[at] = drawn.data[at % 4]!;
    const inked = unlike(paper.data);
    expect(inked, "what is written and drawn at all").toBeGreaterThan(0.005);
    expect(unlike(drawn.data) / inked).toBeLessThan(UNLIKE);
  });
}

test("a phone's matrix is taken whole, and words of any script with it", async ({
  lesson,
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  const tokens = [
    "W".repeat(40),
    "سلام",
    "東京",
    "a&<b>",
    ...Array.from({ length: 16 }, () => "the"),
  ];
  const x = tokens.map((_, i) => `${i % 3},${i % 2}`).join(";");
  await lesson.open(`score-matrix?tokens=${tokens.map(encodeURIComponent).join(",")}&x=${x}`);
  const figure = figureOf(page, "The score matrix");
  const frame = figure.getByRole("grid").locator("..");
  await frame.evaluate((element) => element.scrollTo({ left: 100, behavior: "instant" }));
  const { bytes } = await saved(figure, "SVG");
  const svg = bytes.toString();
  await expectPlain(page, svg);
  for (const word of ["W".repeat(40), "سلام", "東京", "a&amp;&lt;b&gt;", "the (20)"])
    expect(svg).toContain(`aria-label="${word}"`);
  expect(Number(/ width="(\d+)"/.exec(svg)![1])).toBeGreaterThan(800);
  expect(await frame.evaluate((element) => element.scrollLeft)).toBe(100);
  await lesson.expectNoSidewaysScroll();
});

test("an open menu offers what is there by now", async ({ lesson, page }) => {
  await lesson.open("softmax?tokens=w0,w1&x=1,2;3,4");
  const menu = figureOf(page, "Softmax of a softmax").locator(".save");
  const csv = (token: string) =>
    menu.getByRole("button", { name: new RegExp(`^The shares of ${token} .*CSV$`) });
  await menu.locator("summary").click();
  await expect(csv("w0")).toBeVisible();
  await page
    .getByRole("list", { name: /^Tokens/ })
    .getByText("w1")
    .click();
  await menu.locator("p").first().hover();
  await expect(csv("w1")).toBeVisible();
});

test("the menu works by keys, gives a PNG of twice the dots, and matrices with all their digits", async ({
  lesson,
  page,
}) => {
  const words = ["=1+1", "bank, of", "nan"];
  await lesson.open(
    `softmax?tokens=${encodeURIComponent(words.map(encodeURIComponent).join(","))}&x=0.1,-2;3,0.7;1e30,-1e30&step=15`,
  );
  const figure = figureOf(page, "Softmax, step by step");
  const summary = figure.locator(".save > summary");
  await summary.focus();
  await page.keyboard.press("Enter");
  await expect(figure.getByRole("button", { name: "SVG" })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(figure.getByRole("button", { name: "SVG" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(summary).toBeFocused();
  await expect(figure.getByRole("button", { name: "SVG" })).toHaveCount(0);

  const svg = (await saved(figure, "SVG")).bytes.toString();
  const { name, bytes } = await saved(figure, "PNG");
  expect(name).toBe("softmax-step-by-step.png");
  const png = PNG.sync.read(bytes);
  const [, width, height] = / width="(\d+)" height="(\d+)"/.exec(svg)!;
  expect([png.width, png.height]).toEqual([2 * Number(width), 2 * Number(height)]);
  expect(bytes.subarray(0, 200).includes("pHYs")).toBe(true);

  const title = "Weights so far: rows are queries, columns are keys";
  const csv = await saved(figure, `${title}: CSV`);
  expect(csv.name).toBe("softmax-step-by-step-alpha.csv");
  const json = await saved(figure, `${title}: JSON`);
  const npy = await saved(figure, `${title}: .npy`);
  expect(csv.bytes.toString()).toContain(`"'=1+1"`);
  const floats = new Float32Array(new Uint8Array(npy.bytes.subarray(-36)).buffer);
  const shown = await Promise.all(
    [1, 2, 3].map((i) =>
      Promise.all([1, 2, 3].map((j) => lesson.number("sequence", `alpha[${i},${j}]`))),
    ),
  );
  expect([...floats]).toEqual(shown.flat());
  expect(floats.some(Number.isNaN)).toBe(true);
  for (const file of [csv, json]) {
    const read = parseMatrix(file.bytes.toString(), { nan: true, infinite: true });
    if (!("value" in read)) throw new Error(JSON.stringify(read));
    expect(read.value.tokens).toEqual(words);
    expect(read.value.x.flat().map(Math.fround)).toEqual([...floats]);
  }
});
