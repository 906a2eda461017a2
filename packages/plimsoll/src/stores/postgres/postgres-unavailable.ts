import { CompactError } from "../../errors/compact-error.js";

const ADVICE: Readonly<Record<string, string>> = {
  ECONNREFUSED: "no server answers there: check the address, and that it runs",
  ENOTFOUND: "the host is not known: check the address",
  "28P01": "the password is wrong: check the address, or PGPASSWORD",
  "28000": "the user may not connect: check the address and pg_hba.conf",
  "3D000": "the database does not exist: create it",
  "3F000": "the schema does not exist: run `compactctl store migrate`, or allow the store to",
  "42P01": "its tables do not exist: run `compactctl store migrate`, or allow the store to",
  "42P07": "the schema holds tables of another program: give the store a schema of its own",
  "42501":
    "the user lacks a privilege: grant it, or run the output of `compactctl store migrate --print` as another user",
  "25006": "the server is read-only: give the address of the primary",
  "53100": "the disk of the server is full: free some space",
  "53300": "the server has no connection left: lower the number of connections, or raise max_connections",
  "57014": "the statement took too long: look for what blocks it, or raise the limit",
  "22021": "the encoding of the database is not UTF8: create one with ENCODING 'UTF8'",
};

/** What has certainly not been done: nothing was sent, or the server says that it took everything back. */
const UNDONE = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "40001",
  "40P01",
  "53300",
  "57P01",
  "57P02",
  "57P03",
]);

/** Broken in the middle: what was sent may have been done. */
const BROKEN = new Set(["ECONNRESET", "EPIPE", "ETIMEDOUT", "08000", "08003", "08006"]);

/** `undone`: certainly not done; `unknown`: may be done; `refused`: it would fail again. */
export type FailureKind = "undone" | "unknown" | "refused";

export function failureKind(error: unknown): FailureKind {
  const code = codeOf(error);
  if (code !== undefined && UNDONE.has(code)) return "undone";
  if (code !== undefined) return BROKEN.has(code) ? "unknown" : "refused";
  const message = error instanceof Error ? error.message : "";
  if (/timeout exceeded when trying to connect|connection timeout/i.test(message)) return "undone";
  return /connection (?:terminated|ended)|closed the connection/i.test(message) ? "unknown" : "refused";
}

export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : undefined;
}

/** An error with what failed, where, and what to do; a `CompactError` passes through unchanged. */
export function postgresUnavailable(cause: unknown, operation: string, place: string): CompactError {
  if (CompactError.isInstance(cause)) return cause;
  const code = codeOf(cause);
  const reason = cause instanceof Error ? cause.message : String(cause);
  const advice = (code !== undefined && Object.hasOwn(ADVICE, code) ? ADVICE[code] : undefined) ?? reason;
  return new CompactError(
    "STORE_UNAVAILABLE",
    `The postgres store at ${place} failed to ${operation}: ${advice}.`,
    {
      details: { store: "postgres", operation, path: place, ...(code === undefined ? {} : { code }) },
      cause,
    },
  );
}
