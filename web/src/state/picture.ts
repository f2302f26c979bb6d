/** How vectors lie in a plane that can be drawn: their own plane if they have two components, the engine's if they have more. */
import type { Engine, Matrix, MatrixInput, Plane } from "@engine";

/** A point of the plane. A vector that cannot be drawn has coordinates that are not finite. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

type Rows = readonly (readonly number[])[];

const finite = (row: ArrayLike<number>) => Array.from(row).every(Number.isFinite);

export const rowsOf = ({ rows, cols, data }: Matrix): number[][] =>
  Array.from({ length: rows }, (_, i) => Array.from(data.subarray(i * cols, (i + 1) * cols)));

export class Picture {
  static readonly #known = new WeakMap<Rows, Picture>();

  readonly dimension: number;
  readonly plane: Plane;
  /** Where the vector of zeros lies, and the rows. */
  readonly origin: Place;
  readonly tokens: readonly Place[];
  /** The corners of the rows' convex hull. */
  readonly hull: readonly Place[];

  /** The picture of a sequence; finding its plane takes a while, so every sequence has only one. */
  static of(engine: Engine, rows: Rows): Picture {
    let picture = Picture.#known.get(rows);
    if (!picture) Picture.#known.set(rows, (picture = new Picture(engine, rows)));
    return picture;
  }

  private constructor(
    readonly engine: Engine,
    rows: Rows,
  ) {
    this.dimension = rows[0]!.length;
    this.plane = engine.plane(rows);
    this.origin = this.places([Array<number>(this.dimension).fill(0)])[0]!;
    this.tokens = this.places(rows);
    this.hull = this.outline(this.tokens);
  }

  /** The plane's coordinates are the rows' own components. */
  get own(): boolean {
    return this.dimension <= 2;
  }

  /** Where vectors of the same dimension lie. */
  places(rows: MatrixInput): Place[] {
    const { data } = this.engine.project(rows, this.plane);
    return Array.from({ length: data.length / 2 }, (_, i) => ({
      x: data[2 * i]!,
      y: data[2 * i + 1]!,
    }));
  }

  /** The corners of the convex hull of those places that are finite, counter-clockwise; two or one where they lie on a line. */
  outline(places: readonly Place[]): Place[] {
    const drawable = places.filter(({ x, y }) => finite([x, y]));
    if (!drawable.length) return [];
    return this.engine.hull(drawable.map(({ x, y }) => [x, y])).map((i) => drawable[i]!);
  }
}
