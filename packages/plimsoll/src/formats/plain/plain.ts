import { isRecord } from "../../text/is-record.js";
import type { ItemView, Role, ToolCallView } from "../../conversation/item-view.js";
import { jsonText } from "../../text/json-text.js";
import type { Format } from "../format.js";
import { isMessageContent, safeView, unknownView, ViewBuilder } from "../reading/view-builder.js";
import { metaOf, stringOf, type WireRecord } from "../reading/wire-record.js";

/** The plain message: a role, a text, and free metadata that may hold the protected flag and tool ids. */
export interface PlainMessage {
  readonly role: string;
  readonly content: string;
  readonly meta?: Readonly<Record<string, unknown>>;
}

const ROLES: ReadonlySet<unknown> = new Set<Role>(["system", "developer", "user", "assistant", "tool"]);

function read(record: WireRecord): ItemView {
  const builder = new ViewBuilder();
  const meta = metaOf(record);
  if (!ROLES.has(record["role"]) && !isMessageContent(record["content"]))
    return unknownView(record, { meta });
  if (record["role"] === "tool") {
    const inner = builder.nested();
    inner.addText(record["content"]);
    builder.results.push({
      callId: callIdOf(record, meta),
      name: stringOf(meta["name"]) || stringOf(record["name"]),
      text: inner.text,
      isError: meta["is_error"] === true,
    });
    return builder.view("tool", { meta });
  }
  builder.addText(record["content"]);
  const calls = meta["tool_calls"] ?? record["tool_calls"];
  if (!Array.isArray(calls)) builder.addUnknown(calls);
  else for (const call of calls) readCall(call, builder);
  return builder.view(ROLES.has(record["role"]) ? (record["role"] as Role) : "user", { meta });
}

function callIdOf(record: WireRecord, meta: WireRecord): string {
  return stringOf(meta["call_id"]) || stringOf(meta["tool_call_id"]) || stringOf(record["tool_call_id"]);
}

/** Accepts a call as Chat Completions has it, or flat: `{id|call_id, name, arguments}`. */
function readCall(call: unknown, builder: ViewBuilder): void {
  if (!isRecord(call)) return builder.addUnknown(call);
  const callId = stringOf(call["id"]) || stringOf(call["call_id"]);
  if (callId === "") return builder.addUnknown(call);
  const body = isRecord(call["function"]) ? call["function"] : call;
  const given = body["arguments"] ?? body["args"] ?? body["input"] ?? "";
  builder.calls.push({ callId, name: stringOf(body["name"]), arguments: jsonText(given) });
}

const FOREIGN_KEYS = ["type", "parts", "tool_calls", "tool_call_id", "function_call", "refusal"];

/** Plain messages: `{role, content, meta}`. */
export const plain: Format<PlainMessage> = {
  name: "plain",
  opensWithUser: false,

  view(wire: PlainMessage): ItemView {
    return safeView(wire, read);
  },

  message(role: Role, text: string): PlainMessage {
    return { role: role === "tool" ? "user" : role, content: text };
  },

  withResult(wire: PlainMessage, callId: string, text: string): PlainMessage {
    if (!isRecord(wire) || wire.role !== "tool" || callIdOf(wire, metaOf(wire)) !== callId) return wire;
    return { ...wire, content: text };
  },

  result(call: ToolCallView, text: string): PlainMessage {
    return { role: "tool", content: text, meta: { call_id: call.callId, name: call.name } };
  },

  matches(wire: unknown): boolean {
    if (!isRecord(wire) || typeof wire["role"] !== "string" || typeof wire["content"] !== "string")
      return false;
    if (wire["role"] === "function") return false;
    return FOREIGN_KEYS.every((key) => wire[key] === undefined);
  },
};
