import type { StreamEvent } from "@openai/agents";
import { isRecord } from "../../text/is-record.js";
import type { StreamReading } from "../core/guard-stream.js";

/** Raw events of the Responses API that show nothing of an answer. */
const SILENT: ReadonlySet<unknown> = new Set([
  "response.created",
  "response.queued",
  "response.in_progress",
  "response.failed",
  "response.error",
  "error",
  "keepalive",
]);
const FAILURES: ReadonlySet<unknown> = new Set(["response.failed", "response.error", "error"]);

const rawType = (event: StreamEvent): unknown =>
  event.type === "model" && isRecord(event.event) ? event.event["type"] : undefined;

/** How the events of a streaming model are read. */
export const agentsStream: StreamReading<StreamEvent> = {
  hasOutput: (event) => event.type !== "response_started" && !SILENT.has(rawType(event)),
  failureOf: (event) => (event.type === "model" && FAILURES.has(rawType(event)) ? event.event : undefined),
  usageOf: (event) => (event.type === "response_done" ? event.response.usage : undefined),
};
