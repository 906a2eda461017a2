import { CompactError } from "../errors/compact-error.js";

type Code = "INVALID_CONFIG" | "PART_FAILED";

/** Nobody outside sees a bare error: what a part of the caller's threw has a code, and the error itself as its cause. */
export function typedError(error: unknown, code: Code = "PART_FAILED"): CompactError {
  if (CompactError.isInstance(error)) return error;
  const said = reasonOf(error);
  const message =
    code === "INVALID_CONFIG"
      ? `The configuration is unusable: ${said}`
      : `A part or item that you passed to the manager failed (estimator, redactor, format, clock or item): ${said}`;
  return new CompactError(code, message, { cause: error });
}

/** Even an error may be hostile. */
function reasonOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.message) : String(error);
  } catch {
    return "it threw a value that cannot be read";
  }
}
