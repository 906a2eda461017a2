import { stringOf, type WireRecord } from "../../formats/reading/wire-record.js";
import { adjacentPairRefusals } from "./adjacent-pair-refusals.js";
import { type OrderedMessage, turnOrderRefusals } from "./turn-order-refusals.js";
import { entriesOf, fieldsOf } from "./fields-of.js";

const SPEAKERS: ReadonlySet<unknown> = new Set(["system", "user", "assistant", "tool"]);

/**
 * What the AI SDK (`MissingToolResultsError`, the schema of its messages) and the strictest of its providers refuse
 * (openai-sdks 6). Calls that the provider carried out stand with their results in one message and need no tool message.
 */
export function aiSdkRefusals(items: readonly unknown[]): string[] {
  const messages = items.map(fieldsOf);
  const unknown = messages.filter(({ role }) => !SPEAKERS.has(role));
  if (unknown.length > 0) return unknown.map(({ role }) => `unexpected role ${String(role)}`);
  const ordered = messages.map((message) => ({
    speaker: message["role"] as OrderedMessage["speaker"],
    calls: clientCalls(message).length > 0,
  }));
  const paired = messages.map((message) => ({
    calls: clientCalls(message),
    results: message["role"] === "tool" ? idsOf(message, "tool-result") : [],
    answers: message["role"] === "tool",
  }));
  return [
    ...turnOrderRefusals(ordered),
    ...adjacentPairRefusals(paired),
    ...approvalRefusals(messages),
    ...messages.flatMap((message, index) =>
      contentRefusals(message).map((one) => `messages[${index}]: ${one}`),
    ),
  ];
}

const partsOf = (message: WireRecord, type: string): WireRecord[] =>
  entriesOf(message["content"]).filter((part) => part["type"] === type);

const idsOf = (message: WireRecord, type: string): string[] =>
  partsOf(message, type).map((part) => stringOf(part["toolCallId"]));

function clientCalls(message: WireRecord): string[] {
  const own = new Set(idsOf(message, "tool-result"));
  return partsOf(message, "tool-call")
    .filter((part) => part["providerExecuted"] !== true && !own.has(stringOf(part["toolCallId"])))
    .map((part) => stringOf(part["toolCallId"]));
}

/** An answer to a request for approval names one that was made. */
function approvalRefusals(messages: readonly WireRecord[]): string[] {
  const asked = new Set<string>();
  return messages.flatMap((message) => {
    for (const part of partsOf(message, "tool-approval-request")) asked.add(stringOf(part["approvalId"]));
    return partsOf(message, "tool-approval-response")
      .map((part) => stringOf(part["approvalId"]))
      .filter((id) => !asked.has(id))
      .map((id) => `no request for the approval ${id}`);
  });
}

function contentRefusals({ role, content }: WireRecord): string[] {
  if (typeof content === "string") return content === "" || role === "tool" ? ["content is empty"] : [];
  if (!Array.isArray(content) || content.length === 0) return ["content is empty"];
  return role === "system" ? ["instructions are a text"] : [];
}
