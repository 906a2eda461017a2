import { beginCall, type GatewayCall } from "../../compaction/begin-call.js";
import { inputBudget } from "../../compaction/input-budget.js";
import type { GatewayContext } from "../../exchange/gateway-context.js";
import { ApiError } from "../../http/api-error.js";
import type { InboundRequest } from "../../http/inbound-request.js";
import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import { stringOf } from "../../json/string-of.js";
import type { Route } from "../../routes/route.js";
import type { ResponseChain } from "../../stored/stored-responses.js";
import { sessionName } from "../session-name.js";
import type { CreateBody } from "./create-body.js";
import { withItemIds } from "./with-item-ids.js";

/** A request with the conversation that it continues. */
export interface Conversation {
  /** What this request brought, each item with an id. */
  readonly input: readonly JsonRecord[];
  /** The whole conversation, as far as the client knows it. */
  readonly items: readonly JsonRecord[];
  /** What goes to the model. */
  readonly call: GatewayCall;
  /** The upstream that gave the id of the response that this one continues. */
  readonly continuedAt?: string;
}

export interface ConversationRequest {
  readonly request: InboundRequest;
  readonly create: CreateBody;
  readonly route: Route;
}

/** The estimator counts as one model does, and the upstream may be another. */
const SAFE_SHARE = 0.95;

/** Finds what the request continues, and compacts it if it must be. */
export async function openConversation(
  context: GatewayContext,
  { request, create, route }: ConversationRequest,
): Promise<Conversation> {
  const chain = await chainOf(context, request.tenant, create.previous);
  const input = create.store ? withItemIds(create.input, (prefix) => context.newId(prefix)) : create.input;
  const items = resolveReferences([...(chain?.items ?? []), ...input]);
  const { body } = create;
  const limit = typeof body["max_output_tokens"] === "number" ? body["max_output_tokens"] : undefined;
  const budget = inputBudget(context.windows.of(route), route.outputReserve, limit);
  const session = chain?.session ?? sessionName(request.headers, body, items);
  const onDisk = route.archive === "always" || (route.archive === "asked" && create.store);
  const call = await beginCall(
    context.compactors.of(request.tenant, "responses", onDisk),
    {
      items,
      model: route.upstreamModel,
      tools: fixedParts(body),
      maxContextTokens: Math.floor(budget * SAFE_SHARE),
      signal: request.signal,
      ...(stringOf(body["instructions"]) === "" ? {} : { instructions: stringOf(body["instructions"]) }),
      ...(session === undefined ? {} : { sessionId: session }),
    },
    route.policy,
  );
  return { input, items, call, ...(chain?.upstream === undefined ? {} : { continuedAt: chain.upstream }) };
}

async function chainOf(
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

/** An item that a client only names must be in the conversation that it continues. */
function resolveReferences(items: readonly JsonRecord[]): JsonRecord[] {
  const byId = new Map(
    items.filter((item) => item["type"] !== "item_reference").map((item) => [item["id"], item]),
  );
  return items.flatMap((item) => {
    if (item["type"] !== "item_reference") return [item];
    if (byId.has(item["id"])) return [];
    throw new ApiError(404, `Item with id '${stringOf(item["id"]).slice(0, 100)}' not found.`, {
      param: "input",
    });
  });
}

/** What costs tokens in addition to the list. */
function fixedParts(body: JsonRecord): unknown[] {
  const tools: unknown = body["tools"];
  const format = isRecord(body["text"]) ? body["text"]["format"] : undefined;
  return [...(Array.isArray(tools) ? tools : []), ...(format === undefined ? [] : [format])];
}
