import type { GatewayContext } from "../../exchange/gateway-context.js";
import type { InboundRequest } from "../../http/inbound-request.js";
import type { JsonRecord } from "../../json/json-record.js";
import { stringOf } from "../../json/string-of.js";
import type { CreateBody } from "./create-body.js";

export interface KeptRequest {
  readonly request: InboundRequest;
  readonly create: CreateBody;
  readonly session: string;
  readonly input: readonly JsonRecord[];
  /** The upstream that gave the id of the response; absent if the gateway did. */
  readonly upstream?: string;
}

/** Keeps a finished response if its client wants that. A store that fails costs the client the chain, not the answer. */
export async function keepResponse(
  context: GatewayContext,
  kept: KeptRequest,
  response: JsonRecord,
): Promise<void> {
  const { request, create, session, input, upstream } = kept;
  const { status } = response;
  if (!create.store || (status !== "completed" && status !== "incomplete")) return;
  const { previous } = create;
  const stored = {
    id: stringOf(response["id"]),
    response,
    input,
    session,
    ...(previous === undefined ? {} : { previous }),
    ...(upstream === undefined ? {} : { upstream }),
  };
  try {
    await context.stored.keep(request.tenant, stored);
  } catch (error) {
    context.say(`A response could not be stored: ${error instanceof Error ? error.name : "error"}.`);
  }
}
