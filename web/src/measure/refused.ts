/** Errors on their way between workers, which lose their class on it. */
import type { Refusal } from "./messages";

export class Refused extends Error {
  readonly code: string | undefined;

  constructor({ code, message }: Refusal) {
    super(message);
    this.code = code;
  }
}

export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message } = error;
  return "code" in error && typeof error.code === "string"
    ? { code: error.code, message }
    : { message };
}
