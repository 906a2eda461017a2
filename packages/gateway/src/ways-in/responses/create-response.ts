import type { GatewayContext } from "../../exchange/gateway-context.js";
import type { Handler } from "../../http/handler.js";
import type { JsonRecord } from "../../json/json-record.js";
import { filterBody } from "../../protocols/responses/filter-body.js";
import { responsesQuirksOf } from "../../protocols/responses/responses-quirks-of.js";
import type { Route } from "../../routes/route.js";
import { findRoute } from "../find-route.js";
import { answerStreaming } from "./answer-streaming.js";
import { answerWhole } from "./answer-whole.js";
import { readCreateBody } from "./create-body.js";
import { openConversation } from "./open-conversation.js";
import { passResponse } from "./pass-response.js";
import { TranslatedCall } from "./translated-call.js";

/** True if the upstream speaks Responses, and knows every kind of call and tool in the request. */
function isPassedOn(body: JsonRecord, items: readonly JsonRecord[], route: Route): boolean {
  const { protocol, vendor } = route.upstream;
  if (protocol !== "responses") return false;
  const quirks = responsesQuirksOf(vendor, route.upstreamModel);
  return !filterBody({ ...body, input: items }, quirks).needsTranslation;
}

/** `POST /v1/responses`. */
export function createResponse(context: GatewayContext): Handler {
  return async (request, reply) => {
    const create = readCreateBody(context.parse(request.body));
    const route = findRoute(context.routes, create.body["model"]);
    request.notes.route = route.model;
    const conversation = await openConversation(context, { request, create, route });
    if (isPassedOn(create.body, conversation.items, route))
      return passResponse(context, { request, reply, create, conversation, route });
    const call = new TranslatedCall(context, { request, create, route }, conversation);
    const { keepAliveMs } = context;
    return create.stream ? answerStreaming({ call, request, reply, keepAliveMs }) : answerWhole(call, reply);
  };
}
