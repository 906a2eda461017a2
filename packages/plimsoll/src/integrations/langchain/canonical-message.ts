import { isRecord } from "../../conversation/is-record.js";
import { withoutCacheMarks } from "../core/without-cache-marks.js";
import type { LangchainMessage } from "../../formats/langchain.js";

/** What a model is sent of a message, and what protects it. */
const KEPT = ["content", "name", "tool_calls", "tool_call_id", "status", "additional_kwargs"] as const;

/**
 * A message as plain data, without what LangGraph adds (ids, metadata, usage) and what a checkpointer does not bring back
 * the same. Equal for a message and its copy from a checkpoint.
 */
export function canonicalMessage(message: LangchainMessage): LangchainMessage {
  if (!isRecord(message)) return message;
  const { type } = message;
  if (typeof type !== "string" || isRecord(message["kwargs"])) return message;
  const plain: Record<string, unknown> = { type };
  for (const key of KEPT) {
    const value = message[key];
    if (value !== undefined && !isEmpty(value)) plain[key] = value;
  }
  return withoutCacheMarks(plain);
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return isRecord(value) && Object.keys(value).length === 0;
}
