import type { GatewayContext } from "../../exchange/gateway-context.js";
import { ApiError } from "../../http/api-error.js";
import type { Handler } from "../../http/handler.js";
import { findStored } from "./find-stored.js";

/** `GET /v1/responses/{id}`. */
export function getResponse(context: GatewayContext): Handler {
  return async (request, reply) => {
    if (request.query.get("stream") === "true")
      throw new ApiError(400, "A stored response is not streamed again here; ask without 'stream'.", {
        param: "stream",
      });
    const { response } = await findStored(context, request);
    reply.json(200, response);
  };
}
