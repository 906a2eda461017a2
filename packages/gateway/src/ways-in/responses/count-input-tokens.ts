import { type Format, responses } from "plimsoll";
import { countPrompt } from "../../exchange/count-prompt.js";
import type { GatewayContext } from "../../exchange/gateway-context.js";
import type { Handler } from "../../http/handler.js";
import { isRecord } from "../../json/is-record.js";
import { stringOf } from "../../json/string-of.js";
import { readCreateBody } from "./create-body.js";
import { findChain } from "./find-chain.js";

/** `POST /v1/responses/input_tokens`: what the conversation costs as it is, without compaction. */
export function countInputTokens(context: GatewayContext): Handler {
  return async (request, reply) => {
    const value = context.parse(request.body.whole);
    const given = isRecord(value) && value["input"] === undefined ? { ...value, input: "" } : value;
    const { body, input, previous } = readCreateBody(allowEmpty(given));
    const chain = await findChain(context, request.tenant, previous);
    const format = isRecord(body["text"]) ? [body["text"]["format"]] : [];
    const tokens = countPrompt(context.estimator, {
      format: responses as unknown as Format,
      items: [...(chain?.items ?? []), ...input],
      instructions: stringOf(body["instructions"]),
      fixed: [...(Array.isArray(body["tools"]) ? body["tools"] : []), ...format],
    });
    reply.json(200, { object: "response.input_tokens", input_tokens: tokens });
  };
}

/** A count of nothing is 0, not an error. */
function allowEmpty(value: unknown): unknown {
  if (!isRecord(value) || value["input"] !== "" || value["previous_response_id"]) return value;
  return { ...value, input: [{ type: "message", role: "user", content: [] }] };
}
