import { isRecord } from "../../text/is-record.js";
import type { ItemView, Role, ToolCallView } from "../../conversation/item-view.js";
import {
  agentsCallId,
  type AgentsToolCall,
  answerAgentsCall,
  isAgentsCall,
  isAgentsResult,
  readAgentsCall,
} from "./agents-tool-call.js";
import { hostedOutput, withHostedOutput } from "./hosted-output.js";
import { readAgentsContent } from "./read-agents-content.js";
import type { KnownFormat } from "../known-format.js";
import { dataOutput } from "../reading/data-output.js";
import { readShellOutput } from "../reading/read-shell-output.js";
import { keptByServer, opaqueView, safeView, unknownView, ViewBuilder } from "../reading/view-builder.js";
import { metaOf, stringOf, type WireRecord } from "../reading/wire-record.js";

/** An item of the OpenAI Agents SDK (`AgentInputItem`). */
export interface AgentsItem {
  readonly type?: string | undefined;
  readonly role?: string | undefined;
}

const ROLES: ReadonlySet<unknown> = new Set<Role>(["system", "user", "assistant"]);

function read(record: WireRecord): ItemView {
  const type = stringOf(record["type"]);
  const meta = metaOf(record);
  if (type === "message" || (type === "" && ROLES.has(record["role"]))) return readMessage(record, meta);
  if (type === "reasoning") return readReasoning(record, meta);
  if (type === "compaction") return readCompaction(record, meta);
  if (agentsCallId(record) !== "") {
    if (isAgentsCall(type)) return readCall(record, meta);
    if (isAgentsResult(type)) return readResult(record, meta);
  }
  if (type === "hosted_tool_call") return readHostedCall(record, meta);
  return unknownView(record, { role: roleOf(record["role"], "assistant"), meta });
}

/** The provider's own calls include their results; only an approval takes two items, request and response. */
function readHostedCall(record: WireRecord, meta: WireRecord): ItemView {
  const data = isRecord(record["providerData"]) ? record["providerData"] : {};
  const asked = data["type"] === "mcp_approval_request" ? stringOf(data["id"]) || stringOf(record["id"]) : "";
  const answered =
    data["type"] === "mcp_approval_response"
      ? stringOf(data["approval_request_id"]) || stringOf(data["approvalRequestId"])
      : "";
  const output = asked === "" && answered === "" ? hostedOutput(record) : undefined;
  if (output !== undefined) return opaqueView(withHostedOutput(record, ""), { results: [output], meta });
  const call = { callId: asked, name: "mcp_approval", arguments: "", mayStayOpen: true };
  const result = { callId: answered, name: "mcp_approval", text: "", isError: false };
  return opaqueView(record, {
    role: answered === "" ? "assistant" : "tool",
    calls: asked === "" ? [] : [call],
    results: answered === "" ? [] : [result],
    meta,
  });
}

function roleOf(role: unknown, otherwise: Role): Role {
  return ROLES.has(role) ? (role as Role) : otherwise;
}

function readMessage(record: WireRecord, meta: WireRecord): ItemView {
  const builder = new ViewBuilder();
  readAgentsContent(record["content"], builder);
  return builder.view(roleOf(record["role"], "user"), { meta });
}

/** The ciphertext of reasoning is provider data here. */
function readReasoning(record: WireRecord, meta: WireRecord): ItemView {
  const builder = new ViewBuilder();
  for (const key of ["content", "rawContent"]) {
    const inner = builder.nested();
    if (record[key] !== undefined) readAgentsContent(record[key], inner);
    builder.addReasoning(inner.text);
  }
  const data = record["providerData"];
  const encrypted = isRecord(data) ? (data["encrypted_content"] ?? data["encryptedContent"]) : undefined;
  if (typeof encrypted === "string") builder.addAttachment("encrypted", encrypted);
  else builder.addUnknown(encrypted);
  return builder.view("assistant", { bindsNext: true, meta });
}

function readCompaction(record: WireRecord, meta: WireRecord): ItemView {
  const encrypted = record["encrypted_content"];
  if (typeof encrypted !== "string") return unknownView(record, { providerState: true, meta });
  const builder = new ViewBuilder();
  builder.addAttachment("encrypted", encrypted);
  return builder.view("assistant", { providerState: true, meta });
}

/**
 * A call that a program makes belongs to the program: it answers the program's open call and opens it again. So
 * the program, its calls and its output are one block.
 */
function readCall(record: WireRecord, meta: WireRecord): ItemView {
  const builder = new ViewBuilder();
  const { caller } = record as { readonly caller?: unknown };
  const program = isRecord(caller) && caller["type"] === "program" ? stringOf(caller["callerId"]) : "";
  if (program !== "") builder.results.push({ callId: program, name: "", text: "", isError: false });
  builder.calls.push(readAgentsCall(record));
  if (program !== "") builder.calls.push(reopened(program));
  return builder.view("assistant", { meta });
}

function reopened(callId: string): AgentsToolCall {
  return { callId, name: "program", arguments: "", wireType: "program" };
}

