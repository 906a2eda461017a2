import type { AnswerEvent } from "../../answers/answer-event.js";
import type { JsonRecord } from "../../json/json-record.js";
import { recordsIn } from "../../json/records-in.js";
import type { ReasoningPayload } from "../../translation/reasoning-payload.js";
import type { FunctionTool, TranslatedRequest } from "../../translation/translated-request.js";
import type { Turn } from "../../translation/turn.js";
import { generic } from "../../vendors/generic.js";
import type { Vendor } from "../../vendors/vendor.js";
import type { Protocol } from "../protocol.js";
import { chat } from "./chat.js";
import type { ChatQuirks } from "./chat-quirks.js";

/** A vendor with these quirks and no others. */
export function vendorWith(quirks: Partial<ChatQuirks>): Vendor {
  return { ...generic, name: "test", quirks: () => ({ chat: quirks }) };
}

export const EXEC: FunctionTool = {
  name: "exec_command",
  description: "Runs a command.",
  parameters: { type: "object", properties: { cmd: { type: "string" } } },
};

export const SAID: Turn = { role: "user", parts: [{ type: "text", text: "List the files." }] };

/** One step with a call and its result, and what the model thought before it. */
export function calledStep(id: string, payload?: Pick<ReasoningPayload, "kind" | "data">): Turn[] {
  const reasoning = payload ? [{ text: "", payload: { vendor: "test", model: "m", ...payload } }] : [];
  return [
    {
      role: "assistant",
      reasoning,
      text: "",
      calls: [{ id, name: "exec_command", arguments: '{"cmd":"ls"}' }],
    },
    { role: "results", results: [{ id, name: "exec_command", parts: [{ type: "text", text: "a\nb" }] }] },
  ];
}

export function requestOf(fields: Partial<TranslatedRequest> = {}): TranslatedRequest {
  return { model: "m", turns: [SAID], tools: [], toolChoice: "auto", outputReserve: 8192, ...fields };
}

export function bodyOf(fields: Partial<TranslatedRequest>, vendor: Vendor): JsonRecord {
  return chat.toRequest(requestOf(fields), vendor).body;
}

export function messagesOf(turns: readonly Turn[], quirks: Partial<ChatQuirks> = {}): JsonRecord[] {
  return recordsIn(bodyOf({ turns }, vendorWith(quirks))["messages"]);
}

/** All events of a stream, neighbouring deltas joined, so that the way it was cut does not show. */
export function eventsOf(
  chunks: readonly unknown[],
  {
    protocol = chat as Protocol<unknown>,
    vendor = generic,
  }: { protocol?: Protocol<unknown>; vendor?: Vendor } = {},
): AnswerEvent[] {
  let state = protocol.start(requestOf(), vendor);
  const events: AnswerEvent[] = [];
  for (const data of chunks) {
    const step = protocol.step(state, { event: "", data });
    state = step.state;
    events.push(...step.events);
  }
  return joinDeltas([...events, ...protocol.end(state)]);
}

function joinDeltas(events: readonly AnswerEvent[]): AnswerEvent[] {
  const joined: AnswerEvent[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    if (last && "delta" in last && "delta" in event && sameChannel(last, event))
      joined[joined.length - 1] = { ...last, delta: last.delta + event.delta };
    else joined.push(event);
  }
  return joined;
}

function sameChannel(first: AnswerEvent, second: AnswerEvent): boolean {
  if (first.type !== second.type) return false;
  return first.type !== "arguments" || (second.type === "arguments" && first.key === second.key);
}

export function chunk(delta: JsonRecord, finish: string | null = null): JsonRecord {
  return {
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason: finish }],
    usage: null,
  };
}

export function callDelta(
  index: number | undefined,
  { id, name, text }: { id?: string; name?: string; text?: string },
): JsonRecord {
  const called = {
    ...(name === undefined ? {} : { name }),
    ...(text === undefined ? {} : { arguments: text }),
  };
  return {
    tool_calls: [
      {
        ...(index === undefined ? {} : { index }),
        ...(id === undefined ? {} : { id, type: "function" }),
        function: called,
      },
    ],
  };
}
