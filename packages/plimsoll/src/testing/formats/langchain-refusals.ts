import { isRecord } from "../../text/is-record.js";
import { stringOf, type WireRecord } from "../../formats/reading/wire-record.js";
import { adjacentPairRefusals } from "./adjacent-pair-refusals.js";
import { type OrderedMessage, turnOrderRefusals } from "./turn-order-refusals.js";
import { entriesOf, fieldsOf } from "./fields-of.js";

const SPEAKERS: Readonly<Record<string, OrderedMessage["speaker"]>> = {
  human: "user",
  ai: "assistant",
  system: "system",
  tool: "tool",
};

/**
 * What the strictest model behind LangChain refuses. Calls are read wherever one of its models finds them: in
 * `tool_calls`, in `invalid_tool_calls` (which are sent back too), and as the blocks of the Responses API's output.
 */
export function langchainRefusals(items: readonly unknown[]): string[] {
  const messages = items.map(fieldsOf);
  const unknown = messages.filter((message) => SPEAKERS[stringOf(message["type"])] === undefined);
  if (unknown.length > 0) return unknown.map(({ type }) => `unexpected message type ${String(type)}`);
  const ordered = messages.map((message) => ({
    speaker: SPEAKERS[stringOf(message["type"])] ?? "user",
    calls: callIds(message).length > 0,
  }));
  const paired = messages.map((message) => ({
    calls: callIds(message),
    results: message["type"] === "tool" ? [stringOf(message["tool_call_id"])] : [],
    answers: message["type"] === "tool",
  }));
  return [...turnOrderRefusals(ordered), ...adjacentPairRefusals(paired)];
}

function callIds(message: WireRecord): string[] {
  if (message["type"] !== "ai") return [];
  const output = fieldsOf(message["response_metadata"])["output"];
  const blocks = [...entriesOf(message["content"]), ...entriesOf(output)].filter(isCallBlock);
  const ids = [
    ...entriesOf(message["tool_calls"]).map((call) => call["id"]),
    ...entriesOf(message["invalid_tool_calls"]).map((call) => call["id"]),
    ...entriesOf(fieldsOf(message["additional_kwargs"])["tool_calls"]).map((call) => call["id"]),
    ...blocks.map((block) => block["call_id"] ?? block["id"]),
  ];
  return [...new Set(ids.filter((id): id is string => typeof id === "string" && id !== ""))];
}

const isCallBlock = (block: unknown): boolean =>
  isRecord(block) && ["tool_call", "tool_use", "function_call"].includes(stringOf(block["type"]));
