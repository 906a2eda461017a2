import { answerText, callsOf, type ScriptedAnswer, type ScriptedPart } from "../scripted-answer.js";
import { textPieces } from "../text-pieces.js";
import type { WireRecord } from "../../wire-record.js";

/** What an answer of the Messages API is written with. */
export interface MessageWriting {
  readonly answer: ScriptedAnswer;
  readonly model: string;
  readonly inputTokens: number;
  /** Counts the answers of the server. */
  readonly number: number;
  countText(text: string): number;
  /** The signature of a thinking, for the conversation that is answered. */
  sign(text: string): string;
}

/** A block of the answer, and the deltas in which a stream gives it. */
interface WrittenBlock {
  readonly whole: WireRecord;
  readonly begun: WireRecord;
  readonly deltas: readonly WireRecord[];
}

/** Writes an answer as one message and as the frames of a stream. */
export function writeMessage(writing: MessageWriting): { json: WireRecord; frames: string[] } {
  const { answer, model, inputTokens, number } = writing;
  const blocks = answer.parts.flatMap((part, index) => writeBlocks(part, index, writing));
  const stop = answer.finish ?? (callsOf(answer.parts).length > 0 ? "tool_use" : "end_turn");
  const usage = {
    input_tokens: inputTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: Math.max(1, writing.countText(answerText(answer.parts))),
    service_tier: "standard",
    ...answer.usage,
  };
  const message = {
    id: `msg_${String(number).padStart(24, "0")}`,
    type: "message",
    role: "assistant",
    model,
    stop_sequence: null,
  };
  const json = { ...message, content: blocks.map(({ whole }) => whole), stop_reason: stop, usage };
  const begun = { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } };
  const frames = [
    frame({ type: "message_start", message: begun }),
    frame({ type: "ping" }),
    ...blocks.flatMap(blockFrames),
    frame({ type: "message_delta", delta: { stop_reason: stop, stop_sequence: null }, usage }),
    frame({ type: "message_stop" }),
  ];
  return { json, frames };
}

function frame(event: WireRecord & { readonly type: string }): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

function blockFrames({ begun, deltas }: WrittenBlock, index: number): string[] {
  return [
    frame({ type: "content_block_start", index, content_block: begun }),
    ...deltas.map((delta) => frame({ type: "content_block_delta", index, delta })),
    frame({ type: "content_block_stop", index }),
  ];
}

function writeBlocks(part: ScriptedPart, index: number, writing: MessageWriting): WrittenBlock[] {
  if (typeof part === "string") return [textBlock(part)];
  switch (part.type) {
    case "thinking":
      return [thinkingBlock(part.text, writing.sign(part.text))];
    case "redacted_thinking": {
      const whole = { type: "redacted_thinking", data: writing.sign("") };
      return [{ whole, begun: whole, deltas: [] }];
    }
    case "call":
      return [
        inputBlock({
          type: "tool_use",
          id: part.id ?? `toolu_${writing.number}_${index}`,
          name: part.name,
          input: part.arguments ?? {},
        }),
      ];
    case "search":
      return searchBlocks(part, `srvtoolu_${writing.number}_${index}`);
  }
}

function textBlock(text: string): WrittenBlock {
  return {
    whole: { type: "text", text, citations: null },
    begun: { type: "text", text: "" },
    deltas: textPieces(text).map((piece) => ({ type: "text_delta", text: piece })),
  };
}

function thinkingBlock(thinking: string, signature: string): WrittenBlock {
  return {
    whole: { type: "thinking", thinking, signature },
    begun: { type: "thinking", thinking: "", signature: "" },
    deltas: [
      ...textPieces(thinking).map((piece) => ({ type: "thinking_delta", thinking: piece })),
      { type: "signature_delta", signature },
    ],
  };
}

function inputBlock(whole: WireRecord & { readonly input: unknown }): WrittenBlock {
  const pieces = ["", ...textPieces(JSON.stringify(whole.input))];
  return {
    whole,
    begun: { ...whole, input: {} },
    deltas: pieces.map((piece) => ({ type: "input_json_delta", partial_json: piece })),
  };
}

function searchBlocks(
  { query, sources }: Extract<ScriptedPart, { readonly type: "search" }>,
  id: string,
): WrittenBlock[] {
  const found = sources.map(({ url, title }) => ({
    type: "web_search_result",
    url,
    title,
    encrypted_content: "ZW5j",
    page_age: null,
  }));
  const result = { type: "web_search_tool_result", tool_use_id: id, content: found };
  const citations = sources.map(({ url, title }) => ({
    type: "web_search_result_location",
    url,
    title,
    encrypted_index: "aW5k",
    cited_text: title,
  }));
  const text = `About ${query}.`;
  return [
    inputBlock({ type: "server_tool_use", id, name: "web_search", input: { query } }),
    { whole: result, begun: result, deltas: [] },
    {
      whole: { type: "text", text, citations },
      begun: { type: "text", text: "", citations: [] },
      deltas: [
        ...citations.map((citation) => ({ type: "citations_delta", citation })),
        { type: "text_delta", text },
      ],
    },
  ];
}
