import { anthropic, type Format } from "plimsoll";
import { countPrompt } from "../../exchange/count-prompt.js";
import type { GatewayContext } from "../../exchange/gateway-context.js";
import { ApiError } from "../../http/api-error.js";
import type { Handler } from "../../http/handler.js";
import { upstreamHeaders } from "../../http/upstream-headers.js";
import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import { jsonOrText } from "../../json/json-or-text.js";
import { BrokenOff } from "../../upstream/broken-off.js";
import { readBounded } from "../../upstream/read-bounded.js";
import { UpstreamUnreachable } from "../../upstream/upstream-client.js";
import { findRoute } from "../find-route.js";
import { hasManagement, managedRequest, managesContext, withoutManagement } from "./managed-request.js";
import { MESSAGES } from "./messages.js";
import { promptBudget } from "./prompt-budget.js";

const MAX_BYTES = 65_536;

/** `POST /v1/messages/count_tokens`: asks the upstream, and counts here where it cannot say. */
export function countMessageTokens(context: GatewayContext): Handler {
  return async (request, reply) => {
    const body = readBody(context.parse(request.body.whole));
    const route = findRoute(context.routes, body["model"]);
    request.notes.route = route.model;
    const instructions = MESSAGES.instructionsOf(body);
    const { messages, originalTokens } = await managedRequest(context, {
      route,
      tenant: request.tenant,
      body,
      messages: body.messages,
      instructions,
      budget: promptBudget(context, { api: MESSAGES, body, route }),
    });
    const isManaged = hasManagement(body) && !managesContext(context, route, body);
    const isChanged = isManaged || messages !== body.messages;
    const passed = {
      headers: upstreamHeaders(request.headers),
      body: { ...body, messages, model: route.upstreamModel },
    };
    const { headers, body: sent } = isManaged ? withoutManagement(passed) : passed;
    const report = originalTokens ? { context_management: { original_input_tokens: originalTokens() } } : {};
    try {
      const answer = await context.client.post(route.upstream, {
        path: "/messages/count_tokens",
        headers,
        body: body["model"] === route.upstreamModel && !isChanged ? request.body.whole : JSON.stringify(sent),
        signal: request.signal,
      });
      const text = await readBounded(answer.body, MAX_BYTES);
      if (answer.status === 200) {
        const counted = jsonOrText(text);
        if (isManaged && isRecord(counted)) return reply.json(200, { ...counted, ...report });
        return reply.bytes(200, Buffer.from(text), { "content-type": "application/json" });
      }
    } catch (error) {
      if (!(error instanceof UpstreamUnreachable || error instanceof BrokenOff)) throw error;
    }
    const tokens = countPrompt(context.estimator, {
      format: anthropic as unknown as Format,
      items: messages,
      fixed: [body["tools"]],
      ...(instructions === undefined ? {} : { instructions }),
    });
    reply.json(200, { input_tokens: tokens, ...report });
  };
}

function readBody(body: unknown): JsonRecord & { readonly messages: readonly JsonRecord[] } {
  if (isRecord(body) && Array.isArray(body["messages"]) && body["messages"].every(isRecord))
    return { ...body, messages: body["messages"] };
  throw new ApiError(400, "Invalid 'messages': it must be a list of objects.", { param: "messages" });
}
