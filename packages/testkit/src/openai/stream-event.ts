import { isRecord, stringOf, type WireRecord } from "../wire-record.js";
import type { ErrorBody } from "./api-error.js";

/** An event of the stream, before it is numbered. */
export type StreamEvent = WireRecord & { readonly type: string };

export interface StreamSettings {
  /** Says `response.compaction.compacting` while a compaction is made, as newer servers do. */
  readonly compactingEvents: boolean;
  /** Pads deltas to a multiple of 16 characters. */
  readonly obfuscation: boolean;
  /** The compaction item as it is announced: shorter than the finished one. */
  announce(item: WireRecord): WireRecord;
}

/** Where in the output an item stands. */
interface ItemPlace {
  readonly item: WireRecord;
  readonly item_id: string;
  readonly output_index: number;
}

const OBFUSCATION_STEP = 16;
const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

function padding(delta: string): string {
  const length = OBFUSCATION_STEP - (delta.length % OBFUSCATION_STEP);
  return Array.from({ length }, (_, index) => LETTERS[(delta.length * 7 + index * 11) % LETTERS.length]).join(
    "",
  );
}

/** Pieces of about one word each; together they are the text. */
function deltasOf(text: string): readonly string[] {
  return text.match(/\s*[^\s]{1,24}|\s+/gu) ?? [];
}

function deltaEvents(
  text: string,
  make: (delta: string) => StreamEvent,
  obfuscation: boolean,
): StreamEvent[] {
  return deltasOf(text).map((delta) =>
    obfuscation ? { ...make(delta), obfuscation: padding(delta) } : make(delta),
  );
}

function partEvents(part: WireRecord, place: WireRecord, obfuscation: boolean): StreamEvent[] {
  const isText = part["type"] === "output_text";
  const text = stringOf(isText ? part["text"] : part["refusal"]);
  const empty = isText ? { ...part, text: "" } : { ...part, refusal: "" };
  const kind = isText ? "output_text" : "refusal";
  const extra = isText ? { logprobs: [] } : {};
  const done = isText ? { text } : { refusal: text };
  return [
    { type: "response.content_part.added", ...place, part: empty },
    ...deltaEvents(
      text,
      (delta) => ({ type: `response.${kind}.delta`, ...place, delta, ...extra }),
      obfuscation,
    ),
    { type: `response.${kind}.done`, ...place, ...extra, ...done },
    { type: "response.content_part.done", ...place, part },
  ];
}

function messageEvents({ item, ...place }: ItemPlace, settings: StreamSettings): StreamEvent[] {
  const parts = Array.isArray(item["content"]) ? item["content"].filter(isRecord) : [];
  return parts.flatMap((part, index) =>
    partEvents(part, { ...place, content_index: index }, settings.obfuscation),
  );
}

function reasoningEvents({ item, ...place }: ItemPlace, settings: StreamSettings): StreamEvent[] {
  const parts = Array.isArray(item["summary"]) ? item["summary"].filter(isRecord) : [];
  return parts.flatMap((part, index): StreamEvent[] => {
    const at = { ...place, summary_index: index };
    const text = stringOf(part["text"]);
    return [
      { type: "response.reasoning_summary_part.added", ...at, part: { type: "summary_text", text: "" } },
      ...deltaEvents(
        text,
        (delta) => ({ type: "response.reasoning_summary_text.delta", ...at, delta }),
        settings.obfuscation,
      ),
      { type: "response.reasoning_summary_text.done", ...at, text },
      { type: "response.reasoning_summary_part.done", ...at, part },
    ];
  });
}

function callEvents({ item, ...place }: ItemPlace, settings: StreamSettings): StreamEvent[] {
  const isFunction = item["type"] === "function_call";
  const kind = isFunction ? "function_call_arguments" : "custom_tool_call_input";
  const text = stringOf(isFunction ? item["arguments"] : item["input"]);
  const done = isFunction ? { arguments: text, name: item["name"] } : { input: text };
  return [
    ...deltaEvents(
      text,
      (delta) => ({ type: `response.${kind}.delta`, ...place, delta }),
      settings.obfuscation,
    ),
    { type: `response.${kind}.done`, ...place, ...done },
  ];
}

function announced(item: WireRecord, settings: StreamSettings): WireRecord {
  switch (item["type"]) {
    case "message":
      return { ...item, status: "in_progress", content: [] };
    case "reasoning":
      return { ...item, summary: [] };
    case "function_call":
      return { ...item, status: "in_progress", arguments: "" };
    case "custom_tool_call":
      return { ...item, status: "in_progress", input: "" };
    case "local_shell_call":
      return { ...item, status: "in_progress" };
    case "compaction":
      return settings.announce(item);
    default:
      return item;
  }
}

function itemEvents(place: ItemPlace, settings: StreamSettings): StreamEvent[] {
  const { item, ...at } = place;
  switch (item["type"]) {
    case "message":
      return messageEvents(place, settings);
    case "reasoning":
      return reasoningEvents(place, settings);
    case "function_call":
    case "custom_tool_call":
      return callEvents(place, settings);
    case "compaction":
      return settings.compactingEvents ? [{ type: "response.compaction.compacting", ...at }] : [];
    default:
      return [];
  }
}

function startEvents(started: WireRecord): StreamEvent[] {
  return [
    { type: "response.created", response: started },
    { type: "response.in_progress", response: started },
  ];
}

/** The events of a whole answer, from `response.created` to the terminal one. */
export function answerEvents(
  responses: { readonly started: WireRecord; readonly ended: WireRecord },
  output: readonly WireRecord[],
  settings: StreamSettings,
): readonly StreamEvent[] {
  const items = output.flatMap((item, index): StreamEvent[] => {
    const place = { item, item_id: stringOf(item["id"]), output_index: index };
    return [
      { type: "response.output_item.added", item: announced(item, settings), output_index: index },
      ...itemEvents(place, settings),
      { type: "response.output_item.done", item, output_index: index },
    ];
  });
  const type = responses.ended["status"] === "incomplete" ? "response.incomplete" : "response.completed";
  return [...startEvents(responses.started), ...items, { type, response: responses.ended }];
}

/** The events of a response that fails before any output. */
export function failedEvents(started: WireRecord, failed: WireRecord): readonly StreamEvent[] {
  return [...startEvents(started), { type: "response.failed", response: failed }];
}

/** A stream that ends in a bare error: flat as specified, and nested as recorded. */
export function errorEvents(started: WireRecord, error: ErrorBody): readonly StreamEvent[] {
  const { code, message, param } = error;
  return [...startEvents(started), { type: "error", code, message, param, error }];
}
