import type { ResponsesItem } from "../../formats/responses/responses.js";
import { isRecord } from "../../text/is-record.js";
import { jsonText } from "../../text/json-text.js";

/** A message of opencode with its parts, as its API gives them. */
export interface OpencodeMessage {
  readonly info: { readonly role: string; readonly summary?: unknown };
  readonly parts: readonly object[];
}

type Part = Readonly<Record<string, unknown>>;

/** A message that opencode wrote in place of what it compacted. */
export const isSummary = ({ info }: OpencodeMessage): boolean =>
  info.role === "assistant" && info.summary === true;

/**
 * What was said and done in a session as items of a known format, oldest first. A message of opencode holds calls with their
 * results, and what its own code wrote beside the user's words; neither its own words nor its summaries are taken.
 */
export function transcriptItems(messages: readonly OpencodeMessage[]): ResponsesItem[] {
  return messages
    .filter((message) => !isSummary(message))
    .flatMap(({ info, parts }) => parts.filter(isRecord).flatMap((part) => itemsOf(part, info.role)));
}

function itemsOf(part: Part, role: string): ResponsesItem[] {
  if (part["type"] === "text") return textItems(part, role);
  return part["type"] === "tool" ? toolItems(part) : [];
}

function textItems({ text, synthetic, ignored }: Part, role: string): ResponsesItem[] {
  if (typeof text !== "string" || text === "" || synthetic === true || ignored === true) return [];
  const isAssistant = role === "assistant";
  const content = [
    { type: isAssistant ? "output_text" : "input_text", text: isAssistant ? text : unquoted(text) },
  ];
  const message = { type: "message", role: isAssistant ? "assistant" : "user", content };
  return [message];
}

/** `opencode run` puts the message of its command line between quotes; what is quoted would be nobody's rule. */
function unquoted(text: string): string {
  const inner = text.slice(1, -1).replaceAll('\\"', "");
  const isWrapped = text.length > 2 && text.startsWith('"') && text.endsWith('"') && !inner.includes('"');
  return isWrapped ? text.slice(1, -1).replaceAll('\\"', '"') : text;
}

/** Nothing for a call that still runs: it is taken when it has ended. */
function toolItems({ tool, callID, state }: Part): ResponsesItem[] {
  if (!isRecord(state) || typeof callID !== "string") return [];
  const output = state["status"] === "error" ? state["error"] : state["output"];
  if (typeof output !== "string") return [];
  return toolPair({ callID, tool: String(tool), input: state["input"], output });
}

/** A tool's call and its result. */
export function toolPair(ran: {
  readonly callID: string;
  readonly tool: string;
  readonly input: unknown;
  readonly output: string;
}): [ResponsesItem, ResponsesItem] {
  const call_id = ran.callID;
  const call = { type: "function_call", call_id, name: ran.tool, arguments: jsonText(ran.input ?? {}) };
  const result = { type: "function_call_output", call_id, output: ran.output };
  return [call, result];
}
