import { responseEventText, STREAM_END } from "../../answers/response-event.js";
import { FAILURE_CODES } from "../../answers/upstream-failure.js";
import type { GatewayContext } from "../../exchange/gateway-context.js";
import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import { stringOf } from "../../json/string-of.js";
import { COMMENT, type StreamSigns } from "../patient-reply.js";
import { newWriter } from "./new-writer.js";
import type { ConversationRequest } from "./open-conversation.js";
import { toldCode } from "./told-code.js";

/** What a stream says that began before its answer did. A response that failed is understood by every client, an error by some. */
export function responseSigns(
  context: GatewayContext,
  { request, create }: ConversationRequest,
  items: readonly JsonRecord[],
): StreamSigns {
  return {
    alive: COMMENT,
    failed({ error }) {
      const { code, message } = isRecord(error) ? error : {};
      const known = FAILURE_CODES.find((one) => one === request.notes.error || one === code);
      const writer = newWriter(context, {
        id: context.newId("resp"),
        body: create.body,
        items,
        sealReasoning: () => "",
        estimateUsage: () => NO_USAGE,
      });
      const told = toldCode(request.headers, known ?? "server_error");
      const events = [
        ...writer.begin(),
        ...writer.take({ type: "failed", code: told, message: stringOf(message) }),
      ];
      return events.map(responseEventText).join("") + STREAM_END;
    },
  };
}

const NO_USAGE = {
  inputTokens: 0,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
};
