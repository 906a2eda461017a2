import { isRecord } from "../../text/is-record.js";
import type { AttachmentView, ItemView, Role, ToolCallView } from "../../conversation/item-view.js";
import { jsonText } from "../../text/json-text.js";
import type { ItemParts } from "../format.js";
import type { KnownFormat } from "../known-format.js";
import { safeView, unknownView, ViewBuilder } from "../reading/view-builder.js";
import { metaOf, stringOf, type WireRecord } from "../reading/wire-record.js";

/** One entry of `contents` of the Gemini API. */
export interface GeminiContent {
  readonly role?: string;
  readonly parts?: readonly object[];
}

const TEXT_KEYS: ReadonlySet<string> = new Set(["output", "result", "content", "error"]);

function read(record: WireRecord): ItemView {
  const builder = new ViewBuilder();
  const meta = metaOf(record);
  const { parts } = record;
  if (!Array.isArray(parts)) return unknownView(record, { role: roleOf(record["role"], false), meta });
  for (const part of parts) readPart(part, builder);
  const onlyResults = parts.every((part) => isRecord(part) && isRecord(part["functionResponse"]));
  return builder.view(roleOf(record["role"], onlyResults && parts.length > 0), { meta });
}

function roleOf(role: unknown, onlyResults: boolean): Role {
  if (role === "model" || role === "assistant") return "assistant";
  if (role === "system") return "system";
  return onlyResults || role === "function" ? "tool" : "user";
}

/** Code and tools that the provider runs itself, with their output. */
const OWN_TOOL_KEYS = ["executableCode", "codeExecutionResult", "toolCall", "toolResponse"] as const;

function readPart(part: unknown, builder: ViewBuilder): void {
  if (!isRecord(part)) return builder.addText(part);
  if (part["thoughtSignature"]) builder.addAttachment("encrypted", part["thoughtSignature"]);
  if (typeof part["text"] === "string") {
    return part["thought"] === true ? builder.addReasoning(part["text"]) : builder.addText(part["text"]);
  }
  if (isRecord(part["functionCall"])) return readCall(part["functionCall"], builder);
  if (isRecord(part["functionResponse"])) return readResult(part["functionResponse"], builder);
  const media = part["inlineData"] ?? part["fileData"];
  if (isRecord(media)) {
    const kind = kindOf(stringOf(media["mimeType"]));
    return builder.addAttachment(kind, media["data"] ?? media["fileUri"]);
  }
  const rest = withoutSignature(part);
  if (rest === undefined) return undefined;
  if (isRun(part)) return readRun(part, builder);
  return OWN_TOOL_KEYS.some((key) => part[key] !== undefined)
    ? builder.addOpaque(rest)
    : builder.addUnknown(rest);
}

/** What the code that the provider ran itself printed. */
function readRun(part: RunPart, builder: ViewBuilder): void {
  const { outcome, output } = part.codeExecutionResult;
  builder.addOpaque(withRunText(part, ""));
  const call = { callId: "", name: "code_execution", arguments: "", mayStayOpen: true };
  const isError = outcome !== undefined && outcome !== "OUTCOME_OK";
  builder.results.push({ callId: "", name: call.name, text: output, isError, ownCall: call });
}

interface RunPart extends WireRecord {
  readonly codeExecutionResult: WireRecord & { readonly output: string };
}

function isRun(part: unknown): part is RunPart {
  const result = isRecord(part) && typeof part["text"] !== "string" ? part["codeExecutionResult"] : undefined;
  return isRecord(result) && typeof result["output"] === "string" && result["output"] !== "";
}

const withRunText = (part: RunPart, output: string): object => ({
  ...part,
  codeExecutionResult: { ...part.codeExecutionResult, output },
});

/** A part that is a signature and nothing else is counted once. */
function withoutSignature(part: WireRecord): WireRecord | undefined {
  if (part["thoughtSignature"] === undefined) return part;
  const rest: Record<string, unknown> = { ...part };
  delete rest["thoughtSignature"];
  return Object.keys(rest).length === 0 ? undefined : rest;
}

function kindOf(mimeType: string): AttachmentView["kind"] {
  if (mimeType.startsWith("image/")) return "image";
  return mimeType.startsWith("audio/") ? "audio" : "file";
}

function readCall(call: WireRecord, builder: ViewBuilder): void {
  builder.calls.push({
    callId: stringOf(call["id"]),
    name: stringOf(call["name"]),
    arguments: jsonText(call["args"] ?? {}),
  });
}

function readResult(result: WireRecord, builder: ViewBuilder): void {
  const { response } = result;
  const key = onlyTextKey(response);
  const inner = builder.nested();
  if (Array.isArray(result["parts"])) for (const part of result["parts"]) readPart(part, inner);
  else inner.addUnknown(result["parts"]);
  const answer = isRecord(response) && key !== "" ? stringOf(response[key]) : jsonText(response ?? "");
  builder.results.push({
    callId: stringOf(result["id"]),
    name: stringOf(result["name"]),
    text: inner.text === "" ? answer : `${answer}\n${inner.text}`,
    isError: isRecord(response) && response["error"] !== undefined && response["output"] === undefined,
  });
}

