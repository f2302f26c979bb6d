/** Light or dark, and whether things may move: what the reader's system says, unless the reader says otherwise here. */
import { MediaQuery } from "svelte/reactivity";

export type Theme = "auto" | "light" | "dark";

const KEY = "theme";
const darkSystem = new MediaQuery("prefers-color-scheme: dark");

export const reducedMotion = new MediaQuery("prefers-reduced-motion: reduce");

function stored(): Theme {
  try {
    const text = localStorage.getItem(KEY);
    return text === "light" || text === "dark" ? text : "auto";
  } catch {
    return "auto"; // Storage may be switched off: the system's choice is a good one.
  }
}

class ThemeChoice {
  choice: Theme = $state(stored());
  readonly shown = $derived(
    this.choice === "auto" ? (darkSystem.current ? "dark" : "light") : this.choice,
  );

  choose(theme: Theme) {
    this.choice = theme;
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // Then the choice lasts as long as the page.
    }
  }
}

export const theme = new ThemeChoice();
