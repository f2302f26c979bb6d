/** What a browser that is driven is started with. */
export const DRIVEN: string[];
/** The first Chromium that runs. */
export function findChromium(): Promise<{ path: string; version: string } | undefined>;
