import { isRecord } from "../../text/is-record.js";
import type { StreamReading } from "../core/guard-stream.js";

/** One event of a stream as it stands on the wire, blank line included. */
export interface ServerEvent {
  readonly raw: string;
}

const SEPARATOR = /\r\n\r\n|\n\n|\r\r/;
/** An event that is still not complete is passed on as it is. */
const MAX_EVENT_CHARACTERS = 16 * 1024 * 1024;

/** Cuts a stream of bytes into events. Nothing is lost: joined, the events are the stream. */
export async function* serverEvents(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<ServerEvent, void, undefined> {
  const decoder = new TextDecoder();
  const separator = new RegExp(SEPARATOR, "g");
  let text = "";
  for await (const chunk of chunks) {
    separator.lastIndex = Math.max(0, text.length - 3);
    text += decoder.decode(chunk, { stream: true });
    let start = 0;
    while (separator.exec(text)) {
      yield { raw: text.slice(start, separator.lastIndex) };
      start = separator.lastIndex;
    }
    text = text.slice(start);
    if (text.length > MAX_EVENT_CHARACTERS) {
      yield { raw: text };
      text = "";
    }
  }
  text += decoder.decode();
  if (text !== "") yield { raw: text };
}

type Data = Readonly<Record<string, unknown>>;

function dataOf({ raw }: ServerEvent): Data | undefined {
  const lines = raw.split(/\r\n|\n|\r/).filter((line) => line.startsWith("data:"));
  const text = lines.map((line) => line.slice(5).trimStart()).join("\n");
  try {
    const data: unknown = JSON.parse(text);
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

export const READING: StreamReading<ServerEvent> = { hasOutput, failureOf, usageOf };
