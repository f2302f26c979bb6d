/** What stands in the fields of a grid of numbers, each for as long as its number is the one that it was typed over. */
import { parseNumber } from "@/input/numbers";

interface Draft {
  readonly text: string;
  readonly over: number;
  readonly problem?: string;
}

export class Drafts {
  readonly #kept: Record<string, Draft> = $state({});

  /** What is typed at a place where the number is `value`, if it is not just that number. */
  at(place: string, value: number): Draft | undefined {
    const draft = this.#kept[place];
    return draft?.over === value ? draft : undefined;
  }

  /** Keeps what is typed over `value`. Answers the number, if it is one; else `where` begins the reason why not. */
  type(place: string, value: number, text: string, where: string): number | undefined {
    const parsed = parseNumber(text, { decimalComma: true, precision: "single" });
    if ("error" in parsed) {
      this.#kept[place] = { text, over: value, problem: `${where}: ${parsed.error.message}` };
      return undefined;
    }
    this.#kept[place] = { text, over: parsed.value };
    return parsed.value;
  }

  /** Keeps what is typed over `value` and is a number, but cannot be taken. */
  refuse(place: string, value: number, text: string, problem: string) {
    this.#kept[place] = { text, over: value, problem };
  }

  /** Forgets what is typed at a place, if it is a number. */
  drop(place: string) {
    if (!this.#kept[place]?.problem) delete this.#kept[place];
  }

  /** The first of what is wrong. */
  get problem(): string | undefined {
    return Object.values(this.#kept).find(({ problem }) => problem)?.problem;
  }
}
