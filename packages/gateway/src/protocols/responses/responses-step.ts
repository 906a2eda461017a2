import type { AnswerEvent, AnswerUsage } from "../../answers/answer-event.js";
import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import { recordsIn } from "../../json/records-in.js";
import { stringOf } from "../../json/string-of.js";
import { vendorFailure } from "../failure/vendor-failure.js";
import type { Step, UpstreamEvent } from "../protocol.js";

/** What was read of a streamed response. */
export interface ResponsesState {
  /** Items of which something was told before they were done, by their place. */
  readonly told: ReadonlySet<string>;
  readonly isOver: boolean;
}

export const RESPONSES_START: ResponsesState = { told: new Set(), isOver: false };

/** What an event means. Undefined: nothing for the answer. */
interface Reading {
  readonly events: readonly AnswerEvent[];
  /** The place of the item that it told of. */
  readonly told?: string;
  readonly isOver?: boolean;
}

type Read = (event: JsonRecord, state: ResponsesState) => Reading | undefined;

const placeOf = (event: JsonRecord): string => String(event["output_index"] ?? stringOf(event["item_id"]));

/** Told once an item has a summary. */
const summaryAt = (event: JsonRecord): string => `${placeOf(event)} summary`;

const delta =
  (type: "text" | "reasoning"): Read =>
  (event) => ({ events: [{ type, delta: stringOf(event["delta"]) }], told: placeOf(event) });

const TERMINAL: Readonly<Record<string, Read>> = {
  "response.completed": (event) => over(event, "completed"),
  "response.incomplete": (event) => {
    const details = responseOf(event)["incomplete_details"];
    const reason = isRecord(details) ? details["reason"] : undefined;
    return over(event, reason === "content_filter" ? "content_filter" : "max_output_tokens");
  },
  "response.failed": (event) => failed({ error: responseOf(event)["error"] }),
  "response.cancelled": () => failed({ error: { message: "The upstream cancelled the response." } }),
  error: (event) => failed(isRecord(event["error"]) ? event : { error: event }),
};

const READERS: Readonly<Record<string, Read>> = {
  ...TERMINAL,
  "response.output_text.delta": delta("text"),
  "response.refusal.delta": delta("text"),
  "response.reasoning_summary_text.delta": delta("reasoning"),
  // Where an item has a summary, that is what is shown.
  "response.reasoning_text.delta": (event, state) =>
    state.told.has(summaryAt(event)) ? undefined : delta("reasoning")(event, state),
  "response.reasoning_summary_part.added": (event, { told }) => ({
    events: told.has(placeOf(event)) ? [{ type: "reasoning", delta: "\n\n" }] : [],
    told: summaryAt(event),
  }),
  "response.output_text.annotation.added": (event) => ({ events: citations([event["annotation"]]) }),
  "response.output_item.added": (event) => {
    const item = isRecord(event["item"]) ? event["item"] : {};
    return item["type"] === "function_call" ? { events: [callEvent(event, item)] } : undefined;
  },
  "response.function_call_arguments.delta": (event) => ({
    events: [{ type: "arguments", key: placeOf(event), delta: stringOf(event["delta"]) }],
    told: placeOf(event),
  }),
  "response.output_item.done": (event, { told }) => {
    const item = isRecord(event["item"]) ? event["item"] : {};
    return { events: doneEvents(event, item, told.has(placeOf(event))) };
  },
};

const callEvent = (event: JsonRecord, item: JsonRecord): AnswerEvent => ({
  type: "call",
  key: placeOf(event),
  id: stringOf(item["call_id"]),
  name: stringOf(item["name"]),
});

function citations(annotations: readonly unknown[]): AnswerEvent[] {
  return annotations.flatMap((note): AnswerEvent[] => {
    if (!isRecord(note) || note["type"] !== "url_citation") return [];
    return [{ type: "citation", url: stringOf(note["url"]), title: stringOf(note["title"]) }];
  });
}

