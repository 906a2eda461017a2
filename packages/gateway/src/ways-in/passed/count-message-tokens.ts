import { anthropic, type Format } from "plimsoll";
import { countPrompt } from "../../exchange/count-prompt.js";
import type { GatewayContext } from "../../exchange/gateway-context.js";
import { ApiError } from "../../http/api-error.js";
import type { Handler } from "../../http/handler.js";
import { upstreamHeaders } from "../../http/upstream-headers.js";
import { isRecord } from "../../json/is-record.js";
import { BrokenOff } from "../../upstream/broken-off.js";
import { readBounded } from "../../upstream/read-bounded.js";
import { UpstreamUnreachable } from "../../upstream/upstream-client.js";
import { findRoute } from "../find-route.js";
import { MESSAGES } from "./messages.js";

const MAX_BYTES = 65_536;

/** `POST /v1/messages/count_tokens`: asks the upstream, and counts here where it cannot say. */
export function countMessageTokens(context: GatewayContext): Handler {
  return async (request, reply) => {
    const body = context.parse(request.body);
    if (!isRecord(body) || !Array.isArray(body["messages"]) || !body["messages"].every(isRecord))
      throw new ApiError(400, "Invalid 'messages': it must be a list of objects.", { param: "messages" });
    const route = findRoute(context.routes, body["model"]);
    request.notes.route = route.model;
    try {
      const answer = await context.client.post(route.upstream, {
        path: "/messages/count_tokens",
        headers: upstreamHeaders(request.headers),
        body:
          body["model"] === route.upstreamModel
            ? request.body
            : JSON.stringify({ ...body, model: route.upstreamModel }),
        signal: request.signal,
      });
      const text = await readBounded(answer.body, MAX_BYTES);
      if (answer.status === 200)
        return reply.bytes(200, Buffer.from(text), { "content-type": "application/json" });
    } catch (error) {
      if (!(error instanceof UpstreamUnreachable || error instanceof BrokenOff)) throw error;
    }
    const instructions = MESSAGES.instructionsOf(body);
    const tokens = countPrompt(context.estimator, {
      format: anthropic as unknown as Format,
      items: body["messages"],
      fixed: [body["tools"]],
      ...(instructions === undefined ? {} : { instructions }),
    });
    reply.json(200, { input_tokens: tokens });
  };
}
