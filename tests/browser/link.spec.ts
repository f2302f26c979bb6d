import { expect, LessonPage, test } from "./lesson";

test("a link restores exactly what was on the screen", async ({ lesson, page }) => {
  await lesson.open("softmax?seq=bank");
  await page
    .getByRole("list", { name: /Tokens/ })
    .getByRole("button", { name: "river" })
    .click();
  const slider = page.getByRole("slider", { name: /temperature/i }).first();
  await slider.focus();
  for (let presses = 0; presses < 5; presses++) await page.keyboard.press("ArrowLeft");
  const hash = await lesson.settledHash();
  const before = await lesson.numbers();
  expect(hash).toContain("i=4");
  expect(hash).toContain("temperature=");

  const other = new LessonPage(await page.context().newPage());
  await other.open(hash.slice("#/".length));
  expect(await other.numbers()).toEqual(before);
});

for (const way of ["link", "key"]) {
  test(`whoever goes on at once by ${way} takes along what he changed last`, async ({
    lesson,
    page,
  }) => {
    await lesson.open("softmax");
    const slider = page.getByRole("slider", { name: /temperature/i }).first();
    const temperature = await slider.evaluate((element, by) => {
      const input = element as HTMLInputElement;
      input.stepDown(5);
      input.dispatchEvent(new Event("input", { bubbles: true }));
      if (by === "link") document.querySelector<HTMLAnchorElement>("a[rel=next]")!.click();
      else
        document.body.dispatchEvent(
          new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }),
        );
      return input.value;
    }, way);
    await expect(page).toHaveURL(/#\/context/);
    expect(await lesson.settledHash()).toContain("temperature=");
    await page.goBack();
    await expect(slider).toHaveValue(temperature);
  });
}

for (const way of ["loads the page anew", "leaves it and comes back"]) {
  test(`whoever ${way} at once finds what was changed last`, async ({ lesson, page }) => {
    await lesson.open("softmax");
    const slider = page.getByRole("slider", { name: /temperature/i }).first();
    const temperature = await slider.evaluate((element, way) => {
      const input = element as HTMLInputElement;
      input.stepDown(5);
      input.dispatchEvent(new Event("input", { bubbles: true }));
      if (way === "loads the page anew") location.reload();
      else location.href = "about:blank";
      return input.value;
    }, way);
    if (way !== "loads the page anew") {
      await page.waitForURL("about:blank");
      await page.goBack();
    }
    await expect(page).toHaveURL(/temperature=/);
    await expect(slider).toHaveValue(temperature);
  });
}

test("what was changed back is not there again when the page is loaded anew", async ({
  lesson,
  page,
}) => {
  await lesson.open("softmax");
  const slider = page.getByRole("slider", { name: /temperature/i }).first();
  const was = await slider.inputValue();
  await slider.evaluate((element) => {
    const input = element as HTMLInputElement;
    input.stepDown(5);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    document.dispatchEvent(new Event("visibilitychange")); // as if looked at again, after another tab
  });
  await expect(page).toHaveURL(/temperature=/);
  await slider.fill(was);
  await expect(page).not.toHaveURL(/temperature=/);
  await page.reload();
  await expect(slider).toHaveValue(was);
});

