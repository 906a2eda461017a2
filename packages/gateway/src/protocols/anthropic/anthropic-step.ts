import type { AnswerEvent } from "../../answers/answer-event.js";
import type { UpstreamFailure } from "../../answers/upstream-failure.js";
import { isRecord } from "../../json/is-record.js";
import type { JsonRecord } from "../../json/json-record.js";
import { stringOf } from "../../json/string-of.js";
import type { Resumed, Step, UpstreamEvent, UpstreamRequest } from "../protocol.js";
import { anthropicFailure } from "./anthropic-failure.js";
import type { AnthropicState } from "./anthropic-state.js";
import { anthropicUsage, laterUsage } from "./anthropic-usage.js";
import { closeBlock, extendBlock, openBlock } from "./open-block.js";

type AnthropicStep = Step<AnthropicState>;

/** A longer answer is not resumed. */
const MOST_BLOCKS = 1000;

/** Takes one event of a Messages stream. */
export function anthropicStep(state: AnthropicState, { event, data }: UpstreamEvent): AnthropicStep {
  if (state.isOver || !isRecord(data)) return { state, events: [] };
  switch (stringOf(data["type"]) || event) {
    case "message_start":
      return takeUsage(state, isRecord(data["message"]) ? data["message"]["usage"] : undefined);
    case "content_block_start":
      return beginBlock(state, data);
    case "content_block_delta":
      return continueBlock(state, data);
    case "content_block_stop":
      return endBlock(state);
    case "message_delta":
      return endMessage(state, data);
    case "message_stop":
      return stop(state);
    case "error":
      return fail(state, anthropicFailure(200, data));
    default:
      return { state, events: [] };
  }
}

/** The stream ended. */
export function anthropicEnd(state: AnthropicState): readonly AnswerEvent[] {
  if (state.isOver) return [];
  if (state.stopReason === "pause_turn") return [{ type: "end", reason: "completed" }];
  if (state.stopReason !== undefined) return stop(state).events;
  return [
    {
      type: "failed",
      code: "server_error",
      message: "The upstream broke off in the middle of its answer.",
    },
  ];
}

/** The model searched for so long that the API wants to be asked again, with what it has said so far. */
export function anthropicResume(
  state: AnthropicState,
  sent: UpstreamRequest,
): Resumed<AnthropicState> | undefined {
  const { stopReason, blocks, usage, outputBefore, ...rest } = state;
  const messages = sent.body["messages"];
  if (stopReason !== "pause_turn" || !blocks || blocks.length === 0 || !Array.isArray(messages)) {
    return undefined;
  }
  const body = {
    ...sent.body,
    messages: [...(messages as unknown[]), { role: "assistant", content: blocks }],
  };
  const output = anthropicUsage(usage, outputBefore)?.outputTokens ?? outputBefore;
  return { state: { ...rest, usage: {}, outputBefore: output, blocks: [] }, request: { ...sent, body } };
}

function takeUsage(state: AnthropicState, said: unknown): AnthropicStep {
  const usage = laterUsage(state.usage, said);
  const counted = anthropicUsage(usage, state.outputBefore);
  return { state: { ...state, usage }, events: counted ? [{ type: "usage", usage: counted }] : [] };
}

function beginBlock(before: AnthropicState, data: JsonRecord): AnthropicStep {
  const { state, events } = endBlock(before);
  const begun = data["content_block"];
  const index = data["index"];
  if (!isRecord(begun) || typeof index !== "number") return { state, events };
  const { doubtfulCall, ...rest } = state;
  const opened = openBlock(index, begun, state.formatTool);
  return {
    state: { ...rest, open: opened.block },
    events: [...events, ...callEnds(doubtfulCall), ...opened.events],
  };
}

/** A delta of another block than the one that is open belongs to nothing. */
function continueBlock(state: AnthropicState, data: JsonRecord): AnthropicStep {
  const { open } = state;
  const delta = data["delta"];
  if (!open || data["index"] !== open.index || !isRecord(delta)) return { state, events: [] };
  const { block, events } = extendBlock(open, delta);
  return { state: { ...state, open: block }, events };
}

function endBlock(state: AnthropicState): AnthropicStep {
  const { open, ...rest } = state;
  if (!open) return { state, events: [] };
  const { events, doubtfulCall, block } = closeBlock(open);
  const doubtful = doubtfulCall === undefined ? {} : { doubtfulCall };
  return { state: { ...withBlock(rest, block), ...doubtful }, events };
}

function withBlock(state: AnthropicState, block: JsonRecord | undefined): AnthropicState {
  const { blocks, ...rest } = state;
  if (!blocks || !block) return state;
  return blocks.length < MOST_BLOCKS ? { ...rest, blocks: [...blocks, block] } : rest;
}

const callEnds = (key: string | undefined): AnswerEvent[] =>
  key === undefined ? [] : [{ type: "call_end", key }];

function endMessage(before: AnthropicState, data: JsonRecord): AnthropicStep {
  const { state, events } = endBlock(before);
  const stopReason = isRecord(data["delta"]) ? stringOf(data["delta"]["stop_reason"]) : "";
  const counted = takeUsage(state, data["usage"]);
  return {
    state: stopReason === "" ? counted.state : { ...counted.state, stopReason },
    events: [...events, ...counted.events],
  };
}

function stop(before: AnthropicState): AnthropicStep {
  const { state, events } = endBlock(before);
  if (state.stopReason === "pause_turn") return { state, events };
  return { state: { ...state, isOver: true }, events: [...events, ...lastEvents(state)] };
}

function lastEvents({ stopReason, doubtfulCall }: AnthropicState): AnswerEvent[] {
  switch (stopReason) {
    case undefined:
      return [
        { type: "failed", code: "server_error", message: "The upstream ended its answer without a reason." },
      ];
    // The call that was being written is cut off.
    case "max_tokens":
      return [{ type: "end", reason: "max_output_tokens" }];
    case "refusal":
      return [{ type: "end", reason: "content_filter" }];
    case "model_context_window_exceeded":
      return [
        {
          type: "failed",
          code: "context_length_exceeded",
          message: "The answer reached the end of the model's context window.",
        },
      ];
    default:
      return [...callEnds(doubtfulCall), { type: "end", reason: "completed" }];
  }
}

function fail(state: AnthropicState, { code, message }: UpstreamFailure): AnthropicStep {
  return { state: { ...state, isOver: true }, events: [{ type: "failed", code, message }] };
}
