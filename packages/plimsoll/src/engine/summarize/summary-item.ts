import { ownText } from "../../text/own-text.js";
import {
  type Coverage,
  type SummaryMessage,
  SHORT_SUMMARY_TOKENS,
  type SummarySeal,
  summaryText,
  withHandover,
} from "../../facts/checkpoint/summary-message.js";
import { sealSummary } from "../../facts/checkpoint/seal-summary.js";
import type { Fact } from "../../facts/verification/fact.js";
import { FactFinder } from "../../facts/verification/fact-finder.js";
import { excerpt } from "../../tool-outputs/excerpt.js";
import type { Engine } from "../engine.js";

/** What the message around a summary depends on. */
export interface MessageInput {
  readonly version: number;
  /** It is at a place where a strict provider accepts only the user's side. */
  readonly asUser: boolean;
  readonly coverage?: Coverage;
  /** Tokens that the message may have at most. */
  readonly maxTokens: number;
  /** The required facts; the seal names the user's rules among them. */
  readonly must?: readonly Fact[];
}

/** A summary in its tags, as an item of the session's format; sealed if there is a key. */
export function summaryItem<W extends object>(engine: Engine<W>, input: MessageInput, body: string): W {
  const found = foundOf(input, body);
  const [key] = engine.summaryKeys;
  if (key === undefined) return messageOf(engine, input, summaryText(found, shortness(input)));
  const rules = (input.must ?? []).filter(({ kind }) => kind === "constraint");
  const spans = [...new FactFinder(rules).find(body, "summary").current.values()];
  spans.sort((one, other) => one.start - other.start);
  const seal = sealSummary(found, spans, key);
  return messageOf(engine, input, summaryText({ ...found, seal }, shortness(input)));
}

const shortness = ({ maxTokens }: MessageInput): { readonly short: boolean } => ({
  short: maxTokens < SHORT_SUMMARY_TOKENS,
});

/** A short message does not name what it covers. */
function foundOf(input: MessageInput, body: string): SummaryMessage {
  const { version, coverage } = input;
  return { version, body, ...(coverage && !shortness(input).short ? { coverage } : {}) };
}

function messageOf<W extends object>(engine: Engine<W>, { asUser }: MessageInput, text: string): W {
  const { summaryRole, summaryHandover } = engine.policy;
  const mustBeUser = asUser && engine.format.opensWithUser && summaryRole === "assistant";
  return engine.format.message(
    mustBeUser ? "user" : summaryRole,
    ownText(summaryHandover ? withHandover(text) : text),
  );
}

/** A seal of as many rules as there are, at its longest. */
const longestSeal = (must: readonly Fact[]): SummarySeal => ({
  rules: must.map(() => "88888+888").join(","),
  mac: "0123456789abcdef".repeat(2),
});

/** Tokens of a summary message with an empty body. */
export function summaryOverhead<W extends object>(engine: Engine<W>, input: MessageInput): number {
  const seal = engine.summaryKeys.length === 0 ? {} : { seal: longestSeal(input.must ?? []) };
  const text = summaryText({ ...foundOf(input, ""), ...seal }, shortness(input));
  return engine.meter.tokens(messageOf(engine, input, text));
}

/** A body in two parts: the second gives way where the whole is counted higher than its parts. */
export interface BodyParts {
  readonly first: string;
  readonly rest: string;
}

/** The message with as much of the body as its tokens allow. */
export function fitMessage<W extends object>(
  engine: Engine<W>,
  input: MessageInput,
  { first, rest }: BodyParts,
): { readonly item: W; readonly body: string; readonly tokens: number; readonly isCut: boolean } {
  const count = (part: string): number => engine.estimator.count(part);
  const whole = joined(first, rest);
  let body = whole;
  for (let limit = input.maxTokens; ; limit = Math.floor(limit * 0.9)) {
    const item = summaryItem(engine, input, body);
    const tokens = engine.meter.tokens(item);
    if (tokens <= input.maxTokens || limit < 1) return { item, body, tokens, isCut: body !== whole };
    const room = limit - count(first);
    body = room < 1 ? excerpt(whole, limit, count) : joined(first, excerpt(rest, room, count));
  }
}

const joined = (first: string, rest: string): string =>
  first === "" || rest === "" ? first + rest : `${first}\n${rest}`;
