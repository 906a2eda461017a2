import type { GatewayContext } from "../../exchange/gateway-context.js";
import { ApiError } from "../../http/api-error.js";
import type { InboundRequest } from "../../http/inbound-request.js";
import { idInPath } from "../id-in-path.js";
import type { StoredResponse } from "../../stored/stored-response.js";

/** The response that a path names. @throws ApiError 404 for an unknown one, and for one of another tenant. */
export async function findStored(context: GatewayContext, request: InboundRequest): Promise<StoredResponse> {
  const id = idInPath(request.path);
  const stored = await context.stored.get(request.tenant, id);
  if (stored) return stored;
  throw new ApiError(404, `Response with id '${id.slice(0, 100)}' not found.`, {
    type: "invalid_request_error",
  });
}
