import type { GatewayContext } from "../../exchange/gateway-context.js";
import type { Handler } from "../../http/handler.js";
import { deleteUnlessHeld } from "../delete-unless-held.js";
import { findStored } from "./find-stored.js";

/** `DELETE /v1/responses/{id}`. */
export function deleteResponse(context: GatewayContext): Handler {
  return async (request, reply) => {
    const { id } = await findStored(context, request);
    await deleteUnlessHeld(context.stored.remove(request.tenant, id));
    reply.json(200, { id, object: "response", deleted: true });
  };
}
