/**
 * What kind of input was refused:
 * `type` not what the field takes · `shape` sizes that do not fit · `range` a number outside its range ·
 * `unsupported` this machine cannot run the engine · `memory` the work needs more than there is.
 */
export type EngineErrorCode = "type" | "shape" | "range" | "unsupported" | "memory";

/** Bad input, in a sentence that names the field and the place: "x: row 3 has 2 values, the others have 4". */
export class EngineError extends Error {
  override readonly name = "EngineError";

  /** The package's two entries share no file, and each has this class: an error of one is one of the other's too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "EngineError";
  }

  constructor(
    readonly code: EngineErrorCode,
    message: string,
  ) {
    super(message);
  }

  /** The field that was refused: the message up to its first colon. */
  get field(): string {
    return this.message.slice(0, this.message.indexOf(":"));
  }
}
