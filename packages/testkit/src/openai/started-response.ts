import { isRecord, stringOf, type WireRecord } from "../wire-record.js";
import type { ResponseUsage } from "./response-usage.js";

function echoedTool(tool: unknown): unknown {
  if (!isRecord(tool) || tool["type"] !== "function") return tool;
  return { description: null, parameters: null, strict: true, ...tool };
}

/** The response while nothing is written yet, with the request's settings or their defaults. */
export function startedResponse(body: WireRecord, id: string, createdAt: number): WireRecord {
  const setting = (key: string, fallback: unknown): unknown => body[key] ?? fallback;
  const reasoning = isRecord(body["reasoning"]) ? body["reasoning"] : {};
  const text = isRecord(body["text"]) ? body["text"] : {};
  return {
    id,
    object: "response",
    created_at: createdAt,
    status: "in_progress",
    background: false,
    completed_at: null,
    error: null,
    frequency_penalty: 0,
    incomplete_details: null,
    instructions: setting("instructions", null),
    max_output_tokens: setting("max_output_tokens", null),
    max_tool_calls: setting("max_tool_calls", null),
    model: stringOf(body["model"]),
    output: [],
    parallel_tool_calls: setting("parallel_tool_calls", true),
    presence_penalty: 0,
    previous_response_id: setting("previous_response_id", null),
    prompt_cache_key: setting("prompt_cache_key", null),
    prompt_cache_retention: setting("prompt_cache_retention", null),
    reasoning: { effort: reasoning["effort"] ?? "none", summary: reasoning["summary"] ?? null },
    safety_identifier: setting("safety_identifier", null),
    service_tier: setting("service_tier", "auto"),
    store: body["store"] !== false,
    temperature: setting("temperature", 1),
    text: { format: text["format"] ?? { type: "text" }, verbosity: text["verbosity"] ?? "medium" },
    tool_choice: setting("tool_choice", "auto"),
    tools: Array.isArray(body["tools"]) ? body["tools"].map(echoedTool) : [],
    top_logprobs: setting("top_logprobs", 0),
    top_p: setting("top_p", 0.98),
    truncation: setting("truncation", "disabled"),
    usage: null,
    user: setting("user", null),
    metadata: setting("metadata", {}),
  };
}

/** How a response ended. */
export interface ResponseEnd {
  readonly status: "completed" | "incomplete";
  readonly output: readonly WireRecord[];
  readonly usage: ResponseUsage;
  readonly completedAt: number;
}

export function endedResponse(started: WireRecord, end: ResponseEnd): WireRecord {
  return {
    ...started,
    status: end.status,
    completed_at: end.status === "completed" ? end.completedAt : null,
    incomplete_details: end.status === "incomplete" ? { reason: "max_output_tokens" } : null,
    output: end.output,
    service_tier: started["service_tier"] === "auto" ? "default" : started["service_tier"],
    usage: end.usage,
  };
}

export function failedResponse(
  started: WireRecord,
  error: { readonly code: string; readonly message: string },
): WireRecord {
  return { ...started, status: "failed", error };
}
