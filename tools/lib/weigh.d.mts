import type { Page } from "@playwright/test";

interface Weighed {
  readonly path: string;
  readonly bytes: number;
}

/** Every file that the page asks for until the stage at `site` stands, the heaviest first. */
export function weighFirstLoad(page: Page, site: string): Promise<Weighed[]>;
export function totalBytes(files: readonly Weighed[]): number;
