import { isRecord } from "../../text/is-record.js";
import type { ItemView, Role, ToolCallView } from "../../conversation/item-view.js";
import { jsonText } from "../../text/json-text.js";
import type { Format } from "../format.js";
import { readResponsesContent } from "../responses/read-responses-content.js";
import { keptByServer, opaqueView, safeView, unknownView, ViewBuilder } from "../reading/view-builder.js";
import { stringOf, type WireRecord } from "../reading/wire-record.js";

/** An item of an OpenAI Realtime conversation. */
export interface RealtimeItem {
  readonly id?: string;
  readonly type?: string;
  readonly role?: string;
  readonly content?: readonly unknown[];
  readonly call_id?: string;
  readonly name?: string;
  readonly arguments?: string;
  readonly output?: string;
  /** The tokens of the item's speech, if known; not part of the wire format. */
  readonly audio_tokens?: number;
}

const ROLES: ReadonlySet<unknown> = new Set<Role>(["system", "user", "assistant"]);
const SPEECH: ReadonlySet<unknown> = new Set(["input_audio", "output_audio", "audio"]);
/** Audio is priced by the characters of its base64, unless the item has its tokens. */
const CHARACTERS_PER_AUDIO_TOKEN = 600;

function read(record: WireRecord): ItemView {
  switch (record["type"]) {
    case "message":
      return readMessage(record);
    case "function_call":
      return readCall(record);
    case "function_call_output":
      return readOutput(record);
    case "mcp_call":
    case "mcp_tool_call":
      return readRemoteCall(record);
    case "mcp_approval_request":
      return readApproval(record, "request");
    case "mcp_approval_response":
      return readApproval(record, "response");
    default:
      // Tool lists of remote servers: the provider's own state.
      return unknownView(record, { providerState: record["type"] !== undefined });
  }
}

/** An approval takes two items, request and response. It is the provider's own state and stays unchanged. */
function readApproval(record: WireRecord, kind: "request" | "response"): ItemView {
  const callId = stringOf(record[kind === "request" ? "id" : "approval_request_id"]);
  const call = { callId, name: "mcp_approval", arguments: "", mayStayOpen: true };
  const result = { callId, name: "mcp_approval", text: "", isError: false };
  return opaqueView(record, {
    providerState: true,
    ...(callId === "" ? {} : kind === "request" ? { calls: [call] } : { role: "tool", results: [result] }),
  });
}

function readMessage(record: WireRecord): ItemView {
  const builder = new ViewBuilder();
  const content = record["content"];
  if (Array.isArray(content)) for (const part of content) readPart(part, builder);
  else builder.addText(content);
  const tokens = record["audio_tokens"];
  if (typeof tokens === "number" && tokens > 0) {
    const characters = Math.ceil(Math.min(tokens, 1_000_000) * CHARACTERS_PER_AUDIO_TOKEN);
    builder.attachments.push({ kind: "audio", characters, detail: "" });
  }
  return builder.view(ROLES.has(record["role"]) ? (record["role"] as Role) : "user");
}

/** Reads speech as its transcript; the sound itself adds its price, if present. */
function readPart(part: unknown, builder: ViewBuilder): void {
  if (!isRecord(part) || !SPEECH.has(part["type"])) return readResponsesContent([part], builder);
  if (typeof part["transcript"] === "string") builder.addText(part["transcript"]);
  else builder.addUnknown(part["transcript"]);
  if (typeof part["audio"] === "string" && part["audio"] !== "")
    builder.addAttachment("audio", part["audio"]);
  else if (typeof part["audio"] !== "string") builder.addUnknown(part["audio"]);
}

function readCall(record: WireRecord): ItemView {
  const callId = stringOf(record["call_id"]);
  if (callId === "") return unknownView(record);
  const builder = new ViewBuilder();
  const given = record["arguments"];
  builder.calls.push({ callId, name: stringOf(record["name"]), arguments: jsonText(given ?? "") });
  return builder.view("assistant");
}

function readOutput(record: WireRecord): ItemView {
  const callId = stringOf(record["call_id"]);
  if (callId === "") return unknownView(record);
  const builder = new ViewBuilder();
  const inner = builder.nested();
  readResponsesContent(record["output"], inner);
  builder.results.push({ callId, name: "", text: inner.text, isError: false });
  return builder.view("tool");
}

/** A call that the provider made itself: the call and its output are one item. */
function readRemoteCall(record: WireRecord): ItemView {
  const builder = new ViewBuilder();
  builder.addText(`${stringOf(record["name"])} ${jsonText(record["arguments"] ?? "")}`);
  for (const said of [record["output"], record["error"]])
    if (said !== undefined && said !== null) builder.addText(jsonText(said));
  return builder.view("assistant");
}

const TYPES: ReadonlySet<unknown> = new Set([
  "function_call",
  "function_call_output",
  "mcp_call",
  "mcp_tool_call",
  "mcp_list_tools",
  "mcp_approval_request",
  "mcp_approval_response",
]);

/** Items of an OpenAI Realtime conversation. Never detected: they look like those of the Responses API. */
export const realtime: Format<RealtimeItem> = {
  name: "realtime",
  opensWithUser: false,

  view(wire: RealtimeItem): ItemView {
    return keptByServer(safeView(wire, read));
  },

  message(role: Role, text: string): RealtimeItem {
    const known = role === "user" || role === "assistant" ? role : "system";
    const type = known === "assistant" ? "output_text" : "input_text";
    return { type: "message", role: known, content: [{ type, text }] };
  },

  withResult(wire: RealtimeItem, callId: string, text: string): RealtimeItem {
    if (!isRecord(wire) || wire["type"] !== "function_call_output" || wire["call_id"] !== callId) return wire;
    return { ...wire, output: text };
  },

  result(call: ToolCallView, text: string): RealtimeItem {
    return { type: "function_call_output", call_id: call.callId, output: text };
  },

  matches(wire: unknown): boolean {
    if (!isRecord(wire)) return false;
    if (wire["type"] === "message") return ROLES.has(wire["role"]) && Array.isArray(wire["content"]);
    return TYPES.has(wire["type"]);
  },
};
