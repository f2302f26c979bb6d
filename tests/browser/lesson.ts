/**
 * The page under test, with what every test demands of it: no error on the console, no request to another host,
 * nothing wider than the window.
 */
import { test as base, expect, type BrowserContext, type Page } from "@playwright/test";

export { expect };

let loaded = 0;

/** The lesson open in a browser, and the words for what a learner does in it. */
export class LessonPage {
  constructor(readonly page: Page) {}

  /** Loads the page with a link's part after `#/`, "softmax?seq=bank", and waits for the stage. */
  async open(hash: string) {
    // An address that differs from the last behind `#` alone would be followed, not loaded.
    await this.page.goto(`./?${++loaded}#/${hash}`);
    await this.ready();
  }

  /**
   * Brings a link's part on the screen as open() does, but without loading where the test before has left the lesson to
   * be visited on: that takes a third of the work. For tests of figures alone: the shell around them is not made anew.
   */
  async visit(hash: string) {
    const stageOf = (link: string) => /^[^?]*/.exec(link)![0];
    const present = await this.page.evaluate(() =>
      "visited" in window ? location.hash.slice(2) : undefined,
    );
    if (present === undefined) await this.open(hash);
    else {
      await this.page.evaluate(() => (document.adoptedStyleSheets = []));
      // By way of another stage, so that nothing is left of what was done to this one.
      const between = stageOf(hash) === "context" ? "pattern" : "context";
      if (stageOf(present) === stageOf(hash)) await this.#goTo(between);
      await this.follow(hash);
    }
    await this.page.evaluate(() => Object.assign(window, { visited: true }));
  }

  /** Follows another link of the page that is open. */
  async follow(hash: string) {
    await this.#goTo(hash);
    await this.ready();
  }

  #goTo(hash: string) {
    return this.page.evaluate(
      (to) =>
        new Promise((resolve) => {
          addEventListener("hashchange", resolve, { once: true });
          location.hash = to;
        }),
      `#/${hash}`,
    );
  }

  /** The stage's text and figures are there. */
  async ready() {
    await expect(this.page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(this.page.getByRole("complementary", { name: "Golden axiom" })).toBeVisible();
    // Simulations are made while the page is idle.
    await expect(this.page.locator("[aria-busy=true]")).toHaveCount(0);
  }

  /** Opens what is closed and lays out what is out of sight: both are part of the page. */
  async showAll() {
    await this.page.evaluate(() => {
      for (const details of document.querySelectorAll("details")) details.open = true;
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("main .exhibit { content-visibility: visible; }");
      document.adoptedStyleSheets = [sheet];
    });
  }

  get stages() {
    return this.page.getByRole("navigation", { name: "Stages" }).locator("li").getByRole("link");
  }

  /** All the page's numbers, as they stand in the document; those out of sight may have to follow first. */
  async numbers() {
    await expect(this.page.locator("[aria-busy=true]")).toHaveCount(0);
    return this.page.locator("data").evaluateAll((elements) =>
      elements.map((element) => ({
        world: element.getAttribute("data-world")!,
        name: element.getAttribute("data-name")!,
        value: Number((element as HTMLDataElement).value),
        text: element.textContent!,
      })),
    );
  }

  /** One number's full precision. */
  async number(world: string, name: string) {
    const datum = this.page.locator(`data[data-world="${world}"][data-name="${name}"]`).first();
    return Number(await datum.getAttribute("value"));
  }

  /** The address once it has caught up with the state. */
  async settledHash() {
    // The page's own clock: its timers go off in order, however busy the machine is.
    return this.page.evaluate(async () => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return location.hash;
    });
  }

  async expectNoSidewaysScroll() {
    // Figures measure their room after a change of width, and take it in the next frame.
    await expect
      .poll(() => this.page.evaluate(() => document.documentElement.scrollWidth - innerWidth), {
        message: "the page is wider than the window",
      })
      .toBeLessThanOrEqual(0);
  }
}

export const test = base.extend<{ lesson: LessonPage }, { visits: BrowserContext }>({
  // One visitor a worker, in one tab: what the browser has started and compiled stays so. Every test begins with an
  // empty memory, and loads the page anew.
  visits: [
    async ({ browser }, use) => {
      const visits = await browser.newContext({ baseURL: process.env.SITE });
      await use(visits);
      await visits.close();
    },
    { scope: "worker" },
  ],
  context: async ({ visits }, use) => {
    await use(visits);
    await visits.clearPermissions();
    for (const page of visits.pages().slice(1)) await page.close();
  },
  page: async ({ context, baseURL, viewport }, use, info) => {
    const page = context.pages()[0] ?? (await context.newPage());
    await page.setViewportSize(viewport!);
    await page.emulateMedia({ colorScheme: null, reducedMotion: null });
    await page.mouse.move(0, 0);
    const browser = await context.newCDPSession(page);
    const { origin } = new URL(baseURL!);
    await browser.send("Storage.clearDataForOrigin", { origin, storageTypes: "local_storage" });
    await browser.detach();
    await use(page);
    if (page.isClosed()) return;
    page.removeAllListeners();
    await page.unrouteAll();
    // The runner's own "only-on-failure" takes a picture of every page and throws most away.
    if (info.status === info.expectedStatus) return;
    const path = info.outputPath("failed.png");
    await page.screenshot({ path });
    await info.attach("failed", { path, contentType: "image/png" });
  },
  lesson: async ({ page, baseURL }, use) => {
    const faults: string[] = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) faults.push(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
    page.on("request", (request) => {
      const own = request.url().startsWith(baseURL!) || /^(data|blob):/.test(request.url());
      if (!own) faults.push(`request to another host: ${request.url()}`);
    });
    await use(new LessonPage(page));
    expect(faults).toEqual([]);
  },
});
