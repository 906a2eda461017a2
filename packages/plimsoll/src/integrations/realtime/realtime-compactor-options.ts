import type { CompactConfig } from "../../engine/compact-config.js";
import type { CompactPolicy } from "../../config/compact-policy.js";
import type { Fields } from "../../validation/shape.js";
import { CompactError } from "../../errors/compact-error.js";
import type { RealtimeItem } from "../../formats/realtime/realtime.js";
import { checkedCompactionOptions } from "../core/checked-compaction-options.js";
import { type Schedule, timerSchedule } from "./acknowledgements.js";
import type { RealtimeCompactionEvent } from "./realtime-summary.js";

/** The maximum input of a Realtime model with a window of 32k, minus its answer. */
const DEFAULT_WINDOW = 28_224;
const DEFAULT_TRIGGER_SHARE = 0.7;
const CHARACTERS_PER_TOKEN = 4;

/** How a Realtime session is kept below its window. Everything has a default that needs no key and no server. */
export interface RealtimeCompactorOptions
  extends Omit<Partial<CompactConfig<RealtimeItem>>, "format" | "shouldCompact"> {
  /** Under which the session is archived. @default "realtime" */
  readonly sessionId?: string;
  /** Turns of the user that stay word for word. @default 2 */
  readonly keepTurns?: number;
  /** Compacts at this many tokens by the usage of the last response. @default 70 % of the window */
  readonly triggerTokens?: number;
  /**
   * Compact at this many characters of content, whatever the usage is. @default four times `triggerTokens`
   */
  readonly triggerCharacters?: number;
  /** After this many summaries the session is asked to reset. @default 12 */
  readonly maxSummaries?: number;
  /** How long the server may take to acknowledge. @default 10000 */
  readonly acknowledgeMs?: number;
  /** How long the summarizer may take. @default 60000 */
  readonly summarizeMs?: number;
  /** Timers; replaced in tests. */
  readonly schedule?: Schedule;
  /** Hears of every compaction, failure, replay, and of the request to reset. */
  readonly onEvent?: (event: RealtimeCompactionEvent) => void;
}

/** The same, with everything decided. */
export interface RealtimeSetup {
  readonly sessionId: string;
  readonly window: number;
  readonly triggerTokens: number;
  readonly triggerCharacters: number;
  readonly maxSummaries: number;
  readonly acknowledgeMs: number;
  readonly summarizeMs: number;
  readonly schedule: Schedule;
  readonly policy: Partial<CompactPolicy>;
}

function whole(name: string, value: number, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new CompactError(
    "INVALID_CONFIG",
    `${name} is ${String(value)}; it must be a whole number of at least ${least}.`,
    { details: { key: name, value } },
  );
}

/** Options in addition to a manager's; the numbers are checked one by one. */
const OWN: Fields = {
  sessionId: "text",
  keepTurns: "anything",
  triggerTokens: "anything",
  triggerCharacters: "anything",
  maxSummaries: "anything",
  acknowledgeMs: "anything",
  summarizeMs: "anything",
  schedule: "function",
  onEvent: "function",
};

export function completeOptions(options: RealtimeCompactorOptions): RealtimeSetup {
  checkedCompactionOptions(options, OWN);
  const window = whole("maxContextTokens", options.maxContextTokens ?? DEFAULT_WINDOW, 1);
  const keepTurns = whole("keepTurns", options.keepTurns ?? 2, 1);
  const triggerTokens = whole(
    "triggerTokens",
    options.triggerTokens ?? Math.max(1, Math.floor(window * DEFAULT_TRIGGER_SHARE)),
    1,
  );
  const characters = options.triggerCharacters ?? triggerTokens * CHARACTERS_PER_TOKEN;
  return {
    sessionId: options.sessionId ?? "realtime",
    window,
    triggerTokens,
    triggerCharacters: whole("triggerCharacters", characters, 1),
    maxSummaries: whole("maxSummaries", options.maxSummaries ?? 12, 1),
    acknowledgeMs: whole("acknowledgeMs", options.acknowledgeMs ?? 10_000, 1),
    summarizeMs: whole("summarizeMs", options.summarizeMs ?? 60_000, 1),
    schedule: options.schedule ?? timerSchedule,
    policy: realtimePolicy(window, keepTurns, options.policy),
  };
}

/**
 * Keeps the last turns whole as long as they fit, and the rest in a summary: what was spoken earlier is not replayed. An output takes at most an eighth of
 * the window. The summary takes at most a tenth, because it coexists with what it covers until that is deleted.
 */
function realtimePolicy(
  window: number,
  keepTurns: number,
  given: Partial<CompactPolicy> = {},
): Partial<CompactPolicy> {
  return {
    keepRecentTurns: keepTurns,
    pruning: "recency",
    keepUserTokens: 0,
    maskMinTokens: 0,
    summaryRole: "system",
    summaryMaxTokens: Math.max(480, Math.floor(window / 10)),
    toolOutputMaxTokens: Math.max(200, Math.floor(window / 8)),
    hardCapBuffer: Math.floor(window / 10),
    targetPct: 0.8,
    ...given,
  };
}
