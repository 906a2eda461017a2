import { jsonText } from "../../json-text.js";
import { isRecord, type WireRecord } from "../../wire-record.js";
import { answerText, callsOf, type ScriptedAnswer, type ScriptedPart } from "../scripted-answer.js";
import { textPieces } from "../text-pieces.js";
import type { ChatProfile } from "./chat-profile.js";

/** What a completion is written with. */
export interface CompletionWriting {
  readonly answer: ScriptedAnswer;
  readonly body: WireRecord;
  readonly profile: ChatProfile;
  readonly model: string;
  readonly inputTokens: number;
  /** Counts the answers of the server. */
  readonly number: number;
  countText(text: string): number;
}

const frame = (value: WireRecord): string => `data: ${JSON.stringify(value)}\n\n`;

/** Writes an answer as one completion and as the frames of a stream, the way its vendor streams. */
export function writeCompletion(writing: CompletionWriting): { json: WireRecord; frames: string[] } {
  const { answer, profile, model, number, body } = writing;
  const head = { id: `chatcmpl-${number}`, created: 1_771_352_836 + number, model };
  const usage = usageOf(writing);
  const searches =
    profile.searchTool === "builtin_function" &&
    answer.parts.some((part) => typeof part !== "string" && part.type === "search");
  const isCall = searches || callsOf(answer.parts).length > 0;
  const finish = answer.finish ?? (isCall ? "tool_calls" : "stop");
  const found = foundBy(writing);
  const chunk = (delta: WireRecord, end: string | null = null, more: WireRecord = {}): WireRecord => ({
    ...head,
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason: end, ...more }],
  });
  const deltas = answer.parts.flatMap((part) => partDeltas(part, writing));
  const last = chunk({}, finish, profile.usage === "choice" ? { usage } : {});
  const options = body["stream_options"];
  const isAsked = isRecord(options) && options["include_usage"] === true;
  const isTold =
    !answer.withoutUsage && (profile.usage === "always" || (profile.usage === "asked" && isAsked));
  return {
    json: {
      ...head,
      object: "chat.completion",
      choices: [{ index: 0, message: wholeMessage(deltas), finish_reason: finish }],
      ...(answer.withoutUsage ? {} : { usage }),
      ...found,
    },
    frames: [
      frame({ ...chunk({ role: "assistant", content: "" }), ...found }),
      ...deltas.map((delta) => frame(chunk(delta))),
      frame(last),
      ...(isTold ? [frame({ ...head, object: "chat.completion.chunk", choices: [], usage })] : []),
      ...(profile.done ? ["data: [DONE]\n\n"] : []),
    ],
  };
}

function usageOf({ answer, inputTokens, countText }: CompletionWriting): WireRecord {
  const completion = Math.max(1, countText(answerText(answer.parts)));
  return {
    prompt_tokens: inputTokens,
    completion_tokens: completion,
    total_tokens: inputTokens + completion,
    ...answer.usage,
  };
}

function partDeltas(part: ScriptedPart, writing: CompletionWriting): WireRecord[] {
  if (typeof part === "string") return textPieces(part).map((content) => ({ content }));
  switch (part.type) {
    case "thinking":
      return thinkingDeltas(part.text, writing.profile);
    case "call":
      return callDeltas(part, writing);
    case "search":
      if (writing.profile.searchTool === "builtin_function") return searchCall(writing);
      return [
        {
          content: `About ${part.query}.`,
          ...(writing.profile.errorShape === "glm"
            ? {}
            : {
                annotations: part.sources.map(({ url, title }) => ({
                  type: "url_citation",
                  url_citation: { url, title, start_index: 0, end_index: 0 },
                })),
              }),
        },
      ];
    case "redacted_thinking":
      return [];
  }
}

/** Kimi calls its own search, with the id of what it found, and waits for the arguments to come back. */
function searchCall({ number, answer, ...writing }: CompletionWriting): WireRecord[] {
  const found = { search_result: { search_id: `found-${number}` }, usage: { total_tokens: 1024 } };
  const part = { type: "call", name: "$web_search", arguments: found } as const;
  return callDeltas(part, { ...writing, number, answer: { parts: [...answer.parts, part] } });
}

/** What GLM found stands beside the answer. */
function foundBy({ answer, profile }: CompletionWriting): WireRecord {
  if (profile.errorShape !== "glm") return {};
  const found = answer.parts.flatMap((part) =>
    typeof part !== "string" && part.type === "search" ? part.sources : [],
  );
  return found.length === 0
    ? {}
    : { web_search: found.map(({ url, title }) => ({ link: url, title, refer: "ref_1", content: "" })) };
}

function thinkingDeltas(text: string, { reasoningOutput }: ChatProfile): WireRecord[] {
  switch (reasoningOutput) {
    case "reasoning_content":
    case "reasoning":
      return textPieces(text).map((piece) => ({ [reasoningOutput]: piece }));
    case "reasoning_details":
      return textPieces(text).map((piece) => ({
        reasoning_details: [{ type: "reasoning.text", id: "reasoning-text-1", index: 0, text: piece }],
      }));
    case "think":
      return textPieces(`<think>\n${text}\n</think>\n\n`).map((content) => ({ content }));
    case "none":
      return [];
  }
}

function callDeltas(
  part: Extract<ScriptedPart, { readonly type: "call" }>,
  { answer, profile, number }: CompletionWriting,
): WireRecord[] {
  const index = callsOf(answer.parts).indexOf(part);
  const id = part.id ?? `call_${number}_${index}`;
  const text = jsonText(part.arguments ?? {});
  const delta = (fields: WireRecord, called: WireRecord): WireRecord => ({
    tool_calls: [{ ...fields, function: called }],
  });
  const head = { id, type: "function" };
  const whole = { name: part.name, arguments: text };
  if (profile.callStyle === "unindexed") return [delta(head, whole)];
  if (profile.callStyle === "whole") return [delta({ index, ...head }, whole)];
  if (profile.callStyle === "repeated")
    return textPieces(text).map((piece) => delta({ index, ...head }, { name: part.name, arguments: piece }));
  return [
    delta({ index, ...head }, { name: part.name, arguments: "" }),
    ...textPieces(text).map((piece) => delta({ index }, { arguments: piece })),
  ];
}

/** The message that the deltas make. */
function wholeMessage(deltas: readonly WireRecord[]): WireRecord {
  const joined = (key: string): string => deltas.map((delta) => delta[key] ?? "").join("");
  const calls = new Map<unknown, { id: unknown; name: string; text: string }>();
  let last: unknown;
  for (const call of deltas.flatMap(({ tool_calls: list }) => (Array.isArray(list) ? list : []))) {
    if (!isRecord(call) || !isRecord(call["function"])) continue;
    last = call["id"] ?? last;
    const { name, arguments: text } = call["function"];
    const known = calls.get(last) ?? { id: last, name: String(name), text: "" };
    calls.set(last, { ...known, text: known.text + String(text) });
  }
  const content = joined("content");
  const details = deltas.flatMap(({ reasoning_details: list }) => (Array.isArray(list) ? list : []));
  return {
    role: "assistant",
    content: content === "" ? null : content,
    refusal: null,
    ...(joined("reasoning_content") === "" ? {} : { reasoning_content: joined("reasoning_content") }),
    ...(joined("reasoning") === "" ? {} : { reasoning: joined("reasoning") }),
    ...(details.length === 0 ? {} : { reasoning_details: details }),
    ...(calls.size === 0
      ? {}
      : {
          tool_calls: [...calls.values()].map(({ id, name, text }) => ({
            id,
            type: "function",
            function: { name, arguments: text },
          })),
        }),
  };
}
