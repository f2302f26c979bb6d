/**
 * From JavaScript's values to the engine's typed arrays. What can only be wrong in JavaScript is
 * refused here: another type, rows of unequal length, numbers that do not fit float32 where the
 * engine works in it. Whether sizes and values make sense is the engine's to say.
 */
import type { MaskValue } from "./engine.js";
import { EngineError } from "./error.js";
import type { WideMatrix } from "./numerics-types.js";
import type { FloatFormat, MaskInput, Matrix, MatrixInput, Vector } from "./types.js";

const LARGEST_SIZE = 2 ** 32 - 1;

/** The traces in float formats work in doubles, everything else in float32. */
type Floats = Float32Array | Float64Array;
type FloatsOf<T extends Floats> = new (length: number) => T;

const isList = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));

export function show(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (isList(value)) return "a list";
  return value === null ? "null" : typeof value;
}

/** "1 row", "2 rows". */
export const counted = (count: number, one: string, more = `${one}s`) =>
  `${count} ${count === 1 ? one : more}`;

export function refuseType(field: string, problem: string): never {
  throw new EngineError("type", `${field}: ${problem}`);
}

/** Writes values into `into` from `start`; `place(i)` says where value i (from 1) stands. */
function copyNumbers(
  field: string,
  values: ArrayLike<unknown>,
  into: Floats,
  start: number,
  place: (i: number) => string,
): void {
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (typeof value !== "number") {
      refuseType(field, `${place(i + 1)} is not a number but ${show(value)}`);
    }
    into[start + i] = value;
    if (Number.isFinite(value) && !Number.isFinite(into[start + i])) {
      throw new EngineError("range", `${field}: ${place(i + 1)} (${value}) is beyond float32`);
    }
  }
}

/** The common length of all rows; rows of unequal length are refused, the odd one named. */
function commonLength(field: string, rows: ArrayLike<ArrayLike<unknown>>): number {
  const lengths = Array.from(rows, (row) => row.length);
  const [first = 0, second, third] = lengths;
  // The first row is the odd one out if the next two agree with each other and not with it.
  const usual = second !== undefined && second === third ? second : first;
  const odd = lengths.findIndex((length) => length !== usual);
  if (odd >= 0) {
    const others = lengths.every((length, i) => i === odd || length === usual)
      ? lengths.length === 2
        ? `row 1 has ${usual}`
        : `the others have ${usual}`
      : `row ${lengths.indexOf(usual) + 1} has ${usual}`;
    const count = counted(lengths[odd]!, "value");
    throw new EngineError("shape", `${field}: row ${odd + 1} has ${count}, ${others}`);
  }
  return usual;
}

function listOfRows(field: string, value: unknown, what: string): ArrayLike<ArrayLike<unknown>> {
  if (!isList(value)) refuseType(field, `is not ${what} but ${show(value)}`);
  for (let i = 0; i < value.length; i++) {
    if (!isList(value[i])) refuseType(field, `row ${i + 1} is not a list but ${show(value[i])}`);
  }
  return value as ArrayLike<ArrayLike<unknown>>;
}

/** A whole number that fits the engine's sizes. */
export function sizeIn(field: string, value: unknown): number {
  if (!Number.isInteger(value) || (value as number) < 0 || (value as number) > LARGEST_SIZE) {
    refuseType(field, "is not a whole number of 0 or more");
  }
  return value as number;
}

export function checkObject(field: string, value: unknown): void {
  if (typeof value !== "object" || value === null || isList(value)) {
    refuseType(field, `is not an object but ${show(value)}`);
  }
}

/** A misspelt option must not be passed over in silence. */
export function checkFields(where: string, options: object, known: readonly string[]): void {
  if (typeof options !== "object" || options === null || isList(options)) {
    refuseType(where, `takes an object of options, not ${show(options)}`);
  }
  for (const field of Object.keys(options)) {
    if (!known.includes(field)) refuseType(field, `is not an option of ${where}`);
  }
}

/** A typed array of one kind, as it is. */
export function arrayIn<T extends Int8Array | Float32Array>(
  field: string,
  value: T,
  kind: new (length: number) => T,
): T {
  if (value instanceof kind) return value;
  refuseType(field, `is not an ${kind.name}`);
}

