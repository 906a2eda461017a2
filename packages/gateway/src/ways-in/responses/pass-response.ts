import type { GatewayContext } from "../../exchange/gateway-context.js";
import { passedExchange } from "../../exchange/passed-exchange.js";
import { UpstreamRefused } from "../../exchange/upstream-refused.js";
import type { Reply } from "../../http/reply.js";
import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import { sameItems } from "../../json/same-items.js";
import { stringOf } from "../../json/string-of.js";
import { filterBody } from "../../protocols/responses/filter-body.js";
import { responsesQuirksOf } from "../../protocols/responses/responses-quirks-of.js";
import type { Route } from "../../routes/route.js";
import { failureError } from "../failure-error.js";
import type { Conversation, ConversationRequest } from "./open-conversation.js";

export interface PassedResponse extends ConversationRequest {
  readonly reply: Reply;
  readonly conversation: Conversation;
}

/** Passes a Responses request to an upstream that speaks Responses too. */
export async function passResponse(context: GatewayContext, passed: PassedResponse): Promise<void> {
  const { request, reply, route, conversation } = passed;
  try {
    await passedExchange(context, {
      request,
      reply,
      routes: [route, ...route.fallbacks.filter(({ upstream }) => upstream.protocol === "responses")],
      call: conversation.call,
      path: "/responses",
      headersFor: () => ({ accept: passed.create.stream ? "text/event-stream" : "application/json" }),
      bodyFor: (items, to) => bodyFor(context, passed, { items: items as readonly JsonRecord[], to }),
      seen: (data) => keep(context, passed, data),
    });
  } catch (error) {
    throw error instanceof UpstreamRefused ? failureError(error.failure) : error;
  }
}

interface Sending {
  readonly items: readonly JsonRecord[];
  readonly to: Route;
}

/** The bytes that came, if the upstream can be sent just these. */
function bodyFor(
  context: GatewayContext,
  { create, conversation, request }: PassedResponse,
  { items, to }: Sending,
): string | Uint8Array {
  const known = items.filter((item) => !isSealedHere(context, item));
  const isWhole = sameItems(known, conversation.items);
  const quirks = responsesQuirksOf(to.upstream.vendor, to.upstreamModel);
  const isContinued = quirks.stateful && conversation.continuedAt === to.upstream.name;
  const isKnownThere = create.previous === undefined || isContinued;
  const { body } = create;
  if (isWhole && isKnownThere && body["model"] === to.upstreamModel) {
    const { body: filtered } = filterBody(body, quirks);
    return filtered === body ? request.body : JSON.stringify(filtered);
  }
  const { previous_response_id: _, ...rest } = body;
  const sent = { ...rest, model: to.upstreamModel, input: known };
  return JSON.stringify(filterBody(sent, quirks).body);
}

/** Reasoning that another vendor gave is nothing to this one. */
const isSealedHere = ({ sealer }: GatewayContext, item: JsonRecord): boolean =>
  item["type"] === "reasoning" && sealer.isSeal(stringOf(item["encrypted_content"]));

/** Keeps the finished response, if its client wants that. */
async function keep(
  context: GatewayContext,
  { create, conversation, request, route }: PassedResponse,
  data: JsonRecord,
): Promise<void> {
  const response = isRecord(data["response"]) ? data["response"] : data;
  const id = stringOf(response["id"]);
  const isFinished = response["status"] === "completed" || response["status"] === "incomplete";
  if (!create.store || id === "" || !isFinished || response["object"] !== "response") return;
  const { previous } = create;
  const stored = {
    id,
    response,
    input: conversation.input,
    upstream: request.notes.upstream ?? route.upstream.name,
    session: conversation.call.sessionId ?? id,
    ...(previous === undefined ? {} : { previous }),
  };
  await context.stored.keep(request.tenant, stored).catch((error: unknown) => {
    context.say(`A response could not be stored: ${error instanceof Error ? error.name : "error"}.`);
  });
}
