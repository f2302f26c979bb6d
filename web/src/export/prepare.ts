/**
 * A figure as it is to be taken away: without the controls that only a page can have, and with all that its frames would
 * scroll to. The page is changed for the moment of the taking, before anything is painted anew, and changed back.
 */

/** What the reader works with rather than looks at. */
export const CONTROLS = [
  ".controls",
  "select",
  "textarea",
  "fieldset",
  "input:not(td input, th input)",
  "label:has(input):not(td label, th label)",
  "details:not([open])",
  "details[open] > summary",
  "p button:not(.value, :has(data))",
  "div > button:not(.value, [role], [aria-pressed], :has(data), :has(svg), table button)",
  "section > button",
  ".visually-hidden",
].join(",");

/** Frames are widened so many times: one in a column gets only its share of what the figure is given. */
const MOST_ROUNDS = 10;
const WIDEST = 6000;

export function withoutControls<T>(figure: HTMLElement, take: () => T): T {
  const undo: (() => void)[] = [];
  const set = (element: HTMLElement | SVGElement, property: string, value: string) => {
    const before = element.getAttribute("style");
    undo.push(() =>
      before === null ? element.removeAttribute("style") : element.setAttribute("style", before),
    );
    element.style.setProperty(property, value, "important");
  };
  const [left, top] = [scrollX, scrollY];
  const all = [...figure.querySelectorAll<HTMLElement>("*")];
  try {
    set(figure, "content-visibility", "visible");
    for (const element of all) {
      if (element.closest(".save")) continue;
      if (element.matches(CONTROLS)) set(element, "display", "none");
      else if (getComputedStyle(element).contentVisibility === "auto")
        set(element, "content-visibility", "visible");
    }
    const frames = all.filter((element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      return [overflowX, overflowY].some((value) => value === "auto" || value === "scroll");
    });
    for (const frame of frames) {
      const { scrollLeft, scrollTop } = frame;
      undo.push(() => frame.scrollTo({ left: scrollLeft, top: scrollTop, behavior: "instant" }));
      frame.scrollTo({ left: 0, top: 0, behavior: "instant" });
      if (frame.scrollHeight > frame.clientHeight) set(frame, "max-height", "none");
    }
    giveRoom(figure, frames, set);
    return take();
  } finally {
    for (const step of undo.reverse()) step();
    scrollTo({ left, top, behavior: "instant" });
  }
}

/** Widens the figure until nothing in it has to scroll. */
function giveRoom(
  figure: HTMLElement,
  frames: readonly HTMLElement[],
  set: (element: HTMLElement, property: string, value: string) => void,
) {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const lacking = Math.max(0, ...frames.map((frame) => frame.scrollWidth - frame.clientWidth));
    const width = figure.getBoundingClientRect().width;
    if (lacking < 2 || width > WIDEST) return;
    set(figure, "max-width", "none");
    set(figure, "width", `${Math.ceil(width + lacking)}px`);
  }
}
