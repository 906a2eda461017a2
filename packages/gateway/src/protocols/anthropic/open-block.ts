import type { AnswerEvent } from "../../answers/answer-event.js";
import { exactText } from "../../json/exact-text.js";
import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import { stringOf } from "../../json/string-of.js";
import { parseObject } from "../../json/parse-object.js";

/** The block of an answer that is being streamed. */
export interface OpenBlock {
  readonly index: number;
  readonly type: string;
  /** The block as it began. */
  readonly begun: JsonRecord;
  /** What came since: text, thinking, or the JSON of a call. */
  readonly received: string;
  readonly signature: string;
  /** A call to this tool is the answer itself. */
  readonly isFormat: boolean;
}

/** What a block gives when it ends. */
export interface ClosedBlock {
  readonly events: readonly AnswerEvent[];
  /** A call whose arguments are no JSON: cut off, unless the answer ends otherwise. */
  readonly doubtfulCall?: string;
  /** The block as it would be sent back; undefined for one that cannot be. */
  readonly block?: JsonRecord;
}

const callKey = (index: number): string => `block_${index}`;

/** Begins a block. */
export function openBlock(
  index: number,
  begun: JsonRecord,
  formatTool: string | undefined,
): { readonly block: OpenBlock; readonly events: readonly AnswerEvent[] } {
  const type = stringOf(begun["type"]);
  const isFormat = type === "tool_use" && begun["name"] === formatTool;
  const block = { index, type, begun, received: "", signature: stringOf(begun["signature"]), isFormat };
  return { block, events: isFormat ? [] : openingEvents(index, begun) };
}

function openingEvents(index: number, begun: JsonRecord): AnswerEvent[] {
  switch (begun["type"]) {
    case "tool_use":
      return [
        { type: "call", key: callKey(index), id: stringOf(begun["id"]), name: stringOf(begun["name"]) },
      ];
    case "text":
      return begun["text"] ? [{ type: "text", delta: stringOf(begun["text"]) }] : [];
    case "thinking":
      return begun["thinking"] ? [{ type: "reasoning", delta: stringOf(begun["thinking"]) }] : [];
    default:
      return [];
  }
}

/** Adds a delta to a block. */
export function extendBlock(
  block: OpenBlock,
  delta: JsonRecord,
): { readonly block: OpenBlock; readonly events: readonly AnswerEvent[] } {
  const text = stringOf(delta["text"] ?? delta["thinking"] ?? delta["partial_json"]);
  const extended = text === "" ? block : { ...block, received: block.received + text };
  switch (delta["type"]) {
    case "text_delta":
      return { block: extended, events: text === "" ? [] : [{ type: "text", delta: text }] };
    case "thinking_delta":
      return { block: extended, events: text === "" ? [] : [{ type: "reasoning", delta: text }] };
    case "input_json_delta":
      return { block: extended, events: argumentEvents(block, text) };
    case "signature_delta":
      return { block: { ...block, signature: block.signature + stringOf(delta["signature"]) }, events: [] };
    case "citations_delta":
      return { block, events: citationEvents(delta["citation"]) };
    default:
      return { block, events: [] };
  }
}

function argumentEvents({ type, index, isFormat }: OpenBlock, delta: string): AnswerEvent[] {
  if (delta === "" || type !== "tool_use") return [];
  return [isFormat ? { type: "text", delta } : { type: "arguments", key: callKey(index), delta }];
}

/** Only what was found in the web has an address. */
function citationEvents(citation: unknown): AnswerEvent[] {
  if (!isRecord(citation)) return [];
  const url = stringOf(citation["url"]);
  return url === "" ? [] : [{ type: "citation", url, title: stringOf(citation["title"]) }];
}

/** Ends a block. */
export function closeBlock(open: OpenBlock): ClosedBlock {
  switch (open.type) {
    case "thinking":
      return closeThinking(open);
    case "redacted_thinking":
      return {
        events: [{ type: "reasoning_payload", kind: "redacted_thinking", data: open.begun }],
        block: open.begun,
      };
    case "tool_use":
      return closeCall(open);
    case "server_tool_use":
      return closeServerCall(open);
    case "text": {
      const text = stringOf(open.begun["text"]) + open.received;
      return { events: [], ...(text === "" ? {} : { block: { type: "text", text } }) };
    }
    default:
      return { events: [], block: open.begun };
  }
}

/** The whole block goes back, unmodified; without a signature it cannot. */
function closeThinking({ begun, received, signature }: OpenBlock): ClosedBlock {
  if (signature === "") return { events: [] };
  const block = { type: "thinking", thinking: stringOf(begun["thinking"]) + received, signature };
  return { events: [{ type: "reasoning_payload", kind: "thinking", data: block }], block };
}

function closeCall(open: OpenBlock): ClosedBlock {
  const { index, begun, received, isFormat } = open;
  const key = callKey(index);
  const whole = received === "" ? exactText(isRecord(begun["input"]) ? begun["input"] : {}) : undefined;
  const input = parseObject(whole ?? received);
  const block = { type: "tool_use", id: begun["id"], name: begun["name"], input: input ?? {} };
  const rest = whole === undefined ? [] : argumentEvents(open, whole);
  if (isFormat) return { events: rest };
  if (input === undefined) return { events: rest, doubtfulCall: key, block };
  return { events: [...rest, { type: "call_end", key }], block };
}

function closeServerCall({ begun, received }: OpenBlock): ClosedBlock {
  const begunWith = isRecord(begun["input"]) ? begun["input"] : {};
  const input = received === "" ? begunWith : (parseObject(received) ?? begunWith);
  const block = { ...begun, input };
  if (begun["name"] !== "web_search") return { events: [], block };
  return { events: [{ type: "web_search", query: stringOf(input["query"]) }], block };
}
