import { sha256 } from "../text/sha256.js";
import { DEFAULT_TENANT } from "./archive.js";
import { MAX_SESSION_ID_LENGTH, validateSessionId } from "./validate-session-id.js";

/** The length says where the tenant ends, so no tenant and session id add up to those of another. */
export const tenantPrefix = (tenant: string): string => `tenant${tenant.length}:${tenant}`;

/** Where a tenant's session is in an archive that tenants share. */
export interface TenantPlace {
  readonly id: string;
  /** The id of the session is too long to be part of it. */
  readonly isDigest: boolean;
}

export function tenantPlace(tenant: string, sessionId: string): TenantPlace {
  const prefix = tenantPrefix(tenant);
  const id = `${prefix}:${validateSessionId(sessionId)}`;
  if (id.length <= MAX_SESSION_ID_LENGTH) return { id, isDigest: false };
  // JSON, because UTF-8 alone makes all lone surrogates equal.
  return { id: `${prefix}#${sha256(JSON.stringify(sessionId))}`, isDigest: true };
}

/** True for a session of a tenant, by its id in the archive. A store without tenants belongs to the default one. */
export function isPlaceOf(tenant: string, id: string): boolean {
  const prefix = tenantPrefix(tenant);
  const mark = id.startsWith(prefix) ? id[prefix.length] : undefined;
  if (mark === ":" || mark === "#") return true;
  return tenant === DEFAULT_TENANT && tenantOfPlace(id) === undefined;
}

/** The tenant of a session by its id in the archive; undefined for one of a store without tenants. */
export function tenantOfPlace(id: string): string | undefined {
  const [start = "", length] = /^tenant(\d{1,3}):/.exec(id) ?? [];
  if (length === undefined) return undefined;
  const end = start.length + Number(length);
  return id[end] === ":" || id[end] === "#" ? id.slice(start.length, end) : undefined;
}
