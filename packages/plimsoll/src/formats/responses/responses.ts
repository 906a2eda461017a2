import { isRecord } from "../../text/is-record.js";
import type { ItemView, Role, ToolCallView } from "../../conversation/item-view.js";
import { hostedResult, hostedView, withHostedText } from "./hosted-result.js";
import type { KnownFormat } from "../known-format.js";
import { dataOutput } from "../reading/data-output.js";
import {
  answerResponsesCall,
  isCallType,
  isOutputType,
  pairingId,
  readOpenAnswer,
  readOpenCall,
  readResponsesCall,
} from "./responses-tool-call.js";
import { readReasoningText, readResponsesContent } from "./read-responses-content.js";
import { readShellOutput } from "../reading/read-shell-output.js";
import { keptByServer, opaqueView, safeView, unknownView, ViewBuilder } from "../reading/view-builder.js";
import { metaOf, stringOf, type WireRecord } from "../reading/wire-record.js";

/** An item of the OpenAI Responses API, input or output. */
export interface ResponsesItem {
  readonly type?: string;
  readonly role?: string;
}

const ROLES: ReadonlySet<unknown> = new Set<Role>(["system", "developer", "user", "assistant"]);
const PROVIDER_STATE: ReadonlySet<string> = new Set([
  "compaction",
  "compaction_summary",
  "context_compaction",
]);
const OPAQUE: ReadonlySet<string> = new Set([
  "web_search_call",
  "file_search_call",
  "code_interpreter_call",
  "image_generation_call",
  "mcp_call",
  "mcp_list_tools",
  "mcp_approval_request",
  "mcp_approval_response",
  "item_reference",
  "additional_tools",
  "compaction_trigger",
  "program",
  "program_output",
  "tool_search_call",
  "tool_search_output",
]);

function read(record: WireRecord): ItemView {
  const type = stringOf(record["type"]);
  const meta = metaOf(record);
  if (type === "message" || (type === "" && ROLES.has(record["role"]))) return readMessage(record, meta);
  if (type === "reasoning") return readReasoning(record, meta);
  if (PROVIDER_STATE.has(type)) return readProviderState(record, meta);
  if (isCallType(type) && pairingId(record) !== "") return readCall(record, meta);
  if (isOutputType(type) && pairingId(record) !== "") return readOutput(record, meta);
  return hostedView(record, meta) ?? readOther(record, meta);
}

/** Reads an item that is neither a message nor a call of the client with its output. */
function readOther(record: WireRecord, meta: WireRecord): ItemView {
  const type = stringOf(record["type"]);
  const open = readOpenCall(record);
  if (open) return opaqueView(record, { role: "assistant", calls: [open], meta });
  const answer = readOpenAnswer(record);
  if (answer) {
    const results = [{ ...answer, text: "", isError: false }];
    return opaqueView(record, {
      role: type === "mcp_approval_response" ? "tool" : "assistant",
      results,
      meta,
    });
  }
  // A reference stands for an item that the server keeps: it may be a call.
  const view = OPAQUE.has(type) && type !== "item_reference" ? opaqueView : unknownView;
  return view(record, { role: roleOf(record["role"], "assistant"), meta });
}

function readCall(record: WireRecord, meta: WireRecord): ItemView {
  const builder = new ViewBuilder();
  const { caller } = record as { readonly caller?: unknown };
  const program = isRecord(caller) && caller["type"] === "program" ? stringOf(caller["caller_id"]) : "";
  builder.calls.push(readResponsesCall(record));
  if (program !== "") {
    // A call that a program makes answers the program's open call and opens it again: all of them are one block.
    builder.results.push({ callId: program, name: "", text: "", isError: false });
    builder.calls.push({ callId: program, name: "program", arguments: "", mayStayOpen: true });
  }
  return builder.view("assistant", { meta });
}

function roleOf(role: unknown, otherwise: Role): Role {
  return ROLES.has(role) ? (role as Role) : otherwise;
}

function readMessage(record: WireRecord, meta: WireRecord): ItemView {
  const builder = new ViewBuilder();
  readResponsesContent(record["content"], builder);
  return builder.view(roleOf(record["role"], "user"), { meta });
}

function readReasoning(record: WireRecord, meta: WireRecord): ItemView {
  const builder = new ViewBuilder();
  readReasoningText(record["summary"], builder);
  readReasoningText(record["content"], builder);
  const encrypted = record["encrypted_content"];
  if (typeof encrypted === "string") builder.addAttachment("encrypted", encrypted);
  else builder.addUnknown(encrypted);
  return builder.view("assistant", { bindsNext: true, meta });
}

function readProviderState(record: WireRecord, meta: WireRecord): ItemView {
  const encrypted = record["encrypted_content"];
  if (typeof encrypted !== "string") return unknownView(record, { providerState: true, meta });
  const builder = new ViewBuilder();
  builder.addAttachment("encrypted", encrypted);
  return builder.view("assistant", { providerState: true, meta });
}

