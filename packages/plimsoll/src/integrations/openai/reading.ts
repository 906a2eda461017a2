import { eventData, type ServerEvent } from "../../http/server-events.js";
import { isRecord } from "../../text/is-record.js";
import type { StreamReading } from "../core/guard-stream.js";

type Data = Readonly<Record<string, unknown>>;

function dataOf(event: ServerEvent): Data | undefined {
  try {
    const data: unknown = JSON.parse(eventData(event));
    return isRecord(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Events of the Responses API that show nothing of the answer. */
const WITHOUT_OUTPUT: ReadonlySet<unknown> = new Set([
  "error",
  "response.created",
  "response.queued",
  "response.in_progress",
  "response.failed",
  "response.compaction.compacting",
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

/** Of the last chunk of a chat completion, or of the event that ends a response. */
function usageOf(event: ServerEvent): unknown {
  if (!event.raw.includes('"usage"')) return undefined;
  const data = dataOf(event);
  const response = data?.["response"];
  return (isRecord(response) ? response["usage"] : data?.["usage"]) ?? undefined;
}

/** How a streamed answer of the Responses API or of Chat Completions is read. */
export const READING: StreamReading<ServerEvent> = { hasOutput, failureOf, usageOf };
