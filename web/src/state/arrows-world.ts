/** The numbers of two arrows in the plane, and where each comes from. */
import type { Engine, Similarity } from "@engine";
import {
  number,
  parseName,
  pythonNumber,
  pythonVector,
  symbol,
  twice,
  type Explanation,
  type Part,
  type World,
} from "./quantities";

/** Zero-based, of a name such as `a[2]`. */
const component = (at: string | undefined) => Number(at) - 1;

export class ArrowsWorld implements World {
  readonly similarity: Similarity;

  /** `a` and `b` are arrows from the origin to [x, y]. */
  constructor(
    engine: Engine,
    readonly a: readonly number[],
    readonly b: readonly number[],
    readonly id: string,
  ) {
    this.similarity = engine.similarity(a, b);
  }

  read(name: string): number | undefined {
    const { letter, at } = parseName(name);
    const { products, dot, lengthX, lengthY, cosine, degrees, shadowLength } = this.similarity;
    switch (letter) {
      case "a":
        return this.a[component(at[0])];
      case "b":
        return this.b[component(at[0])];
      case "product":
        return products[component(at[0])];
      case "dot":
        return dot;
      case "length":
        return at[0] === "a" ? lengthX : lengthY;
      case "cos":
        return cosine;
      case "theta":
        return degrees;
      case "shadow":
        return shadowLength;
      default:
        return undefined;
    }
  }

  explain(name: string): Explanation | undefined {
    const { letter, at } = parseName(name);
    const [m] = at;
    const way = m === "1" ? "the right" : "the top";
    switch (letter) {
      case "a":
      case "b":
        return this.answer(
          `how far arrow ${letter} goes towards ${way}: it is yours to set`,
          [],
          `${letter}[${component(m)}]`,
        );
      case "product":
        return this.answer(
          `what component ${m} adds to the dot product`,
          twice([m], "", () => [`a[${m}]`, " · ", `b[${m}]`]),
          `a[${component(m)}] * b[${component(m)}]`,
        );
      case "dot":
        return this.answer(
          "the dot product of a and b",
          [
            ...twice([1, 2], " + ", (m) => [`a[${m}]`, " · ", `b[${m}]`]),
            [number("product[1]"), " + ", number("product[2]")],
          ],
          "a @ b",
        );
      case "length":
        return this.answer(
          `the length of arrow ${m}`,
          inBoth((part) => ["√(", part(`${m}[1]`), "² + ", part(`${m}[2]`), "²)"]),
          `np.linalg.norm(${m})`,
        );
      case "cos":
        return this.answer(
          "the cosine of the angle between the arrows: 1 for the same direction, −1 for opposite ones",
          inBoth((part) => [part("dot"), " / (", part("length[a]"), " · ", part("length[b]"), ")"]),
          "a @ b / (np.linalg.norm(a) * np.linalg.norm(b))",
        );
      case "theta":
        return this.answer(
          "the angle between the arrows, in degrees",
          inBoth((part) => ["arccos ", part("cos")]),
          "np.degrees(np.arccos(a @ b / (np.linalg.norm(a) * np.linalg.norm(b))))",
        );
      case "shadow":
        return this.answer(
          "the length of the shadow that a throws on b; below zero where it falls on the far side",
          inBoth((part) => [part("length[a]"), " · ", part("cos")]),
          "a @ b / np.linalg.norm(b)",
        );
      default:
        return undefined;
    }
  }

  protected answer(
    meaning: string,
    lines: readonly (readonly Part[])[],
    expression: string,
  ): Explanation {
    return { meaning, lines, python: `${this.given().join("\n")}\nprint(${expression})\n` };
  }

  /** The lines of a program that set the arrows. */
  protected given(): string[] {
    return ["import numpy as np", "", `a = ${pythonVector(this.a)}`, `b = ${pythonVector(this.b)}`];
  }
}

/** A pair of arrows that the text speaks of, whatever the learner's own are. Its world's name says which. */
export const arrowsExample = (engine: Engine, a: readonly number[], b: readonly number[]) =>
  new ArrowsWorld(engine, a, b, `arrows:${a}:${b}`);

/** Two arrows of which the first has been made longer: its direction and the other arrow are as they were. */
export class StretchedArrowsWorld extends ArrowsWorld {
  constructor(
    engine: Engine,
    readonly before: ArrowsWorld,
    readonly factor: number,
    id: string,
  ) {
    super(engine, Array.from(engine.multiply([[factor]], [before.a]).data), before.b, id);
  }

  override read(name: string): number | undefined {
    const { letter, at } = parseName(name);
    if (letter === "factor") return this.factor;
    if (letter === "before") return this.before.read(`a[${at[0]}]`);
    return super.read(name);
  }

  override explain(name: string): Explanation | undefined {
    const { letter, at } = parseName(name);
    const [m] = at;
    switch (letter) {
      case "factor":
        return this.answer("how many times as long a has become: it is yours to set", [], "factor");
      case "before":
        return this.answer(
          `component ${m} of a before it was stretched: it is yours to set`,
          [],
          `before[${component(m)}]`,
        );
      case "a":
        return this.answer(
          `component ${m} of a, after it was stretched`,
          inBoth((part) => [part("factor"), " · ", part(`before[${m}]`)]),
          `a[${component(m)}]`,
        );
      default:
        return super.explain(name);
    }
  }

  protected override given(): string[] {
    return [
      "import numpy as np",
      "",
      `before = ${pythonVector(this.before.a)}`,
      `factor = ${pythonNumber(this.factor)}`,
      "a = factor * before",
      `b = ${pythonVector(this.b)}`,
    ];
  }
}

/** An expression in symbols, then in numbers. */
function inBoth(parts: (part: (name: string) => Part) => readonly Part[]): Part[][] {
  return [[...parts(symbol)], [...parts(number)]];
}
