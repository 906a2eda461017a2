import { type Coverage, SHORT_SUMMARY_TOKENS, summaryText, withHandover } from "../memory/summary-message.js";
import { excerpt } from "../tool-outputs/excerpt.js";
import type { Engine } from "./engine.js";

/** What the message around a summary depends on. */
export interface MessageInput {
  readonly version: number;
  /** It stands where a provider that is strict about turns takes the user's side alone. */
  readonly asUser: boolean;
  readonly coverage?: Coverage;
  /** Tokens that the message may have at most. */
  readonly maxTokens: number;
}

/** A summary in its tags, as an item of the session's format. */
export function summaryItem<W extends object>(
  engine: Engine<W>,
  { asUser, maxTokens, ...found }: MessageInput,
  body: string,
): W {
  const text = summaryText({ ...found, body }, { short: maxTokens < SHORT_SUMMARY_TOKENS });
  const { summaryRole } = engine.policy;
  const mustBeUser = asUser && engine.format.opensWithUser && summaryRole === "assistant";
  const message = engine.policy.summaryHandover ? withHandover(text) : text;
  return engine.format.message(mustBeUser ? "user" : summaryRole, message);
}

/** Tokens of a summary message with an empty body. */
export function summaryOverhead<W extends object>(engine: Engine<W>, input: MessageInput): number {
  return engine.meter.tokens(summaryItem(engine, input, ""));
}

/** The message with as much of the body as its tokens allow. */
export function fitMessage<W extends object>(
  engine: Engine<W>,
  input: MessageInput,
  body: string,
): { item: W; body: string; tokens: number } {
  let text = body;
  for (let limit = input.maxTokens; ; limit = Math.floor(limit * 0.9)) {
    const item = summaryItem(engine, input, text);
    const tokens = engine.meter.tokens(item);
    if (tokens <= input.maxTokens || limit < 1) return { item, body: text, tokens };
    text = excerpt(body, limit, (part) => engine.estimator.count(part));
  }
}
