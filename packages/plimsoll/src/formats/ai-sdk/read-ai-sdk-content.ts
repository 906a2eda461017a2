import type { ToolCallView } from "../../conversation/item-view.js";
import { isRecord } from "../../text/is-record.js";
import { jsonText } from "../../text/json-text.js";
import { providedText, withProvidedText } from "../reading/provided-text.js";
import type { ViewBuilder } from "../reading/view-builder.js";
import { stringOf, type WireRecord } from "../reading/wire-record.js";

/** How the parts of one message relate to each other. */
interface PartSurvey {
  /** Calls with a result in the same message: the provider carried them out, and they pair with nothing else. */
  readonly done: ReadonlySet<unknown>;
  /** Calls of this message, by their ids. */
  readonly made: ReadonlyMap<unknown, WireRecord>;
  /** Calls that wait for a person to approve of them. */
  readonly asked: ReadonlySet<unknown>;
}

function surveyOf(parts: readonly unknown[]): PartSurvey {
  const byId = (type: string): ReadonlyMap<unknown, WireRecord> =>
    new Map(
      parts.flatMap((part) =>
        isRecord(part) && part["type"] === type ? [[part["toolCallId"], part] as const] : [],
      ),
    );
  return {
    done: new Set(byId("tool-result").keys()),
    made: byId("tool-call"),
    asked: new Set(byId("tool-approval-request").keys()),
  };
}

/** Reads the content of a user or assistant message, a string or a list of parts. */
export function readAiSdkContent(content: unknown, builder: ViewBuilder): void {
  if (!Array.isArray(content)) return builder.addText(content);
  const survey = surveyOf(content);
  for (const part of content) {
    if (!isRecord(part)) builder.addText(part);
    else if (part["type"] === "tool-call") readCall(part, { builder, survey });
    else if (part["type"] === "tool-result") readProvided(part, { builder, survey });
    else if (part["type"] === "tool-approval-request") readApprovalRequest(part, builder);
    else readPart(part, builder);
  }
}

interface PartReader {
  readonly builder: ViewBuilder;
  readonly survey: PartSurvey;
}

const callOf = (part: WireRecord): ToolCallView => ({
  callId: stringOf(part["toolCallId"]),
  name: stringOf(part["toolName"]),
  arguments: jsonText(part["input"] ?? part["args"] ?? {}),
});

function readCall(part: WireRecord, { builder, survey }: PartReader): void {
  const callId = stringOf(part["toolCallId"]);
  if (callId === "") return builder.addUnknown(part);
  if (survey.done.has(callId)) return builder.addOpaque(part);
  const call = callOf(part);
  const provided = part["providerExecuted"] === true;
  if (provided) builder.addOpaque(part);
  builder.calls.push(provided || survey.asked.has(callId) ? { ...call, mayStayOpen: true } : call);
  return undefined;
}

/**
 * A result that the provider gave: one in a later message than its call belongs to that one; one beside its call is in the
 * view if it says something in clear.
 */
function readProvided(part: WireRecord, { builder, survey }: PartReader): void {
  builder.addOpaque(providedWithText(part, ""));
  const callId = stringOf(part["toolCallId"]);
  if (callId === "") return;
  const text = providedText(outputOf(part));
  const result = { callId, name: stringOf(part["toolName"]), text, isError: false };
  const call = survey.made.get(callId);
  if (call === undefined) builder.results.push(result);
  else if (text !== "") builder.results.push({ ...result, ownCall: { ...callOf(call), mayStayOpen: true } });
}

const outputOf = (part: WireRecord): unknown => part["output"] ?? part["result"];

/** The result of a tool that the provider ran with another text, in its own shape: the provider checks it. */
export function providedWithText(part: WireRecord, text: string): WireRecord {
  const key = part["output"] === undefined ? "result" : "output";
  return { ...part, [key]: withProvidedText(part[key], text) };
}

function readApprovalRequest(part: WireRecord, builder: ViewBuilder): void {
  builder.addOpaque(part);
  const callId = stringOf(part["approvalId"]);
  if (callId !== "") builder.calls.push({ callId, name: "approval", arguments: "", mayStayOpen: true });
}

