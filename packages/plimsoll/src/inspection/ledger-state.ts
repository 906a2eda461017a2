import type { SectionName, Speaker } from "../facts/checkpoint/checkpoint.js";

/** An entry of the checkpoint, with its history. */
export interface LedgerEntry {
  readonly id: string;
  readonly section: SectionName;
  readonly text: string;
  readonly status: "current" | "superseded" | "gone";
  readonly by: Speaker;
  /** Archive ids of the items that say it. */
  readonly items: readonly string[];
  readonly supersededBy: string | null;
  /** The compactions with whose checkpoints it first and last stood; null if with none yet. */
  readonly since: number | null;
  readonly until: number | null;
}

/** The state of a session as code keeps it. */
export interface LedgerState {
  readonly objective: string;
  readonly activeWork: string;
  readonly entries: readonly LedgerEntry[];
  /** The stored checkpoints, oldest first: how many entries were new and how many were replaced. */
  readonly history: readonly {
    readonly compaction: string;
    readonly version: number;
    readonly ts: string;
    readonly added: number;
    readonly replaced: number;
  }[];
}
