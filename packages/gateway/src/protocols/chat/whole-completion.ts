import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import { recordsIn } from "../../json/records-in.js";
import type { UpstreamEvent } from "../protocol.js";

/** The events of an answer that was asked for as a stream and came whole. */
export function wholeCompletion(data: unknown): readonly UpstreamEvent[] {
  if (!isRecord(data) || recordsIn(data["choices"]).length === 0) return [];
  const { choices, usage, ...rest } = data;
  const chunk = (fields: JsonRecord): UpstreamEvent => ({
    event: "",
    data: { ...rest, object: "chat.completion.chunk", ...fields },
  });
  const said = recordsIn(choices).map(({ message, ...choice }) => ({
    ...choice,
    finish_reason: null,
    delta: isRecord(message) ? deltaOf(message) : {},
  }));
  const ended = recordsIn(choices).map(({ index, finish_reason }) => ({ index, delta: {}, finish_reason }));
  return [
    chunk({ choices: said }),
    chunk({ choices: ended }),
    ...(isRecord(usage) ? [chunk({ choices: [], usage })] : []),
    { event: "", data: "[DONE]" },
  ];
}

function deltaOf(message: JsonRecord): JsonRecord {
  if (!Array.isArray(message["tool_calls"])) return message;
  const calls = recordsIn(message["tool_calls"]).map((call, index) => ({ index, ...call }));
  return { ...message, tool_calls: calls };
}
