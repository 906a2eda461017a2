import type { GatewayContext } from "../../exchange/gateway-context.js";
import type { Handler } from "../../http/handler.js";
import { deleteUnlessHeld } from "../delete-unless-held.js";
import { findCompaction } from "./find-compaction.js";

/** `DELETE /v1/compactions/{id}`: the gateway forgets it; an item that the client holds goes on opening. */
export function deleteCompaction(context: GatewayContext): Handler {
  return async (request, reply) => {
    const { id } = await findCompaction(context, request);
    await deleteUnlessHeld(context.kept.remove(request.tenant, id));
    reply.json(200, { id, object: "compaction", deleted: true });
  };
}
