/** What an SVG defines once and refers to by name: gradients, patterns, shapes to cut off at. */
export class Definitions {
  readonly #known = new Map<string, { id: string; text: string }>();

  /** The name of what `write` writes under a name; the same thing is written once. */
  add(write: (id: string) => string): string {
    const key = write("");
    let definition = this.#known.get(key);
    if (!definition) {
      const id = `d${this.#known.size + 1}`;
      this.#known.set(key, (definition = { id, text: write(id) }));
    }
    return definition.id;
  }

  toString(): string {
    return [...this.#known.values()].map(({ text }) => text).join("");
  }
}
