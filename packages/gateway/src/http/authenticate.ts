import type { IncomingHttpHeaders } from "node:http";
import { type KeyRing, LOCAL_TENANT } from "../keys/key-ring.js";
import { ApiError } from "./api-error.js";

/**
 * Whose request it is, by the key in `Authorization` or `x-api-key`.
 *
 * @throws ApiError 401, the same for every wrong key and for none.
 */
export function authenticate(headers: IncomingHttpHeaders, keys: KeyRing): string {
  if (keys.isOpen) return LOCAL_TENANT;
  for (const key of givenKeys(headers)) {
    const tenant = keys.tenantOf(key);
    if (tenant !== undefined) return tenant;
  }
  throw new ApiError(401, "Send a key of this gateway, as a bearer token or as x-api-key.", {
    type: "authentication_error",
    code: "invalid_api_key",
    headers: { "www-authenticate": "Bearer" },
  });
}

function givenKeys(headers: IncomingHttpHeaders): string[] {
  const bearer = /^bearer +(\S+) *$/i.exec(headers.authorization ?? "")?.[1];
  const other = headers["x-api-key"];
  return [bearer, typeof other === "string" ? other.trim() : undefined].filter((key) => key !== undefined);
}