/** The key of a response that is one string under a customary key; empty for any other response. */
function onlyTextKey(response: unknown): string {
  if (!isRecord(response)) return "";
  const [key, ...others] = Object.keys(response);
  if (key === undefined || others.length > 0 || !TEXT_KEYS.has(key)) return "";
  return typeof response[key] === "string" ? key : "";
}

const isCall = (part: unknown): boolean =>
  isRecord(part) && typeof part["text"] !== "string" && isRecord(part["functionCall"]);

const isResponse = (part: unknown): boolean =>
  isRecord(part) && typeof part["text"] !== "string" && !isCall(part) && isRecord(part["functionResponse"]);

function answersTo(part: unknown, callId: string): boolean {
  const response = isRecord(part) ? part["functionResponse"] : undefined;
  return isRecord(response) && stringOf(response["id"]) === callId;
}

function withPartText(part: object, text: string): object {
  const result = (part as { readonly functionResponse: WireRecord }).functionResponse;
  const response = onlyTextKey(result["response"]) === "error" ? { error: text } : { output: text };
  const replaced: Record<string, unknown> = { ...result, response };
  delete replaced["parts"];
  return { ...part, functionResponse: replaced };
}

/** Gemini `contents`. */
export const gemini: KnownFormat<GeminiContent> = {
  name: "gemini",
  opensWithUser: true,
  request: { listKey: "contents" },

  view(wire: GeminiContent): ItemView {
    return safeView(wire, read);
  },

  /** The list has no system role: instructions are a field of the request, so they become user content. */
  message(role: Role, text: string): GeminiContent {
    return { role: role === "assistant" ? "model" : "user", parts: [{ text }] };
  },

  /**
   * An error stays an error: `{error: text}`. This cannot distinguish several responses without an id and then
   * returns the content unchanged; use `withResults` for those.
   */
  withResult(wire: GeminiContent, callId: string, text: string): GeminiContent {
    if (!isRecord(wire) || !Array.isArray(wire.parts)) return wire;
    const parts: readonly object[] = wire.parts;
    if (callId === "" && parts.filter((part) => answersTo(part, "")).length > 1) return wire;
    return {
      ...wire,
      parts: parts.map((part) => (answersTo(part, callId) ? withPartText(part, text) : part)),
    };
  },

  withResults(wire: GeminiContent, texts: ReadonlyMap<number, string>): GeminiContent {
    if (!isRecord(wire) || !Array.isArray(wire.parts)) return wire;
    let position = 0;
    const parts = (wire.parts as readonly object[]).map((part) => {
      const text = isResponse(part) || isRun(part) ? texts.get(position++) : undefined;
      if (text === undefined) return part;
      return isRun(part) ? withRunText(part, text) : withPartText(part, text);
    });
    return { ...wire, parts };
  },

  withoutParts(wire: GeminiContent, { calls, results }: ItemParts): GeminiContent {
    if (!isRecord(wire) || !Array.isArray(wire.parts)) return wire;
    let [call, result] = [0, 0];
    const stays = (part: object): boolean => {
      if (isCall(part)) return !calls.has(call++);
      return !(isResponse(part) || isRun(part)) || !results.has(result++);
    };
    const kept = (wire.parts as readonly WireRecord[]).map(stays);
    // Code goes with what it printed.
    const parts = wire.parts.filter(
      (part: WireRecord, index) =>
        kept[index] === true && (part["executableCode"] === undefined || kept[index + 1] !== false),
    );
    return { ...wire, parts };
  },

  result(call: ToolCallView, text: string): GeminiContent {
    const identity = call.callId === "" ? { name: call.name } : { id: call.callId, name: call.name };
    return { role: "user", parts: [{ functionResponse: { ...identity, response: { output: text } } }] };
  },

  withAnswer(wire: GeminiContent, call: ToolCallView, text: string): GeminiContent | undefined {
    if (!isRecord(wire) || !Array.isArray(wire.parts)) return undefined;
    const parts = wire.parts as readonly object[];
    const at = parts.findLastIndex(isResponse) + 1;
    if (at === 0) return undefined;
    const answer = gemini.result(call, text).parts ?? [];
    return { ...wire, parts: [...parts.slice(0, at), ...answer, ...parts.slice(at)] };
  },

  matches(wire: unknown): boolean {
    if (!isRecord(wire) || !Array.isArray(wire["parts"]) || wire["content"] !== undefined) return false;
    if (!["user", "model", "function", "system", ""].includes(stringOf(wire["role"]))) return false;
    return wire["parts"].every((part) => isRecord(part) && part["type"] === undefined);
  },
};
