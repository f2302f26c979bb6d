/** The sequence as its editor has it: fields that keep what is typed, and take over only what is sound. */
import { Drafts } from "./drafts.svelte";
import { full } from "./format";
import type { Lesson } from "./lesson.svelte";
import { MOST_DIMENSIONS, MOST_TOKENS } from "./link";
import type { Sequence } from "./presets";

/** What a field shows, and why it cannot be taken over, if so. */
interface Field {
  readonly text: string;
  readonly problem?: string | undefined;
}

const without = <T>(items: readonly T[], at: number) => items.filter((_, place) => place !== at);

export class OwnVectors {
  readonly #lesson: Lesson;
  #drafts = $state.raw(new Drafts());
  /** The row that has lost its name. */
  #nameless = $state<number>();
  /** Why a change of the whole was not taken. */
  #refused = $state<string>();
  /** The sequence that the drafts were typed into. */
  #own: Sequence;

  /** To be made while a component is. */
  constructor(lesson: Lesson) {
    this.#lesson = lesson;
    this.#own = lesson.sequence;
    $effect.pre(() => {
      if (lesson.sequence !== this.#own) this.#forget();
    });
  }

  get #sequence() {
    return this.#lesson.sequence;
  }

  get #dimension() {
    return this.#sequence.x[0]!.length;
  }

  /** The first of what is wrong. */
  get problem(): string | undefined {
    return this.#refused ?? this.#namelessness ?? this.#drafts.problem;
  }

  get #namelessness() {
    return this.#nameless === undefined
      ? undefined
      : `Row ${this.#nameless + 1}: a token needs a name`;
  }

  name(i: number): Field {
    if (i === this.#nameless) return { text: "", problem: this.#namelessness };
    return { text: this.#sequence.tokens[i]! };
  }

  /** Of the field in row i and column m, where the sequence has `value`. */
  number(i: number, m: number, value: number): Field {
    return this.#drafts.at(`${i},${m}`, value) ?? { text: full(value) };
  }

  rename(i: number, text: string) {
    const { tokens, x, dimensions } = this.#sequence;
    this.#nameless = text.trim() ? undefined : i;
    if (this.#nameless === undefined)
      this.#refused = this.#take({
        tokens: tokens.map((old, at) => (at === i ? text : old)),
        x,
        dimensions,
      });
  }

  edit(i: number, m: number, text: string) {
    const { tokens, x, dimensions } = this.#sequence;
    const [place, old, where] = [`${i},${m}`, x[i]![m]!, `Row ${i + 1}, column ${m + 1}`];
    const value = this.#drafts.type(place, old, text, where);
    if (value === undefined) return;
    const changed = x.map((row, at) => (at === i ? row.with(m, value) : row));
    const problem = this.#take({ tokens, x: changed, dimensions });
    if (problem) this.#drafts.refuse(place, old, text, `${where}: ${problem}`);
  }

  /** A field that is left shows the number itself, or else what could not be taken for one. */
  leave(i: number, m: number) {
    this.#drafts.drop(`${i},${m}`);
  }

  get isFull() {
    return this.#sequence.tokens.length >= MOST_TOKENS;
  }

  addToken() {
    if (this.isFull) return;
    const { tokens, x, dimensions } = this.#sequence;
    this.#reshape({
      tokens: [...tokens, `x${tokens.length + 1}`],
      x: [...x, Array<number>(this.#dimension).fill(0)],
      dimensions,
    });
  }

  removeToken(i: number) {
    const { tokens, x, dimensions } = this.#sequence;
    this.#reshape({ tokens: without(tokens, i), x: without(x, i), dimensions });
  }

  get isWidest() {
    return this.#dimension >= MOST_DIMENSIONS;
  }

  addDimension() {
    if (this.isWidest) return;
    const { tokens, x, dimensions } = this.#sequence;
    this.#reshape({
      tokens,
      x: x.map((row) => [...row, 0]),
      dimensions: dimensions && [...dimensions, `${this.#dimension + 1}`],
    });
  }

  get isNarrowest() {
    return this.#dimension === 1;
  }

  removeDimension() {
    if (this.isNarrowest) return;
    const { tokens, x, dimensions } = this.#sequence;
    this.#reshape({
      tokens,
      x: x.map((row) => row.slice(0, -1)),
      dimensions: dimensions?.slice(0, -1),
    });
  }

  #reshape(sequence: Sequence) {
    this.#forget();
    this.#refused = this.#take(sequence);
  }

  #forget() {
    this.#drafts = new Drafts();
    this.#nameless = undefined;
    this.#refused = undefined;
  }

  /** Answers why not, if so. */
  #take(sequence: Sequence): string | undefined {
    const problem = this.#lesson.useOwn(sequence);
    this.#own = this.#sequence;
    return problem;
  }
}
