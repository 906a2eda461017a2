import type { CompactConfig } from "../../engine/compact-config.js";
import type { CompactPolicy } from "../../config/compact-policy.js";
import type { Fields } from "../../validation/shape.js";
import type { RealtimeItem } from "../../formats/realtime/realtime.js";
import { checkedCompactionOptions } from "../core/checked-compaction-options.js";
import { type Schedule, timerSchedule } from "./acknowledgements.js";
import type { RealtimeCompactionEvent } from "./realtime-summary.js";
import { completeThresholds, type RealtimeThresholds, wholeNumber } from "./realtime-thresholds.js";

/** The maximum input of a Realtime model with a window of 32k, minus its answer. */
const DEFAULT_WINDOW = 28_224;
const DEFAULT_SUMMARIZE_MS = 60_000;

/** How a Realtime session is kept below its window. Everything has a default that needs no key and no server. */
export interface RealtimeCompactorOptions
  extends Omit<Partial<CompactConfig<RealtimeItem>>, "format" | "shouldCompact">,
    Partial<RealtimeThresholds> {
  /** Under which the session is archived. @default "realtime" */
  readonly sessionId?: string;
  /** Turns of the user that stay word for word. @default 2 */
  readonly keepTurns?: number;
  /** How long the server may take to acknowledge. @default 10000 */
  readonly acknowledgeMs?: number;
  /** How long the summarizer may take; then the fallback writes. @default `timeLimits.summarizerMs`, or 60000 */
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
  readonly thresholds: RealtimeThresholds;
  /** The caller's own bound of summaries, whatever the thresholds are. */
  readonly hasSummaryBound: boolean;
  readonly acknowledgeMs: number;
  readonly summarizeMs: number;
  readonly schedule: Schedule;
  readonly policy: Partial<CompactPolicy>;
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
  const window = wholeNumber("maxContextTokens", options.maxContextTokens ?? DEFAULT_WINDOW, 1);
  const keepTurns = wholeNumber("keepTurns", options.keepTurns ?? 2, 1);
  return {
    sessionId: options.sessionId ?? "realtime",
    window,
    thresholds: completeThresholds(options, window),
    hasSummaryBound: (options.policy?.summaryMaxTokens ?? 0) > 0,
    acknowledgeMs: wholeNumber("acknowledgeMs", options.acknowledgeMs ?? 10_000, 1),
    summarizeMs:
      options.summarizeMs === undefined
        ? (options.timeLimits?.summarizerMs ?? DEFAULT_SUMMARIZE_MS)
        : wholeNumber("summarizeMs", options.summarizeMs, 1),
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