function readPart(part: WireRecord, builder: ViewBuilder): void {
  switch (part["type"]) {
    case "text":
      return builder.addText(part["text"]);
    case "reasoning":
      builder.addReasoning(part["text"]);
      if (isRecord(part["providerOptions"])) builder.addAttachment("encrypted", part["providerOptions"]);
      return undefined;
    case "image":
      return readFile(part["image"], part["mediaType"] ?? "image/*", builder);
    case "file":
    case "reasoning-file":
    case "media":
      return readFile(part["data"], part["mediaType"], builder);
    default:
      return builder.addUnknown(part);
  }
}

function readFile(data: unknown, mediaType: unknown, builder: ViewBuilder): void {
  if (isRecord(data) && data["type"] === "text") return builder.addText(data["text"]);
  const type = stringOf(mediaType);
  let kind: "image" | "audio" | "file" = "file";
  if (type.startsWith("image/")) kind = "image";
  else if (type.startsWith("audio/")) kind = "audio";
  builder.attachments.push({ kind, characters: charactersOf(data), detail: "" });
}

/** The length on the wire, where bytes are base64. */
function charactersOf(data: unknown): number {
  if (data instanceof Uint8Array || data instanceof ArrayBuffer) return Math.ceil((data.byteLength * 4) / 3);
  if (isRecord(data) && data["type"] === "data") return charactersOf(data["data"]);
  if (isRecord(data) && data["type"] === "url") return jsonText(data["url"]).length;
  return jsonText(data).length;
}

/** Reads the parts of a tool message. */
export function readAiSdkResults(content: unknown, builder: ViewBuilder): void {
  if (!Array.isArray(content)) return builder.addUnknown(content);
  for (const part of content) {
    if (isRecord(part) && part["type"] === "tool-approval-response") {
      builder.addOpaque(part);
      const approvalId = stringOf(part["approvalId"]);
      if (approvalId !== "")
        builder.results.push({ callId: approvalId, name: "approval", text: "", isError: false });
      continue;
    }
    const callId = isRecord(part) && part["type"] === "tool-result" ? stringOf(part["toolCallId"]) : "";
    if (!isRecord(part) || callId === "") {
      builder.addUnknown(part);
      continue;
    }
    const inner = builder.nested();
    const isError = readOutput(part["output"] ?? part["result"], inner);
    builder.results.push({ callId, name: stringOf(part["toolName"]), text: inner.text, isError });
  }
}

/** Reads an output; true if it is an error. */
function readOutput(output: unknown, builder: ViewBuilder): boolean {
  const type = isRecord(output) ? output["type"] : undefined;
  if (!isRecord(output) || typeof type !== "string") {
    if (output !== undefined && output !== null) builder.addText(jsonText(output));
    return false;
  }
  const value = output["value"];
  if (type === "execution-denied") builder.addText(output["reason"]);
  else if (type === "content" && Array.isArray(value)) {
    for (const part of value) {
      if (isRecord(part)) readPart(part, builder);
      else builder.addText(part);
    }
  } else if (value !== undefined) builder.addText(jsonText(value));
  return type === "execution-denied" || type.startsWith("error-");
}

/** The tool result with another text. Messages of version 4 have any value as `result`, in place of an output. */
export function partWithText(part: WireRecord, text: string): WireRecord {
  const { output, result } = part as { readonly output?: unknown; readonly result?: unknown };
  if (output === undefined && result !== undefined) return { ...part, result: text };
  return { ...part, output: outputWithText(output, text) };
}

/** The output with another text, of a kind that can hold it. */
function outputWithText(output: unknown, text: string): object {
  const type = isRecord(output) ? output["type"] : undefined;
  if (type === "content") return { type, value: [{ type: "text", text }] };
  if (type === "execution-denied") return { type, reason: text };
  return { type: type === "error-text" || type === "error-json" ? "error-text" : "text", value: text };
}
