/**
 * A figure as it is to be taken away: without the controls that only a page can have, and with all that its frames would
 * scroll to. The page is changed for the moment of the taking, before anything is painted anew, and changed back.
 */
import { CONTROLS } from "./controls";

/** Frames are widened so many times: one in a column gets only its share of what the figure is given. */
const MOST_ROUNDS = 10;
const WIDEST = 6000;

export function withoutControls<T>(figure: HTMLElement, take: () => T): T {
  const undo: (() => void)[] = [];
  const set = (element: HTMLElement | SVGElement, property: string, value: string) => {
    const before = element.getAttribute("style");
    undo.push(() => {
      element.setAttribute("style", before ?? "");
      if (before === null) element.removeAttribute("style"); // which alone would leave an empty one
    });
    element.style.setProperty(property, value, "important");
  };
  const [left, top] = [scrollX, scrollY];
  const all = [...figure.querySelectorAll<HTMLElement>("*")];
  try {
    set(figure, "content-visibility", "visible");
    for (const element of all) {
      if (element.closest(".save")) continue;
      if (element.matches(CONTROLS)) set(element, "display", "none");
      const { contentVisibility, position } = getComputedStyle(element);
      if (contentVisibility === "auto") set(element, "content-visibility", "visible");
      if (position === "sticky")
        // What clings to the window or to a frame goes back to where it belongs.
        for (const side of ["top", "left", "bottom", "right"]) set(element, side, "auto");
    }
    undo.push(spellOut(all));
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

type Change = (element: HTMLElement, property: string, value: string) => void;

/** Drawings, and the labels over them, are laid out for the width that they have. */
function keepDrawings(figure: HTMLElement, set: Change) {
  for (const svg of figure.querySelectorAll("svg")) {
    const holder = svg.parentElement;
    if (!(holder instanceof HTMLElement) || holder.closest(".katex")) continue;
    set(holder, "box-sizing", "border-box");
    set(holder, "width", `${holder.getBoundingClientRect().width}px`);
  }
}

/** Widens the figure until nothing in it has to scroll. */
function giveRoom(figure: HTMLElement, frames: readonly HTMLElement[], set: Change) {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const lacking = Math.max(0, ...frames.map((frame) => frame.scrollWidth - frame.clientWidth));
    const width = figure.getBoundingClientRect().width;
    if (lacking < 2 || width > WIDEST) return;
    if (round === 0) keepDrawings(figure, set);
    set(figure, "max-width", "none");
    set(figure, "width", `${Math.ceil(width + lacking)}px`);
  }
}

/** While it is adopted, words that style sheets put before or behind a text are left to `spellOut`. */
const wordless = new CSSStyleSheet();
wordless.replaceSync(
  `[data-spelt~="before"]::before, [data-spelt~="after"]::after { content: none !important }`,
);

/** Makes text of the words in `::before` and `::after`, whose places no script can ask for. Returns the way back. */
function spellOut(elements: readonly HTMLElement[]): () => void {
  const added: Element[] = [];
  const changed = new Set<HTMLElement>();
  for (const element of elements) {
    for (const which of ["before", "after"] as const) {
      const style = getComputedStyle(element, `::${which}`);
      const { content, position, display, color, font } = style;
      const word = /^"(.+)"$/u.exec(content)?.[1];
      if (!word || position === "absolute" || display === "none") continue;
      const span = document.createElement("span");
      span.textContent = word;
      Object.assign(span.style, { color, font });
      added.push(span);
      changed.add(element);
      if (which === "before") element.prepend(span);
      else element.append(span);
      element.dataset.spelt = `${element.dataset.spelt ?? ""} ${which}`;
    }
  }
  document.adoptedStyleSheets.push(wordless);
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== wordless);
    for (const span of added) span.remove();
    for (const element of changed) delete element.dataset.spelt;
  };
}
