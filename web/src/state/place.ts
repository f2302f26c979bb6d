/**
 * Where the reader is on the page, kept with the address: a browser that goes back or loads anew does so before the stage
 * is there to go to. Heights change while figures are made, so it is a part of the text, not a number of pixels.
 */

interface Place {
  /** Which of the stage's parts is the first in the window. */
  readonly part: number;
  /** Pixels from the window's top to the part's. */
  readonly top: number;
}

const PARTS = "article :is(h1, h2, p, li, .exhibit):not(.exhibit *)";

/** Undefined while no stage is there. */
function placeNow(): Place | undefined {
  const parts = [...document.querySelectorAll(PARTS)];
  const part = parts.findIndex((each) => each.getBoundingClientRect().bottom > 0);
  return parts[part] && { part, top: parts[part].getBoundingClientRect().top };
}

const isPlace = (state: unknown): state is Place =>
  typeof state === "object" && state !== null && "part" in state && "top" in state;

/** Keeps the place in the entry of the browser's history that is open. */
export function keepPlace() {
  const place = placeNow();
  if (place) history.replaceState(place, "");
}

/**
 * Goes to the place that the open entry of the history has kept; to the top of what was never read. There a page that was
 * `justOpened` is: it is left alone, for whoever asks where it is has all of it laid out.
 */
export function takePlace(justOpened: boolean) {
  const state: unknown = history.state;
  if (justOpened && !isPlace(state)) return;
  const part = isPlace(state) ? document.querySelectorAll(PARTS)[state.part] : undefined;
  const down = part ? part.getBoundingClientRect().top - (state as Place).top : -scrollY;
  scrollBy({ top: down, behavior: "instant" });
}
