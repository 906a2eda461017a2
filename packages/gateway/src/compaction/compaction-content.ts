import type { JsonRecord } from "../json/json-record.js";
import type { CompactionAccount } from "./compaction-account.js";

/** What a compaction item of this gateway holds, sealed: the conversation as it goes on from there. */
export interface CompactionContent {
  /** The format of this object. */
  readonly version: 1;
  readonly id: string;
  /** The session of the conversation. */
  readonly session: string;
  /** Seconds since the epoch. */
  readonly createdAt: number;
  /** The window after the compaction, without instructions of the application: a summary, and what stays word for word. */
  readonly items: readonly JsonRecord[];
  /** Digests of the user's messages that it stands for, wherever a client repeats them. */
  readonly users: readonly string[];
  /** How it was made, for its owner. */
  readonly account: CompactionAccount;
}
