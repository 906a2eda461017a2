import { isRecord } from "../../text/is-record.js";
import type { ItemView, Role, ToolCallView } from "../../conversation/item-view.js";
import { dataOutput } from "../reading/data-output.js";
import { jsonText } from "../../text/json-text.js";
import type { Format } from "../format.js";
import { readCallBlocks, readLangchainContent } from "./read-langchain-content.js";
import { safeView, unknownView, ViewBuilder } from "../reading/view-builder.js";
import { stringOf, type WireRecord } from "../reading/wire-record.js";

/**
 * A message of LangChain: an instance of a message class, its plain form (`{type, content, …}`, which LangChain
 * accepts everywhere), or its serialized form.
 */
export type LangchainMessage = object;

const ROLES: Readonly<Record<string, Role>> = {
  human: "user",
  ai: "assistant",
  system: "system",
  developer: "developer",
  tool: "tool",
  function: "tool",
};
const TYPES: Readonly<Record<Role, string>> = {
  user: "human",
  assistant: "ai",
  system: "system",
  developer: "system",
  tool: "human",
};
const CLASS_TYPES: Readonly<Record<string, string>> = {
  HumanMessage: "human",
  AIMessage: "ai",
  SystemMessage: "system",
  ToolMessage: "tool",
  FunctionMessage: "function",
};
/** How LangChain marks a developer message, for which it has no class. */
const OPENAI_ROLE = "__openai_role__";

/** The fields of a message in any form; undefined if it is not a message. */
function fieldsOf(record: WireRecord): { readonly type: string; readonly fields: WireRecord } | undefined {
  const { kwargs, id } = record;
  if (record["lc"] === 1 && isRecord(kwargs) && Array.isArray(id)) {
    const type = CLASS_TYPES[stringOf(id.at(-1)).replace(/Chunk$/, "")];
    return type === undefined ? undefined : { type, fields: kwargs };
  }
  const type = stringOf(record["type"]);
  return Object.hasOwn(ROLES, type) ? { type, fields: record } : undefined;
}

function recordOf(value: unknown): WireRecord {
  return isRecord(value) ? value : {};
}

function read(record: WireRecord): ItemView {
  const found = fieldsOf(record);
  if (!found) return unknownView(record);
  const { type, fields } = found;
  const meta = recordOf(fields["additional_kwargs"]);
  const builder = new ViewBuilder();
  const role = ROLES[type] ?? "user";
  if (role === "tool") {
    const inner = builder.nested();
    readLangchainContent(dataOutput(fields["content"]) ?? fields["content"], inner);
    builder.results.push({
      callId: stringOf(fields["tool_call_id"]),
      name: stringOf(fields["name"]),
      text: inner.text,
      isError: fields["status"] === "error",
    });
    return builder.view("tool", { meta });
  }
  builder.addReasoning(meta["reasoning_content"]);
  readCalls(fields, builder);
  readLangchainContent(fields["content"], builder, builder.calls);
  return builder.view(role === "system" && meta[OPENAI_ROLE] === "developer" ? "developer" : role, { meta });
}

/**
 * Calls are in `tool_calls`. If LangChain could not parse them, or a message came back without them, they are
 * only in the provider's form, and are sent from there.
 */
function readCalls(fields: WireRecord, builder: ViewBuilder): void {
  const { tool_calls: calls, invalid_tool_calls: invalid } = fields;
  if (!Array.isArray(calls)) builder.addUnknown(calls);
  else for (const call of calls) readCall(call, builder);
  const given = recordOf(fields["additional_kwargs"])["tool_calls"];
  if (builder.calls.length === 0 && Array.isArray(given))
    for (const call of given) readRawCall(call, builder);
  const { output } = recordOf(fields["response_metadata"]) as { readonly output?: unknown };
  if (builder.calls.length === 0 && Array.isArray(output)) readCallBlocks(output, builder.calls);
  if (!Array.isArray(invalid)) builder.addUnknown(invalid);
  else for (const call of invalid) readInvalidCall(call, builder);
}

function readCall(call: unknown, builder: ViewBuilder): void {
  const callId = isRecord(call) ? stringOf(call["id"]) : "";
  if (!isRecord(call) || callId === "") return builder.addUnknown(call);
  builder.calls.push({ callId, name: stringOf(call["name"]), arguments: jsonText(call["args"] ?? {}) });
}

/** A call as Chat Completions has it. */
function readRawCall(call: unknown, builder: ViewBuilder): void {
  const callId = isRecord(call) ? stringOf(call["id"]) : "";
  const body = isRecord(call) ? recordOf(call["function"] ?? call["custom"]) : {};
  if (callId === "") return builder.addUnknown(call);
  const given = jsonText(body["arguments"] ?? body["input"] ?? "");
  builder.calls.push({ callId, name: stringOf(body["name"]), arguments: given });
}

/** A call that LangChain could not parse may be answered with the error, and need not be. */
function readInvalidCall(call: unknown, builder: ViewBuilder): void {
  const callId = isRecord(call) ? stringOf(call["id"]) : "";
  if (!isRecord(call) || callId === "") return builder.addUnknown(call);
  const error = stringOf(call["error"]);
  if (error !== "") builder.addOpaque(error);
  if (builder.calls.some((known) => known.callId === callId)) return;
  const name = stringOf(call["name"]);
  builder.calls.push({ callId, name, arguments: jsonText(call["args"] ?? ""), mayStayOpen: true });
}

/** A copy with other content, of the same class, so that LangChain recognises it. */
function withContent(wire: object, content: unknown): object {
  const record = wire as WireRecord;
  if (isRecord(record["kwargs"])) return { ...record, kwargs: { ...record["kwargs"], content } };
  const prototype: unknown = Object.getPrototypeOf(wire);
  const base = Object.create(typeof prototype === "object" ? prototype : null) as object;
  const copy: object = Object.assign(base, wire, { content });
  if (!isRecord(record["lc_kwargs"])) return copy;
  return Object.assign(copy, { lc_kwargs: { ...record["lc_kwargs"], content } });
}

/** Messages of LangChain JS. */
export const langchain: Format<LangchainMessage> = {
  name: "langchain",
  opensWithUser: true,

  view(wire: LangchainMessage): ItemView {
    return safeView(wire, read);
  },

  message(role: Role, text: string): LangchainMessage {
    const message = { type: TYPES[role], content: text };
    return role === "developer" ? { ...message, additional_kwargs: { [OPENAI_ROLE]: role } } : message;
  },

  withResult(wire: LangchainMessage, callId: string, text: string): LangchainMessage {
    const fields = isRecord(wire) ? fieldsOf(wire)?.fields : undefined;
    if (!fields || stringOf(fields["tool_call_id"]) !== callId) return wire;
    const { content } = fields;
    const isBlocks = Array.isArray(content) && dataOutput(content) === undefined;
    return withContent(wire, isBlocks ? [{ type: "text", text }] : text);
  },

  result({ callId, name }: ToolCallView, text: string): LangchainMessage {
    return { type: "tool", content: text, tool_call_id: callId, name };
  },

  matches(wire: unknown): boolean {
    if (!isRecord(wire) || wire["role"] !== undefined) return false;
    const found = fieldsOf(wire);
    if (!found) return false;
    const { content } = found.fields;
    if (found.type === "tool" && stringOf(found.fields["tool_call_id"]) === "") return false;
    return typeof content === "string" || Array.isArray(content);
  },
};
