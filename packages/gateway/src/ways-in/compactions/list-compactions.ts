import { compactionHead } from "../../compaction/compaction-view.js";
import type { GatewayContext } from "../../exchange/gateway-context.js";
import type { Handler } from "../../http/handler.js";
import { invalidQuery, pageLimit } from "../page-limit.js";

/** `GET /v1/compactions`: the compactions of the caller's own conversations, the newest first. */
export function listCompactions({ kept }: GatewayContext): Handler {
  return async ({ tenant, query }, reply) => {
    const limit = pageLimit(query);
    const [after, session] = [query.get("after"), query.get("session")];
    const { found, hasMore, isLost } = await kept.list(tenant, {
      limit,
      ...(after === null ? {} : { after }),
      ...(session === null ? {} : { session }),
    });
    if (isLost) throw invalidQuery("after", "the id of a compaction of this list");
    reply.json(200, {
      object: "list",
      data: found.map(compactionHead),
      first_id: found[0]?.id ?? null,
      last_id: found.at(-1)?.id ?? null,
      has_more: hasMore,
    });
  };
}
