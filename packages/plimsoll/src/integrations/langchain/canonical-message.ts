import { isRecord } from "../../text/is-record.js";
import { withoutCacheMarks } from "../core/without-cache-marks.js";
import type { LangchainMessage } from "../../formats/langchain/langchain.js";

/** The fields that a model receives, and those that protect a message. */
const KEPT = [
  "name",
  "tool_calls",
  "invalid_tool_calls",
  "tool_call_id",
  "status",
  "additional_kwargs",
] as const;

/**
 * A message as plain data, without what LangGraph adds (ids, metadata, usage) and what a checkpointer restores
 * differently. Equal for a message and its copy from a checkpoint.
 */
export function canonicalMessage(message: LangchainMessage): LangchainMessage {
  if (!isRecord(message)) return message;
  const { type } = message;
  if (typeof type !== "string" || isRecord(message["kwargs"])) return message;
  // Empty content is content: a message that only calls has none.
  const plain: Record<string, unknown> = { type, content: message["content"] ?? "" };
  for (const key of KEPT) {
    const value = message[key];
    if (value !== undefined && !isEmpty(value)) plain[key] = value;
  }
  const output = outputOf(message);
  if (plain["tool_calls"] === undefined && output.length > 0) plain["response_metadata"] = { output };
  return withoutCacheMarks(plain);
}

/**
 * The output of the Responses API: the only place of a call in a message that came back without `tool_calls`.
 */
function outputOf(message: Readonly<Record<string, unknown>>): readonly unknown[] {
  const metadata = message["response_metadata"];
  const output = isRecord(metadata) ? metadata["output"] : undefined;
  if (!Array.isArray(output)) return [];
  return output.filter((item) => isRecord(item) && String(item["type"]).endsWith("_call"));
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isRecord(value) && Object.keys(value).length === 0;
}
