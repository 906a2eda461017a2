import { isRecord } from "../json/is-record.js";
import type { JsonRecord } from "../json/json-record.js";
import { recordsIn } from "../json/records-in.js";
import type { AnswerUsage } from "./answer-event.js";
import { responseUsage } from "./response-usage.js";

export type ResponseStatus = "in_progress" | "completed" | "incomplete" | "failed";

/** What is known of a response at some moment. */
export interface ResponseState {
  readonly id: string;
  /** Seconds since the epoch. */
  readonly createdAt: number;
  readonly completedAt?: number;
  readonly status: ResponseStatus;
  readonly output: readonly JsonRecord[];
  readonly usage?: AnswerUsage;
  readonly error?: { readonly code: string; readonly message: string };
  readonly incompleteReason?: string;
}

/** What the API says where a request does not say it. Every key is there: strict clients ask for all of them. */
const DEFAULTS: JsonRecord = {
  instructions: null,
  max_output_tokens: null,
  max_tool_calls: null,
  parallel_tool_calls: true,
  previous_response_id: null,
  prompt_cache_key: null,
  safety_identifier: null,
  service_tier: "default",
  store: true,
  temperature: 1,
  tool_choice: "auto",
  top_logprobs: 0,
  top_p: 1,
  truncation: "disabled",
  metadata: {},
  presence_penalty: 0,
  frequency_penalty: 0,
};

/** A response as the API prints it, with the request's own settings in it. */
export function responseObject(body: JsonRecord, state: ResponseState): JsonRecord {
  const reasoning = isRecord(body["reasoning"]) ? body["reasoning"] : {};
  const text = isRecord(body["text"]) ? body["text"] : {};
  return {
    id: state.id,
    object: "response",
    created_at: state.createdAt,
    completed_at: state.completedAt ?? null,
    status: state.status,
    background: false,
    error: state.error ?? null,
    incomplete_details: state.incompleteReason === undefined ? null : { reason: state.incompleteReason },
    model: body["model"],
    output: state.output,
    ...settingsOf(body),
    tools: recordsIn(body["tools"]).map(toolOf),
    reasoning: { ...reasoning, effort: reasoning["effort"] ?? null, summary: reasoning["summary"] ?? null },
    text: { ...text, format: text["format"] ?? { type: "text" } },
    usage: state.usage ? responseUsage(state.usage) : null,
  };
}

/** A function with every key, whatever its client left out. */
const toolOf = (tool: JsonRecord): JsonRecord =>
  tool["type"] === "function" ? { description: null, parameters: null, strict: null, ...tool } : tool;

function settingsOf(body: JsonRecord): JsonRecord {
  const settings = Object.entries(DEFAULTS).map(([key, value]) => [key, body[key] ?? value]);
  return Object.fromEntries(settings);
}