/** A seed that names one run of random numbers. */
export function seedIn(field: string, value: unknown): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw new EngineError("range", `${field}: must be a whole number from 0, below 2⁵³`);
}

export function numberIn(field: string, value: unknown): number {
  if (typeof value !== "number") refuseType(field, `is not a number but ${show(value)}`);
  return value;
}

/** One of the words that a field takes. */
export function wordIn<T extends string>(field: string, value: unknown, words: readonly T[]): T {
  if (words.includes(value as T)) return value as T;
  refuseType(field, `is not one of ${words.map((word) => `"${word}"`).join(", ")}`);
}

const FORMATS = [
  "fp64",
  "fp32",
  "fp16",
  "bf16",
  "fp8e5m2",
  "fp8e4m3",
  "fp8e4m3-saturating",
] as const;

/** A format's name, or the bits of one of the caller's own; how many there may be is the engine's. */
export function formatIn(field: string, value: FloatFormat): FloatFormat {
  if (typeof value !== "object" || value === null) return wordIn(field, value, FORMATS);
  checkFields(field, value, ["exponentBits", "fractionBits"]);
  return {
    exponentBits: sizeIn("exponentBits", value.exponentBits),
    fractionBits: sizeIn("fractionBits", value.fractionBits),
  };
}

function floatsIn<T extends Floats>(field: string, value: Vector, Kind: FloatsOf<T>): T {
  if (value instanceof Kind) return value;
  if (!isList(value)) refuseType(field, `is not a list of numbers but ${show(value)}`);
  const floats = new Kind(value.length);
  copyNumbers(field, value, floats, 0, (i) => `value ${i}`);
  return floats;
}

function tableIn<T extends Floats>(field: string, value: MatrixInput, Kind: FloatsOf<T>) {
  if (typeof value === "object" && value !== null && "data" in value) {
    const rows = sizeIn(`${field}.rows`, value.rows);
    const cols = sizeIn(`${field}.cols`, value.cols);
    return { rows, cols, data: floatsIn(field, value.data as Vector, Kind) };
  }
  const list = listOfRows(field, value, "a matrix");
  const cols = commonLength(field, list);
  const data = new Kind(list.length * cols);
  for (let i = 0; i < list.length; i++) {
    copyNumbers(field, list[i]!, data, i * cols, (j) => `row ${i + 1}, column ${j}`);
  }
  return { rows: list.length, cols, data };
}

export const vectorIn = (field: string, value: Vector) => floatsIn(field, value, Float32Array);
export const doublesIn = (field: string, value: Vector) => floatsIn(field, value, Float64Array);

export const matrixIn = (field: string, value: MatrixInput): Matrix =>
  tableIn(field, value, Float32Array);
export const wideMatrixIn = (field: string, value: MatrixInput): WideMatrix =>
  tableIn(field, value, Float64Array);

export const optionalMatrixIn = (field: string, value: MatrixInput | undefined) =>
  value === undefined ? undefined : matrixIn(field, value);

/** A matrix of booleans: a mask, or a graph. */
export function booleansIn(field: string, value: unknown): MaskValue {
  const list = listOfRows(field, value, "a matrix of booleans");
  const cols = commonLength(field, list);
  const data = new Uint8Array(list.length * cols);
  for (let i = 0; i < list.length; i++) {
    for (let j = 0; j < cols; j++) {
      const allowed = list[i]![j];
      if (typeof allowed !== "boolean") {
        refuseType(field, `row ${i + 1}, column ${j + 1} is not a boolean but ${show(allowed)}`);
      }
      data[i * cols + j] = allowed ? 1 : 0;
    }
  }
  return { rows: list.length, cols, data };
}

/** A mask as given, or a list of them, as the list of those that mask anything. */
export function masksIn(
  field: string,
  value: MaskInput | readonly MaskInput[],
): ("causal" | MaskValue)[] {
  if (value === "none") return [];
  if (value === "causal") return ["causal"];
  if (!isList(value)) refuseType(field, `is not "none", "causal" or a matrix of booleans`);
  // A matrix of booleans is a list of lists of booleans; anything else is a list of masks.
  const items = value as readonly unknown[];
  const isMatrix = items.every((row) => isList(row) && !isList(row[0]));
  if (!isMatrix) return items.flatMap((mask) => masksIn(field, mask as MaskInput));

  return [booleansIn(field, value)];
}
