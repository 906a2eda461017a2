import { CompactError } from "../../errors/compact-error.js";
import type { ArtifactScope } from "./artifact.js";
import { validateSessionId } from "../validate-session-id.js";

const MAX_TENANT_LENGTH = 128;

/** A copy of the scope; throws `INVALID_INPUT` if its tenant or session id is invalid. */
export function validateArtifactScope(value: unknown): ArtifactScope {
  if (typeof value !== "object" || value === null) {
    throw new CompactError(
      "INVALID_INPUT",
      `An artifact scope is an object with \`tenant\` and \`sessionId\`, not ${value === null ? "null" : `a ${typeof value}`}.`,
    );
  }
  const { tenant, sessionId } = value as { readonly tenant?: unknown; readonly sessionId?: unknown };
  return { tenant: validateTenant(tenant), sessionId: validateSessionId(sessionId) };
}

/** Returns the tenant, or throws `INVALID_INPUT` unless it is a non-empty string of at most 128 characters. */
export function validateTenant(value: unknown): string {
  if (typeof value === "string" && value.length > 0 && value.length <= MAX_TENANT_LENGTH) return value;
  const found = typeof value === "string" ? `a string of ${value.length} characters` : `a ${typeof value}`;
  throw new CompactError(
    "INVALID_INPUT",
    `A tenant is a non-empty string of at most ${MAX_TENANT_LENGTH} characters, not ${found}.`,
    { details: { found, maximum: MAX_TENANT_LENGTH } },
  );
}
