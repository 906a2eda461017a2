import { eventData, type ServerEvent } from "../../http/server-events.js";
import { isRecord } from "../../text/is-record.js";
import type { StreamReading } from "../core/guard-stream.js";

type Data = Readonly<Record<string, unknown>>;

/** The data of an event; undefined if it is not a JSON object. */
export function dataOf(event: ServerEvent): Data | undefined {
  try {
    const data: unknown = JSON.parse(eventData(event));
    return isRecord(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Events of the Responses and the Messages API that show nothing of the answer. */
const WITHOUT_OUTPUT: ReadonlySet<unknown> = new Set([
  "error",
  "response.created",
  "response.queued",
  "response.in_progress",
  "response.failed",
  "response.compaction.compacting",
  "message_start",
  "ping",
]);

function hasOutput(event: ServerEvent): boolean {
  const data = dataOf(event);
  if (!data) return false;
  if (typeof data["type"] === "string") return !WITHOUT_OUTPUT.has(data["type"]);
  const choices = data["choices"];
  return Array.isArray(choices) && choices.some((choice) => isRecord(choice) && speaks(choice["delta"]));
}

/** The first chunk of a chat completion names the role and nothing else. */
function speaks(delta: unknown): boolean {
  if (!isRecord(delta)) return false;
  return Object.entries(delta).some(
    ([key, value]) => key !== "role" && value !== null && value !== "" && !isEmptyList(value),
  );
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

function failureOf(event: ServerEvent): unknown {
  if (!event.raw.includes('"error"')) return undefined;
  const data = dataOf(event);
  if (data?.["type"] === "error") return data["error"] ?? data;
  if (data?.["type"] === "response.failed")
    return isRecord(data["response"]) ? data["response"]["error"] : data;
  return data?.["error"] ?? undefined;
}

/** Of the last chunk of a chat completion, of the event that ends a response, or of a message's start and end together. */
function usageOf(event: ServerEvent, before: unknown): unknown {
  if (!event.raw.includes('"usage"')) return undefined;
  const data = dataOf(event);
  const whole = [data?.["response"], data?.["message"], data].find(isRecord);
  const usage = whole?.["usage"];
  if (data?.["type"] !== "message_delta") return usage ?? undefined;
  return { ...(isRecord(before) ? before : {}), ...(isRecord(usage) ? usage : {}) };
}

/** How a streamed answer of one of the APIs is read. */
export const READING: StreamReading<ServerEvent> = { hasOutput, failureOf, usageOf };
