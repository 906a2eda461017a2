import { CompactError } from "plimsoll";
import { exitCodeOf } from "../exit-codes.js";
import type { Output } from "./output.js";

/** What can be said of a failure: a code, one sentence, and the values behind it. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

const INTERRUPTED: Failure = { code: "ABORTED", message: "Interrupted.", details: {} };

export function failureOf(error: unknown): Failure {
  if (CompactError.isInstance(error)) {
    return { code: error.code, message: error.message, details: error.details };
  }
  return { code: "FAILED", message: error instanceof Error ? error.message : String(error), details: {} };
}

/** Says what went wrong, once, where the reader looks for it; returns the exit code. */
export async function reportError(
  error: unknown,
  { output, signal }: { readonly output: Output; readonly signal: AbortSignal },
): Promise<number> {
  const failure = signal.aborted ? INTERRUPTED : failureOf(error);
  if (output.json) await output.data({ error: failure });
  else output.error(`${failure.code}: ${failure.message}`, { list: failure.code === "INVALID_CONFIG" });
  return exitCodeOf(failure.code);
}
