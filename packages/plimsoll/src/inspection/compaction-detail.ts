import type { CheckedFidelity } from "./check-fidelity.js";
import type { SummaryLine } from "./explain-summary.js";
import type { ItemRow } from "./item-row.js";

/** A compaction in a list. */
export interface CompactionRow {
  readonly id: string;
  readonly version: number;
  readonly ts: string;
  readonly trigger: string;
  readonly rung: string;
  readonly summarizer: string;
  readonly by: "local" | "remote";
  readonly undone: boolean;
  /** As the load line has them: what the request would have been, and what was sent instead. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly removed: number;
  readonly parent: string | null;
}

/** Everything about one compaction. */
export interface CompactionDetail extends CompactionRow {
  readonly template: string;
  /** The list as its client holds it, with outputs that no request carried whole. */
  readonly tokensGiven: number;
  readonly itemsBefore: number;
  readonly itemsAfter: number;
  readonly summary: readonly SummaryLine[];
  /** Null if no checkpoint was stored with it, or if there is no summary to check. */
  readonly fidelity: CheckedFidelity | null;
  /** The events of this compaction by name: the decision's numbers, the plan, cost, usage and verification. */
  readonly events: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** How long the compaction before this one lasted. */
  readonly rebound: { readonly tokens: number; readonly turns: number } | null;
}

/** What became of one item: it stayed, something shorter stands for it, it left, or it was added. */
export type Fate = "kept" | "shortened" | "removed" | "added";

/** One line of the comparison of before and after. */
export interface ComparedRow {
  readonly fate: Fate;
  readonly before: ItemRow | null;
  readonly after: ItemRow | null;
}

export interface ComparedPage {
  readonly total: number;
  readonly offset: number;
  readonly rows: readonly ComparedRow[];
}
