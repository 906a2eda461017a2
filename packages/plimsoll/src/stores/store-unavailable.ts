import { CompactError } from "../errors/compact-error.js";

const ADVICE: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full: free some space",
  EDQUOT: "the disk quota is used up: free some space",
  EACCES: "permission denied: check who owns the path",
  EPERM: "the operation is not permitted there: check who owns the path",
  EROFS: "the file system is read-only: choose another path",
  ENOTDIR: "a part of the path is a file: choose another path",
  EEXIST: "the path is a file: choose another path",
  EISDIR: "the path is a folder: choose another path",
  EMFILE: "too many open files: raise the limit or close some stores",
};

/** An error with what failed, where, and its cause; a `CompactError` passes through unchanged. */
export function storeUnavailable(
  cause: unknown,
  context: { readonly store: string; readonly operation: string; readonly path: string },
): CompactError {
  if (CompactError.isInstance(cause)) return cause;
  const code = (cause as { code?: unknown } | null)?.code;
  const reason = cause instanceof Error ? cause.message : String(cause);
  const advice = typeof code === "string" && Object.hasOwn(ADVICE, code) ? ADVICE[code] : reason;
  return new CompactError(
    "STORE_UNAVAILABLE",
    `The ${context.store} store at ${context.path} failed to ${context.operation}: ${advice}.`,
    { details: { ...context, ...(typeof code === "string" ? { code } : {}) }, cause },
  );
}
