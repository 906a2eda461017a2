import { checkedOptions } from "../../validation/checked-options.js";
import type { Fields } from "../../validation/shape.js";
import { CompactError } from "../../errors/compact-error.js";

const DEFAULT_TRIGGER_SHARE = 0.7;
const CHARACTERS_PER_TOKEN = 4;
const DEFAULT_SUMMARIES = 12;
/** The share of the trigger that must be freed for a new summary to be worth it: a twentieth of the window by default. */
const LEAST_GAIN = 1 / 14;
const LEAST_SUMMARY_TOKENS = 160;

/** When a session is compacted, and how often. */
export interface RealtimeThresholds {
  /** Compacts at this many tokens by the usage of the last response. @default 70 % of the window */
  readonly triggerTokens: number;
  /** Compacts at this many characters of content, whatever the usage is. @default four times `triggerTokens` */
  readonly triggerCharacters: number;
  /** Summaries of one connection; then the session is asked to connect again. @default 12 */
  readonly maxSummaries: number;
}

/** Why a session is compacted: a threshold that was reached, a response that was refused as too long, or a request. */
export type RealtimeTrigger =
  | { readonly by: "tokens" | "characters"; readonly value: number; readonly threshold: number }
  | { readonly by: "overflow" | "request" };

export function wholeNumber(name: string, value: number, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new CompactError(
    "INVALID_CONFIG",
    `${name} is ${String(value)}; it must be a whole number of at least ${least}.`,
    { details: { key: name, value } },
  );
}

/** @throws CompactError `INVALID_CONFIG` if a threshold is no whole number. */
export function completeThresholds(given: Partial<RealtimeThresholds>, window: number): RealtimeThresholds {
  const triggerTokens = given.triggerTokens ?? Math.max(1, Math.floor(window * DEFAULT_TRIGGER_SHARE));
  const triggerCharacters = given.triggerCharacters ?? triggerTokens * CHARACTERS_PER_TOKEN;
  return {
    triggerTokens: wholeNumber("triggerTokens", triggerTokens, 1),
    triggerCharacters: wholeNumber("triggerCharacters", triggerCharacters, 1),
    maxSummaries: wholeNumber("maxSummaries", given.maxSummaries ?? DEFAULT_SUMMARIES, 1),
  };
}

/** Their numbers are checked where they are used. */
const THRESHOLDS = {
  triggerTokens: "anything",
  triggerCharacters: "anything",
  maxSummaries: "anything",
} satisfies Fields;

/** The thresholds after a change: those that are absent or undefined stay; a new `triggerTokens` alone sets both triggers. */
export function changedThresholds(
  before: RealtimeThresholds,
  change: Partial<RealtimeThresholds>,
  window: number,
): RealtimeThresholds {
  const {
    triggerTokens,
    triggerCharacters,
    maxSummaries = before.maxSummaries,
  } = checkedOptions<Partial<RealtimeThresholds>>(change, {
    what: "setThresholds",
    code: "INVALID_CONFIG",
    fields: THRESHOLDS,
  });
  const characters =
    triggerCharacters ?? (triggerTokens === undefined ? before.triggerCharacters : undefined);
  const given = { triggerTokens: triggerTokens ?? before.triggerTokens, maxSummaries };
  return completeThresholds(
    characters === undefined ? given : { ...given, triggerCharacters: characters },
    window,
  );
}

/** The size of a conversation: its reported tokens, its characters then, and its characters now. */
export interface ConversationSize {
  readonly usedTokens: number | undefined;
  readonly charactersAtUsage: number;
  readonly characters: number;
}

/** By the usage of the last response plus newer items, or by the length of the content, whichever comes first. */
export function reachedThreshold(
  { triggerTokens, triggerCharacters }: RealtimeThresholds,
  { usedTokens, charactersAtUsage, characters }: ConversationSize,
): RealtimeTrigger | undefined {
  const since = Math.max(0, characters - charactersAtUsage) / CHARACTERS_PER_TOKEN;
  const tokens = usedTokens === undefined ? 0 : Math.round(usedTokens + since);
  if (tokens >= triggerTokens) return { by: "tokens", value: tokens, threshold: triggerTokens };
  if (characters < triggerCharacters) return undefined;
  return { by: "characters", value: characters, threshold: triggerCharacters };
}

/** Tokens of the smaller of the two triggers. */
const triggerSize = ({ triggerTokens, triggerCharacters }: RealtimeThresholds): number =>
  Math.min(triggerTokens, triggerCharacters / CHARACTERS_PER_TOKEN);

/** Tokens that must be freed for a new summary to be worth it. */
export function leastGain(thresholds: RealtimeThresholds): number {
  return Math.max(1, Math.ceil(triggerSize(thresholds) * LEAST_GAIN));
}

/** A summary takes a quarter of the trigger at most; otherwise a low trigger would be reached again at once. */
export function mostSummaryTokens(thresholds: RealtimeThresholds): number {
  return Math.max(LEAST_SUMMARY_TOKENS, Math.floor(triggerSize(thresholds) / 4));
}
