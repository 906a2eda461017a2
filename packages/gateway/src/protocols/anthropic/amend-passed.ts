import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import { recordsIn } from "../../json/records-in.js";
import { stringOf } from "../../json/string-of.js";
import type { Vendor } from "../../vendors/vendor.js";
import type { PassedRequest } from "../protocol.js";
import { anthropicQuirks, LOOSE_BINDING_BETA } from "./anthropic-request.js";
import { limitCacheMarks } from "./limit-cache-marks.js";
import { LOOSE_BINDING } from "./plan-thinking.js";

/** A request whose list was changed, as the API takes it: with few enough cache marks, and no thinking that no longer fits. */
export function amendPassed({ headers, body }: PassedRequest, vendor: Vendor): PassedRequest {
  return withFittingThinking({ headers, body: limitCacheMarks(body) }, vendor);
}

/**
 * Newer models refuse thinking once anything before it has changed. They are told to drop it instead; where the request's kind of
 * thinking does not know how to be told, it is left out.
 */
function withFittingThinking({ headers, body }: PassedRequest, vendor: Vendor): PassedRequest {
  const messages = recordsIn(body["messages"]);
  if (!anthropicQuirks(stringOf(body["model"]), vendor).boundThinking) return { headers, body };
  if (!messages.some((message) => blocksOf(message).some(isThinking))) return { headers, body };
  const thinking = isRecord(body["thinking"]) ? body["thinking"] : { type: "adaptive" };
  if (thinking["type"] !== "adaptive") {
    return { headers, body: { ...body, messages: messages.map(withoutThinking) } };
  }
  const betas = new Set(
    stringOf(headers["anthropic-beta"])
      .split(/\s*,\s*/u)
      .filter((beta) => beta !== ""),
  );
  return {
    headers: { ...headers, "anthropic-beta": [...betas.add(LOOSE_BINDING_BETA)].join(",") },
    body: { ...body, thinking: { ...thinking, block_binding: LOOSE_BINDING } },
  };
}

const blocksOf = ({ content }: JsonRecord): JsonRecord[] => recordsIn(content);

const isThinking = ({ type }: JsonRecord): boolean => type === "thinking" || type === "redacted_thinking";

function withoutThinking(message: JsonRecord): JsonRecord {
  const blocks = blocksOf(message);
  return blocks.some(isThinking)
    ? { ...message, content: blocks.filter((block) => !isThinking(block)) }
    : message;
}
