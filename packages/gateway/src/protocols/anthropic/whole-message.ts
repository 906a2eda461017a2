import { exactText } from "../../json/exact-text.js";
import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import { recordsIn } from "../../json/records-in.js";
import { stringOf } from "../../json/string-of.js";
import type { UpstreamEvent } from "../protocol.js";

/** The events of a message that was asked for as a stream and came whole. */
export function wholeMessage(data: unknown): readonly UpstreamEvent[] {
  if (!isRecord(data) || data["type"] !== "message") return [];
  const { stop_reason, stop_sequence = null, usage, context_management, ...rest } = data;
  const begun = { ...rest, content: [], stop_reason: null, stop_sequence: null, usage };
  const done = context_management === undefined ? {} : { context_management };
  const events = [
    { type: "message_start", message: begun },
    ...recordsIn(data["content"]).flatMap(blockEvents),
    { type: "message_delta", delta: { stop_reason, stop_sequence }, usage, ...done },
    { type: "message_stop" },
  ];
  return events.map((event) => ({ event: event.type, data: event }));
}

function blockEvents(block: JsonRecord, index: number) {
  const { empty, deltas } = unfolded(block);
  return [
    { type: "content_block_start", index, content_block: empty },
    ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ];
}

/** A block as it begins, and what is added to it. */
function unfolded(block: JsonRecord): { readonly empty: JsonRecord; readonly deltas: readonly JsonRecord[] } {
  switch (block["type"]) {
    case "text":
      return {
        empty: { ...block, text: "" },
        deltas: [{ type: "text_delta", text: stringOf(block["text"]) }],
      };
    case "thinking":
      return {
        empty: { ...block, thinking: "", signature: "" },
        deltas: [
          { type: "thinking_delta", thinking: stringOf(block["thinking"]) },
          { type: "signature_delta", signature: stringOf(block["signature"]) },
        ],
      };
    case "tool_use":
    case "server_tool_use":
      return {
        empty: { ...block, input: {} },
        deltas: [{ type: "input_json_delta", partial_json: exactText(block["input"] ?? {}) }],
      };
    default:
      return { empty: block, deltas: [] };
  }
}
