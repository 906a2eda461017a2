import { sha256 } from "../text/sha256.js";
import { MAX_SESSION_ID_LENGTH, validateSessionId } from "./validate-session-id.js";

/** The length says where the tenant ends, so no tenant and session id add up to those of another. */
export const tenantPrefix = (tenant: string): string => `tenant${tenant.length}:${tenant}`;

/** The id of a tenant's session in an archive that tenants share. A long one is a digest. */
export function placeOfTenant(
  tenant: string,
  sessionId: string,
): { readonly id: string; readonly isDigest: boolean } {
  const prefix = tenantPrefix(tenant);
  const id = `${prefix}:${validateSessionId(sessionId)}`;
  if (id.length <= MAX_SESSION_ID_LENGTH) return { id, isDigest: false };
  // JSON, because UTF-8 alone makes all lone surrogates equal.
  return { id: `${prefix}#${sha256(JSON.stringify(sessionId))}`, isDigest: true };
}
