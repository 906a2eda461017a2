import type { RealtimeTrigger } from "./realtime-thresholds.js";

/** The cost of writing a summary. */
export interface SummaryCost {
  /** The model that wrote it; absent for the embedded summarizer, which costs nothing. */
  readonly model?: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** By the list price; absent if the model's price is unknown. */
  readonly dollars?: number;
  /** The summarizer reported no usage: the tokens are estimated. */
  readonly isEstimate?: true;
}

/** A summary that is, or was, first in the server's conversation. */
export interface RealtimeSummary {
  /** `sum_001`, `sum_002`, …: the id of the item. */
  readonly id: string;
  readonly number: number;
  /** The compaction in the archive. */
  readonly compactionId: string;
  /** The turns of the user that it covers, from the first on. */
  readonly turns: { readonly first: number; readonly last: number };
  /** ISO 8601. */
  readonly madeAt: string;
  /** The summary before, which is folded into this one. */
  readonly folds?: string;
  /** "none" if every summarizer failed and the oldest items left with only a notice. */
  readonly summarizer: string;
  readonly text: string;
  /** Items that left the conversation by it, the summary before included. */
  readonly removed: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly cost: SummaryCost;
}

/** The events of a compactor. */
export type RealtimeCompactionEvent =
  | {
      readonly type: "compacted";
      readonly trigger: RealtimeTrigger;
      readonly summary: RealtimeSummary;
      readonly undeleted: readonly string[];
    }
  /** There was a reason to compact, and nothing is compacted now. */
  | { readonly type: "skipped"; readonly trigger: RealtimeTrigger; readonly reason: string }
  | { readonly type: "failed"; readonly reason: string; readonly error?: unknown }
  | { readonly type: "reset_requested"; readonly summaries: number; readonly reason: string }
  | {
      readonly type: "replayed";
      readonly items: number;
      /** Ids of items that the new server refused. */
      readonly refused: readonly string[];
    };

/** Ids may have 32 characters at most. */
export function summaryId(number: number): string {
  return `sum_${String(number).padStart(3, "0")}`;
}

/** The note about a summary that the model gets in addition to its text. */
export function summaryNote({
  id,
  turns,
  madeAt,
  folds,
}: Pick<RealtimeSummary, "id" | "turns" | "madeAt" | "folds">): string {
  const before = folds === undefined ? "" : `, with ${folds} folded in`;
  return `[${id}: turns ${turns.first} to ${turns.last} of this conversation, made ${madeAt}${before}]`;
}