/** What a finished item tells that was not told yet. */
function doneEvents(event: JsonRecord, item: JsonRecord, isTold: boolean): AnswerEvent[] {
  const key = placeOf(event);
  switch (item["type"]) {
    case "function_call": {
      const whole: AnswerEvent = { type: "arguments", key, delta: stringOf(item["arguments"]) };
      return [...(isTold ? [] : [whole]), { type: "call_end", key }];
    }
    case "message":
      return isTold ? [] : textEvents("text", recordsIn(item["content"]));
    case "reasoning": {
      const shown = isTold ? [] : textEvents("reasoning", recordsIn(item["summary"]));
      const data = replayed(item);
      return data ? [...shown, { type: "reasoning_payload", kind: "reasoning_item", data }] : shown;
    }
    case "web_search_call": {
      const action = isRecord(item["action"]) ? item["action"] : {};
      const isOther = action["type"] === "open_page" || action["type"] === "find_in_page";
      return [{ type: "web_search", query: stringOf(action["query"]), ...(isOther ? { action } : {}) }];
    }
    default:
      return [];
  }
}

function textEvents(type: "text" | "reasoning", parts: readonly JsonRecord[]): AnswerEvent[] {
  const text = parts.map((part) => stringOf(part["text"]) || stringOf(part["refusal"])).join("\n\n");
  return text === "" ? [] : [{ type, delta: text }];
}

/** The item as it must come back: sealed content stands without the open one, which is refused beside it. */
function replayed(item: JsonRecord): JsonRecord | undefined {
  const { status: _status, content, ...rest } = item;
  if (stringOf(item["encrypted_content"]) !== "") return rest;
  return Array.isArray(content) && content.length > 0 ? { ...rest, content } : undefined;
}

const responseOf = (event: JsonRecord): JsonRecord => (isRecord(event["response"]) ? event["response"] : {});

function usageOf(response: JsonRecord): AnswerUsage | undefined {
  const usage = isRecord(response["usage"]) ? response["usage"] : {};
  const count = (value: unknown): number => (typeof value === "number" && value >= 0 ? value : 0);
  const input = isRecord(usage["input_tokens_details"]) ? usage["input_tokens_details"] : {};
  const output = isRecord(usage["output_tokens_details"]) ? usage["output_tokens_details"] : {};
  const inputTokens = count(usage["input_tokens"]);
  if (inputTokens === 0) return undefined;
  return {
    inputTokens,
    cachedTokens: count(input["cached_tokens"]),
    cacheWriteTokens: count(input["cache_write_tokens"]),
    outputTokens: count(usage["output_tokens"]),
    reasoningTokens: count(output["reasoning_tokens"]),
  };
}

function over(event: JsonRecord, reason: "completed" | "max_output_tokens" | "content_filter"): Reading {
  const usage = usageOf(responseOf(event));
  const told: AnswerEvent[] = usage ? [{ type: "usage", usage }] : [];
  return { events: [...told, { type: "end", reason }], isOver: true };
}

function failed(body: JsonRecord): Reading {
  const { code, message } = vendorFailure(200, body);
  return { events: [{ type: "failed", code, message }], isOver: true };
}

/** Takes one event of a streamed response. */
export function responsesStep(state: ResponsesState, { event, data }: UpstreamEvent): Step<ResponsesState> {
  if (state.isOver || !isRecord(data)) return { state, events: [] };
  const type = stringOf(data["type"]) || event;
  const isBare = type === "" && isRecord(data["error"]);
  const reading = READERS[isBare ? "error" : type]?.(data, state);
  if (!reading) return { state, events: [] };
  const isNew = reading.told !== undefined && !state.told.has(reading.told);
  return {
    state: {
      told: isNew ? new Set([...state.told, reading.told ?? ""]) : state.told,
      isOver: reading.isOver === true,
    },
    events: reading.events.filter((entry) => !("delta" in entry) || entry.delta !== ""),
  };
}

export function responsesEnd(state: ResponsesState): readonly AnswerEvent[] {
  if (state.isOver) return [];
  const message = "The upstream's stream ended in the middle of the answer.";
  return [{ type: "failed", code: "server_error", message }];
}
