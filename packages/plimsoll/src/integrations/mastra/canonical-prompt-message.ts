import { isRecord } from "../../text/is-record.js";
import type { AiSdkMessage } from "../../formats/ai-sdk/ai-sdk.js";
import { withoutCacheMarks } from "../core/without-cache-marks.js";

/**
 * A message of a prompt without Mastra's own additions: the creation time of a part, which differs when the
 * history is read back, and the input that a result repeats.
 */
export function canonicalPromptMessage(given: AiSdkMessage): AiSdkMessage {
  const message = withoutCacheMarks(given);
  const { content } = message;
  if (!Array.isArray(content) || !content.some(hasOwnMarks)) return message;
  return { ...message, content: content.map(withoutOwnMarks) };
}

function hasOwnMarks(part: unknown): boolean {
  if (!isRecord(part)) return false;
  const { providerOptions } = part;
  return (
    (isRecord(providerOptions) && providerOptions["mastra"] !== undefined) ||
    (part["type"] === "tool-result" && part["input"] !== undefined)
  );
}

function withoutOwnMarks(part: unknown): unknown {
  if (!isRecord(part) || !hasOwnMarks(part)) return part;
  const { providerOptions, input, ...rest } = part;
  const kept = part["type"] !== "tool-result" && input !== undefined ? { ...rest, input } : rest;
  if (!isRecord(providerOptions)) return kept;
  const { mastra: _, ...others } = providerOptions;
  return Object.keys(others).length === 0 ? kept : { ...kept, providerOptions: others };
}
