/** An archived item, in short. */
export interface RecallEntry {
  /** The id for `read`. */
  readonly id: string;
  readonly ts: string;
  readonly role: string;
  readonly characters: number;
  readonly lines: number;
  /** The first words. */
  readonly preview: string;
  /** Ids of the item's large results, also for `read`. */
  readonly artifacts: readonly string[];
}

/** A place in an archived item, or in a large result, that has to do with a query. */
export interface RecallHit {
  readonly id: string;
  readonly role: string;
  /** The line of the match, from 1. */
  readonly line: number;
  /** The match and its surroundings. */
  readonly snippet: string;
  /** How well it fits, from 0 to about 1: for the order of hits from several archives. */
  readonly score: number;
}

/** A part of an archived item. */
export interface RecallText {
  readonly id: string;
  readonly text: string;
  /** The lines that `text` begins and ends in, from 1. */
  readonly firstLine: number;
  readonly lastLine: number;
  readonly lines: number;
  readonly characters: number;
  /** False if more of the item can be read. */
  readonly complete: boolean;
}

/** Which part of an item to read; by default the beginning. */
export interface ReadOptions {
  /** From line to line, from 1, both included. */
  readonly lines?: readonly [first: number, last: number];
  /** From character to character, the last one excluded. */
  readonly range?: readonly [start: number, end: number];
  /** The first occurrence of this text, ignoring case. */
  readonly around?: string;
}

/** Reads back a session's removed items. Every answer is bounded. */
export interface Recall {
  /** Places that have to do with the query, a question or a few words, best first. */
  search(query: string, options?: { readonly limit?: number }): Promise<RecallHit[]>;
  /** @throws CompactError `UNKNOWN_ITEM`, `INVALID_INPUT`. */
  read(id: string, options?: ReadOptions): Promise<RecallText>;
  /** Archived items, newest first. */
  list(options?: { readonly limit?: number; readonly offset?: number }): Promise<RecallEntry[]>;
}
