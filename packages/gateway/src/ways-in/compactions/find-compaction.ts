import type { CompactionContent } from "../../compaction/compaction-content.js";
import type { GatewayContext } from "../../exchange/gateway-context.js";
import { ApiError } from "../../http/api-error.js";
import type { InboundRequest } from "../../http/inbound-request.js";
import { idInPath } from "../id-in-path.js";

/** The compaction that a path names. @throws ApiError 404, the same for an unknown id and for one of another tenant. */
export async function findCompaction(
  { kept }: GatewayContext,
  { path, tenant }: InboundRequest,
): Promise<CompactionContent> {
  const id = idInPath(path);
  const content = await kept.get(tenant, id);
  if (content) return content;
  throw new ApiError(404, `Compaction with id '${id.slice(0, 100)}' not found.`, {
    type: "invalid_request_error",
  });
}
