import type { GatewayContext } from "../../exchange/gateway-context.js";
import { ApiError } from "../../http/api-error.js";
import type { ResponseChain } from "../../stored/stored-responses.js";

/** The conversation up to a response. @throws ApiError 400 in the words of the API if there is none. */
export async function findChain(
  context: GatewayContext,
  tenant: string,
  previous: string | undefined,
): Promise<ResponseChain | undefined> {
  if (previous === undefined) return undefined;
  const chain = await context.stored.chain(tenant, previous);
  if (chain) return chain;
  throw new ApiError(400, `Previous response with id '${previous.slice(0, 100)}' not found.`, {
    code: "previous_response_not_found",
    param: "previous_response_id",
  });
}