function readResult(record: WireRecord, meta: WireRecord): ItemView {
  const builder = new ViewBuilder();
  const inner = builder.nested();
  let isError = record["status"] === "failed";
  let name = stringOf(record["name"]);
  switch (record["type"]) {
    case "tool_search_output":
      name = "tool_search";
      inner.addUnknown(record["tools"]);
      break;
    case "shell_call_output":
      isError = readShellOutput(record["output"], "exitCode", inner) || isError;
      break;
    default:
      readAgentsContent(dataOutput(record["output"]) ?? record["output"] ?? "", inner);
  }
  builder.results.push({ callId: agentsCallId(record), name, text: inner.text, isError });
  return builder.view("tool", { meta });
}

/** The output with `text` in it; `undefined` if the type cannot hold a text. */
function outputWithText(record: WireRecord, text: string): unknown {
  const output = record["output"];
  switch (record["type"]) {
    case "tool_search_output":
    case "computer_call_result":
      return undefined;
    case "shell_call_output":
      return shellOutputWithText(output, text);
    case "function_call_result":
      if (dataOutput(output) !== undefined) return text;
      if (Array.isArray(output)) return [{ type: "input_text", text }];
      return isRecord(output) ? { type: "text", text } : text;
    default:
      return text;
  }
}

/** One entry per command stays, with its outcome; the first has the text. */
function shellOutputWithText(output: unknown, text: string): unknown {
  const entries = Array.isArray(output) ? output.filter(isRecord) : [];
  if (entries.length === 0) return [{ stdout: text, stderr: "", outcome: { type: "exit", exitCode: 0 } }];
  return entries.map((entry, index) => ({ ...entry, stdout: index === 0 ? text : "", stderr: "" }));
}

/**
 * True for an item that only the Agents SDK has: its own types, and types shared with the Responses API that
 * spell the call id in the SDK's way.
 */
function isDistinctAgentsItem(wire: unknown): boolean {
  if (!isRecord(wire)) return false;
  const type = stringOf(wire["type"]);
  if (type === "hosted_tool_call") return typeof wire["name"] === "string";
  if (!isAgentsCall(type) && !isAgentsResult(type)) return false;
  return typeof wire["callId"] === "string" && typeof wire["call_id"] !== "string";
}

function isOwnMessage(wire: WireRecord): boolean {
  const content = wire["content"];
  if (!ROLES.has(wire["role"]) || isRecord(wire["meta"]) || wire["tool_calls"] !== undefined) return false;
  if (typeof content === "string") return wire["role"] !== "assistant";
  return (
    Array.isArray(content) &&
    content.every((part) => isRecord(part) && PARTS.has(stringOf(part["type"])) && !hasForeignField(part))
  );
}

const PARTS: ReadonlySet<string> = new Set([
  "input_text",
  "output_text",
  "refusal",
  "input_image",
  "input_file",
  "audio",
  "image",
]);

/** Fields that the Responses API and others have in parts of these types. */
function hasForeignField(part: WireRecord): boolean {
  return ["image_url", "file_id", "file_data", "file_url", "annotations", "source"].some((key) =>
    Object.hasOwn(part, key),
  );
}

/** Items of the OpenAI Agents SDK. */
export const agents: KnownFormat<AgentsItem> = {
  name: "agents",
  opensWithUser: false,
  decides: isDistinctAgentsItem,

  view(wire: AgentsItem): ItemView {
    return keptByServer(safeView(wire, read));
  },

  message(role: Role, text: string): AgentsItem {
    if (role === "assistant") {
      const said = {
        type: "message",
        role,
        status: "completed",
        content: [{ type: "output_text", text }],
      };
      return said;
    }
    const isSystem = role === "system" || role === "developer";
    return isSystem ? plainMessage("system", text) : plainMessage("user", text);
  },

  /** Loaded tools and screenshots have no place for a text: such an item is returned as it is. */
  withResult(wire: AgentsItem, callId: string, text: string): AgentsItem {
    if (!isRecord(wire)) return wire;
    if (wire["type"] === "hosted_tool_call" && hostedOutput(wire)?.callId === callId)
      return withHostedOutput(wire, text);
    if (agentsCallId(wire) !== callId) return wire;
    if (!isAgentsResult(stringOf(wire["type"]))) return wire;
    const output = outputWithText(wire, text);
    if (output === undefined) return wire;
    const replaced: WireRecord = { ...wire, output };
    return replaced;
  },

  result(call: ToolCallView, text: string): AgentsItem {
    return answerAgentsCall(call, text);
  },

  matches(wire: unknown): boolean {
    if (!isRecord(wire)) return false;
    const type = stringOf(wire["type"]);
    if (type === "message" || type === "") return isOwnMessage(wire);
    if (type === "reasoning") return Array.isArray(wire["content"]) && wire["summary"] === undefined;
    if (type === "compaction") return typeof wire["encrypted_content"] === "string";
    return isDistinctAgentsItem(wire) || (type === "unknown" && isRecord(wire["providerData"]));
  },
};

const plainMessage = (role: string, content: string): AgentsItem => {
  const message = { type: "message", role, content };
  return message;
};
