import type { Measurement } from "../follow/measure.js";
import type { Decision } from "./decide.js";

/** What a compaction would do with one item. */
export interface PlannedItem {
  readonly index: number;
  readonly role: string;
  readonly tokens: number;
  readonly fate: "pinned" | "kept" | "evidence" | "superseded" | "summarized" | "summary";
  readonly text: string;
}

/** What a compaction would do. */
export interface PlanReport {
  readonly decision: Decision;
  readonly measurement: Measurement;
  /** Empty if nothing would be done. */
  readonly rung: string;
  readonly items: readonly PlannedItem[];
  readonly tokensBefore: number;
  /** Upper bound of the resulting list. */
  readonly tokensAfter: number;
  readonly summaryTokens: number;
}