test("an address that is on its way is not written over", async ({ lesson, page }) => {
  await lesson.open("softmax");
  const slider = page.getByRole("slider", { name: /temperature/i }).first();
  await slider.evaluate((element) => {
    const input = element as HTMLInputElement;
    input.stepDown(5);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    location.hash = "#/context";
    // The page hears of the new address later; to touch a link has it write its own now.
    document.querySelector("a")!.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/What does a token get/);
  await expect(page).toHaveURL(/#\/context/);
});

const OWN = [
  {
    what: "tokens of any script",
    tokens: ["東京", "naïve", "🐈", "a,b", "50%", "x&y=z"],
    x: "1,0;0,1;1,1;2,0;0,2;1,2",
  },
  { what: "numbers of any size", tokens: ["a", "b"], x: "1e5,-0.5;1e-7,3e20" },
];

for (const { what, tokens, x } of OWN) {
  test(`a link carries ${what}`, async ({ lesson, page }) => {
    const query = new URLSearchParams({ tokens: tokens.map(encodeURIComponent).join(","), x });
    await lesson.open(`score-matrix?${query}`);
    const shown = page.getByRole("list", { name: /Tokens/ }).getByRole("button");
    await expect(shown).toHaveText(tokens);
    const numbers = await lesson.numbers();
    const again = new URLSearchParams({ tokens: tokens.map(encodeURIComponent).join(","), x });
    await lesson.open(`score-matrix?${again}`);
    expect(await lesson.numbers()).toEqual(numbers);
  });
}

const BAD = [
  { link: "softmax?temperature=-1", says: /temperature: “-1” must be a number from 0/ },
  { link: "softmax?temperature=abc", says: /temperature: “abc”/ },
  {
    link: "softmax?normalise=diagonal",
    says: /normalise: “diagonal” must be one of row, column, matrix/,
  },
  { link: "context?layers=2.5", says: /layers: “2.5” must be a whole number from 0 to 12/ },
  { link: "softmax?seq=nobody", says: /no sequence called “nobody”/ },
  { link: "softmax?tokens=a,b&x=1,0;0", says: /x: row 2 has 1 values, row 1 has 2/ },
  { link: "softmax?tokens=a,b&x=1,;0,1", says: /x: row 1, column 2/ },
  { link: "softmax?tokens=a&x=1,0;0,1", says: /tokens: 1 names? for 2 rows/ },
  { link: "softmax?tokens=a&x=1e400", says: /x: row 1, column 1: “1e400” is too large/ },
  { link: "softmax?i=0", says: /i: “0” must be a whole number from 1/ },
  { link: "nowhere", says: /no stage called “nowhere”/ },
  {
    link: `softmax?tokens=${Array(5000).fill("a").join(",")}&x=${Array(5000).fill("1").join(";")}`,
    says: /5000 rows; the lesson takes up to 64/,
  },
];

test("a bad link is named and the rest of it kept", async ({ lesson, page }) => {
  await lesson.open("pattern");
  for (const { link, says } of BAD) {
    await test.step(link.slice(0, 60), async () => {
      await lesson.follow(link);
      await expect(page.getByRole("status").filter({ hasText: says })).toBeVisible();
      await expect(page.locator("data").first()).toBeVisible();
    });
  }
});

test("a bad link is named where the visit begins with it, too", async ({ lesson, page }) => {
  await lesson.open("softmax?i=0");
  await expect(page.getByRole("status").filter({ hasText: /i: “0” must be/ })).toBeVisible();
  await expect(page.locator("data").first()).toBeVisible();
});

test("a selection beyond the sequence is brought back into it", async ({ lesson }) => {
  await lesson.open("score-matrix?i=9&j=9");
  expect(await lesson.settledHash()).toContain("i=3");
});

test("a sentence in a link is looked up", async ({ lesson, page }) => {
  await lesson.open("score-matrix?say=The+bank+of+the+river");
  const shown = page.getByRole("list", { name: /Tokens/ }).getByRole("button");
  await expect(shown).toHaveText(["The", "bank", "of", "the", "river"]);
  expect(await lesson.number("sequence", "omega[2,2]")).toBeCloseTo(46.4, 0);
});

test("a sentence that is refused is refused once, whatever stage one has gone to meanwhile", async ({
  lesson,
  page,
}) => {
  let send = () => {};
  const sent = new Promise<void>((resolve) => (send = resolve));
  await page.route("**/glove*.bin", async (route) => {
    await sent;
    await route.continue();
  });
  await lesson.open("pattern");
  for (const stage of ["pattern", "context", "softmax"]) {
    await page.evaluate((hash) => (location.hash = hash), `#/${stage}?say=zzqqy%20bank`);
  }
  await lesson.ready();
  send();
  const notice = page.getByRole("status").getByRole("listitem");
  await expect(notice).toHaveCount(1);
  await expect(notice).toContainText("zzqqy");
});
