import { compactionView } from "../../compaction/compaction-view.js";
import type { GatewayContext } from "../../exchange/gateway-context.js";
import type { Handler } from "../../http/handler.js";
import { findCompaction } from "./find-compaction.js";

/** `GET /v1/compactions/{id}`: everything that is known of a compaction, for its owner. */
export function getCompaction(context: GatewayContext): Handler {
  return async (request, reply) => reply.json(200, compactionView(await findCompaction(context, request)));
}
