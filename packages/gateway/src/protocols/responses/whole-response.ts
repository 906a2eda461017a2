import { replayedResponse } from "../../answers/replayed-response.js";
import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import type { UpstreamEvent } from "../protocol.js";

/** The events of a response that was asked for as a stream and came whole. */
export function wholeResponse(data: unknown): readonly UpstreamEvent[] {
  if (!isRecord(data) || data["object"] !== "response") return [];
  const events = replayedResponse(data).map((event) => ({ event: event.type, data: event }));
  return events.length === 0 ? [] : [...events, { event: "", data: "[DONE]" }];
}

const ENDS: readonly unknown[] = ["response.completed", "response.incomplete"];

/** The response that events end with; undefined if they do not. */
export function collectedResponse(events: readonly JsonRecord[]): JsonRecord | undefined {
  const response = events.findLast(({ type }) => ENDS.includes(type))?.["response"];
  return isRecord(response) ? response : undefined;
}
