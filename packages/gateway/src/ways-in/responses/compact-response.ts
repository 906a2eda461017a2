import { responseUsage } from "../../answers/response-usage.js";
import type { GatewayContext } from "../../exchange/gateway-context.js";
import { ApiError } from "../../http/api-error.js";
import type { Handler } from "../../http/handler.js";
import type { Reply } from "../../http/reply.js";
import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import { findRoute } from "../find-route.js";
import { CompactionCall } from "./compaction-call.js";
import { readCreateBody } from "./create-body.js";
import { isPassedOn } from "./is-passed-on.js";
import {
  callConversation,
  type Conversation,
  type ConversationRequest,
  openConversation,
} from "./open-conversation.js";
import { passResponse } from "./pass-response.js";
import { withItemIds } from "./with-item-ids.js";

/** `POST /v1/responses/compact`: the user's messages, and one item for all else; OpenAI's own where the route goes there. */
export function compactResponse(context: GatewayContext): Handler {
  return async (request, reply) => {
    const value = context.parse(request.body.whole);
    if (isRecord(value) && value["stream"] !== undefined)
      throw new ApiError(400, "Unknown parameter: 'stream'.", { code: "unknown_parameter", param: "stream" });
    const create = { ...readCreateBody(isRecord(value) ? { ...value, store: false } : value), trigger: true };
    const route = findRoute(context.routes, create.body["model"]);
    request.notes.route = route.model;
    const asked = { request, create, route };
    const conversation = await openConversation(context, asked);
    const compact = (): Promise<void> => compactHere(context, { ...asked, reply, conversation });
    if (!isPassedOn(asked, conversation)) return compact();
    const called = await callConversation(context, asked, { ...conversation, isPassed: true });
    return passResponse(context, {
      ...asked,
      reply,
      conversation: called,
      routes: [route, ...route.fallbacks.filter(({ upstream }) => upstream.protocol === "responses")],
      isStandalone: true,
      refused: compact,
    });
  };
}

interface StandaloneCall extends ConversationRequest {
  readonly reply: Reply;
  readonly conversation: Conversation;
}

/** Where the upstream does not compact by itself, or refuses to. */
async function compactHere(
  context: GatewayContext,
  { reply, conversation, ...asked }: StandaloneCall,
): Promise<void> {
  const call = new CompactionCall(context, { ...asked, origin: "standalone" }, conversation);
  for await (const event of call.events()) call.writer.take(event);
  await call.finish();
  const [item] = call.writer.response()["output"] as JsonRecord[];
  const users = conversation.given.filter(({ role }) => role === "user");
  const messages = withItemIds(users, (prefix) => context.newId(prefix)).map(finished);
  reply.json(200, {
    id: context.newId("resp"),
    object: "response.compaction",
    created_at: Math.floor(context.now() / 1000),
    output: [...messages, item],
    usage: call.writer.usage ? responseUsage(call.writer.usage) : null,
  });
}

/** A message as the API gives it back: its text is a part. */
function finished(item: JsonRecord): JsonRecord {
  const { content } = item;
  const parts = typeof content === "string" ? [{ type: "input_text", text: content }] : content;
  return { ...item, status: "completed", content: parts };
}
