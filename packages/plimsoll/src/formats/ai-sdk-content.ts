import { isRecord } from "../conversation/is-record.js";
import { jsonText } from "../conversation/json-text.js";
import type { ViewBuilder } from "./view-builder.js";
import { stringOf, type WireRecord } from "./wire-record.js";

/** Calls that the provider carried out itself: they stand with their results in one message and pair with nothing. */
function ownCalls(parts: readonly unknown[]): ReadonlySet<unknown> {
  const results = parts.filter((part) => isRecord(part) && part["type"] === "tool-result");
  return new Set(results.map((part) => (isRecord(part) ? part["toolCallId"] : undefined)));
}

/** Reads the content of a user or assistant message, a string or a list of parts. */
export function readAiSdkContent(content: unknown, builder: ViewBuilder): void {
  if (!Array.isArray(content)) return builder.addText(content);
  const own = ownCalls(content);
  for (const part of content) {
    if (!isRecord(part)) builder.addText(part);
    else if (part["type"] === "tool-call") readCall(part, { builder, own });
    else readPart(part, builder);
  }
}

function readCall(
  part: WireRecord,
  { builder, own }: { readonly builder: ViewBuilder; readonly own: ReadonlySet<unknown> },
): void {
  const callId = stringOf(part["toolCallId"]);
  if (callId === "" || part["providerExecuted"] === true || own.has(callId)) return builder.addUnknown(part);
  builder.calls.push({
    callId,
    name: stringOf(part["toolName"]),
    arguments: jsonText(part["input"] ?? part["args"] ?? {}),
  });
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

/** As they stand on the wire, where bytes are base64. */
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

/** Reads an output; true if it tells of an error. */
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

/** The output with another text, of a kind that can hold it. */
export function outputWithText(output: unknown, text: string): object {
  const type = isRecord(output) ? output["type"] : undefined;
  if (type === "content") return { type, value: [{ type: "text", text }] };
  if (type === "execution-denied") return { type, reason: text };
  return { type: type === "error-text" || type === "error-json" ? "error-text" : "text", value: text };
}
