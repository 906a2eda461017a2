import type { TranscriptState } from "../engine/follow/transcript.js";
import type { ItemRow } from "./item-row.js";

/** An item of the conversation, and what became of it. */
export interface TranscriptRow extends ItemRow {
  /** From 0. */
  readonly index: number;
  readonly state: TranscriptState;
  /** The compaction by which it left the window. */
  readonly compaction: string | null;
  readonly isProtected: boolean;
}

/** A compaction in the transcript: it stands before the item `after`. */
export interface TranscriptDivider {
  readonly id: string;
  readonly version: number;
  readonly ts: string;
  readonly trigger: string;
  readonly after: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly removed: number;
}

/** Neighbours that left the window by the same compaction: from `start` up to `end`. */
export interface CompactedRun {
  readonly start: number;
  readonly end: number;
  readonly compaction: string | null;
}

/** A part of the whole conversation. */
export interface TranscriptPage {
  readonly total: number;
  readonly offset: number;
  readonly items: readonly TranscriptRow[];
  readonly compactions: readonly TranscriptDivider[];
  /** All of the conversation's, in order. */
  readonly runs: readonly CompactedRun[];
}
