import { CompactError } from "../errors/compact-error.js";

export const MAX_SESSION_ID_LENGTH = 512;

/** Returns the session id, or throws `INVALID_INPUT` unless it is a non-empty string of at most 512 characters. */
export function validateSessionId(value: unknown): string {
  if (typeof value === "string" && value.length > 0 && value.length <= MAX_SESSION_ID_LENGTH) return value;
  const found = typeof value === "string" ? `a string of ${value.length} characters` : `a ${typeof value}`;
  throw new CompactError(
    "INVALID_INPUT",
    `A session id is a non-empty string of at most ${MAX_SESSION_ID_LENGTH} characters, not ${found}.`,
    { details: { found, maximum: MAX_SESSION_ID_LENGTH } },
  );
}
