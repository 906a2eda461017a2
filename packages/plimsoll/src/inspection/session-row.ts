/** A session in the list of sessions. */
export interface SessionRow {
  readonly id: string;
  /** The first request, or the name of a file; empty if unknown. */
  readonly title: string;
  readonly firstTs: string;
  readonly lastTs: string;
  /** Entries in the archive. */
  readonly entries: number;
  readonly model: string;
  readonly format: string;
  /** Tokens of the last request, and of the window that it had to fit; 0 if unknown. */
  readonly tokens: number;
  readonly max: number;
  /** Compactions that stand, and those that were undone. */
  readonly compactions: number;
  readonly undone: number;
  /** Tokens that all compactions took out of requests. */
  readonly removedTokens: number;
  /** Dollars for all requests, as far as prices are known. */
  readonly cost: number | null;
  readonly warning: { readonly ts: string; readonly event: string; readonly text: string } | null;
  /** True while the process that answers has it in memory. */
  readonly live: boolean;
}

/** What to list. */
export interface SessionQuery {
  /** Words that id or title must have. */
  readonly text?: string;
  readonly filter?: "all" | "compacted" | "warned" | "live";
  readonly limit?: number;
  readonly offset?: number;
}

export interface SessionPage {
  readonly sessions: readonly SessionRow[];
  /** How many fit the query. */
  readonly total: number;
}
