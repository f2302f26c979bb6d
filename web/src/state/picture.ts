/** How vectors lie in a plane that can be drawn: their own plane if they have two components, the engine's if they have more. */
import type { Engine, Matrix, MatrixInput, Plane } from "@engine";

/** A point of the plane. Neither coordinate is finite for a vector that cannot be drawn. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

type Rows = readonly (readonly number[])[];

const finite = (row: ArrayLike<number>) => Array.from(row).every(Number.isFinite);

export const rowsOf = ({ rows, cols, data }: Matrix): number[][] =>
  Array.from({ length: rows }, (_, i) => Array.from(data.subarray(i * cols, (i + 1) * cols)));

export class Picture {
  readonly dimension: number;
  /** Absent where no row is finite: then nothing can be drawn. */
  readonly plane: Plane | undefined;
  /** Where the vector of zeros lies. */
  readonly origin: Place;

  /** The plane in which the finite ones of `rows`, one at least, spread the most. */
  constructor(
    readonly engine: Engine,
    rows: Rows,
  ) {
    this.dimension = rows[0]!.length;
    const drawable = rows.filter(finite);
    this.plane = drawable.length ? engine.plane(drawable) : undefined;
    this.origin = this.places([Array<number>(this.dimension).fill(0)])[0]!;
  }

  /** The plane is the rows' own: its coordinates are their components. */
  get own(): boolean {
    return this.plane !== undefined && this.dimension <= 2;
  }

  /** Whether the plane can show a row. */
  shows(row: ArrayLike<number>): boolean {
    return finite(row);
  }

  places(rows: MatrixInput): Place[] {
    const { plane } = this;
    if (!plane) return [];
    const { data } = this.engine.project(rows, plane);
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