function readOutput(record: WireRecord, meta: WireRecord): ItemView {
  const builder = new ViewBuilder();
  const inner = builder.nested();
  let isError = record["status"] === "failed";
  let name = "";
  switch (record["type"]) {
    case "tool_search_output":
      name = "tool_search";
      inner.addUnknown(record["tools"]);
      break;
    case "computer_call_output":
      readResponsesContent([record["output"]], inner);
      break;
    case "shell_call_output":
      isError = readShellOutput(record["output"], "exit_code", inner) || isError;
      break;
    default:
      readResponsesContent(dataOutput(record["output"]) ?? record["output"], inner);
  }
  builder.results.push({ callId: pairingId(record), name, text: inner.text, isError });
  return builder.view("tool", { meta });
}

/** The output with `text` in it; `undefined` if the type cannot hold a text. */
function outputWithText(record: WireRecord, text: string): unknown {
  const output = record["output"];
  switch (record["type"]) {
    case "tool_search_output":
    case "computer_call_output":
      return undefined;
    case "shell_call_output":
      return shellOutputWithText(output, text);
    default:
      return Array.isArray(output) && dataOutput(output) === undefined
        ? [{ type: "input_text", text }]
        : text;
  }
}

/** One entry per command stays, with its outcome; the first has the text. */
function shellOutputWithText(output: unknown, text: string): unknown {
  const entries = Array.isArray(output) ? output.filter(isRecord) : [];
  if (entries.length === 0) return [{ stdout: text, stderr: "", outcome: { type: "exit", exit_code: 0 } }];
  return entries.map((entry, index) => ({ ...entry, stdout: index === 0 ? text : "", stderr: "" }));
}

const OWN_PART_PREFIXES = ["input_", "output_", "refusal", "summary_text", "reasoning_text"];

function hasOwnParts(content: readonly unknown[]): boolean {
  return content.every((part) => {
    const type = isRecord(part) ? stringOf(part["type"]) : "";
    return OWN_PART_PREFIXES.some((prefix) => type.startsWith(prefix));
  });
}

/** True if an item is a Responses item beyond doubt: by its type, or by the types of its content parts. */
export function isTypedResponsesItem(wire: unknown): boolean {
  if (!isRecord(wire)) return false;
  const type = stringOf(wire["type"]);
  const content = wire["content"];
  const ownContent = Array.isArray(content) && hasOwnParts(content);
  if (type === "message") return ROLES.has(wire["role"]) && (typeof content === "string" || ownContent);
  if (type === "") return ROLES.has(wire["role"]) && ownContent && !isAudioMessage(content);
  return (
    isCallType(type) ||
    isOutputType(type) ||
    type === "reasoning" ||
    PROVIDER_STATE.has(type) ||
    OPAQUE.has(type)
  );
}

/** Chat Completions shares the part type `input_audio`. */
function isAudioMessage(content: readonly unknown[]): boolean {
  return content.every(
    (part) => isRecord(part) && ["input_audio", "refusal"].includes(stringOf(part["type"])),
  );
}

/** True for the short form of a message: `{role, content: "…"}` and nothing of another format. */
function isShortMessage(wire: unknown): boolean {
  if (!isRecord(wire) || wire["type"] !== undefined || !ROLES.has(wire["role"])) return false;
  if (typeof wire["content"] !== "string" || isRecord(wire["meta"])) return false;
  return (
    wire["tool_calls"] === undefined && wire["function_call"] === undefined && wire["refusal"] === undefined
  );
}

/** OpenAI Responses items. */
export const responses: KnownFormat<ResponsesItem> = {
  name: "responses",
  opensWithUser: false,
  decides: isTypedResponsesItem,
  sharesMessages: true,
  request: { listKey: "input", takesText: true },

  view(wire: ResponsesItem): ItemView {
    return keptByServer(safeView(wire, read));
  },

  message(role: Role, text: string): ResponsesItem {
    const type = role === "assistant" ? "output_text" : "input_text";
    const message = { type: "message", role: roleOf(role, "user"), content: [{ type, text }] };
    return message;
  },

  /** Loaded tools and screenshots have no place for a text: such an item is returned as it is. */
  withResult(wire: ResponsesItem, callId: string, text: string): ResponsesItem {
    if (!isRecord(wire)) return wire;
    if (hostedResult(wire)?.callId === callId) return withHostedText(wire, text) ?? wire;
    if (pairingId(wire) !== callId) return wire;
    const output = outputWithText(wire, text);
    if (output === undefined) return wire;
    const replaced: WireRecord = { ...wire, output };
    return replaced;
  },

  result(call: ToolCallView, text: string): ResponsesItem {
    return answerResponsesCall(call, text);
  },

  matches(wire: unknown): boolean {
    return isTypedResponsesItem(wire) || isShortMessage(wire);
  },
};
