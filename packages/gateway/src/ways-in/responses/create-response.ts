import type { GatewayContext } from "../../exchange/gateway-context.js";
import type { Handler } from "../../http/handler.js";
import { findRoute } from "../find-route.js";
import { answerStreaming } from "./answer-streaming.js";
import { answerWhole } from "./answer-whole.js";
import { readCreateBody } from "./create-body.js";
import { openConversation } from "./open-conversation.js";
import { passResponse } from "./pass-response.js";
import { TranslatedCall } from "./translated-call.js";

/** `POST /v1/responses`. */
export function createResponse(context: GatewayContext): Handler {
  return async (request, reply) => {
    const create = readCreateBody(context.parse(request.body));
    const route = findRoute(context.routes, create.body["model"]);
    request.notes.route = route.model;
    const conversation = await openConversation(context, { request, create, route });
    if (route.upstream.protocol === "responses")
      return passResponse(context, { request, reply, create, conversation, route });
    const call = new TranslatedCall(context, { request, create, route }, conversation);
    const { keepAliveMs } = context;
    return create.stream ? answerStreaming({ call, request, reply, keepAliveMs }) : answerWhole(call, reply);
  };
}
