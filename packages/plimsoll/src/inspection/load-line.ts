import type { TokenSections } from "../engine/follow/measure.js";

/** One request to the model. */
export interface LoadPoint {
  /** Counts the session's requests from 1. */
  readonly request: number;
  readonly ts: string;
  readonly tokens: number;
  /** They add up to `tokens`. */
  readonly sections: TokenSections;
  /** The share that came from the provider's cache; null if unknown. */
  readonly cached: number | null;
  /** True if the share is what could be reused, not what the provider reported. */
  readonly cachedIsGuess: boolean;
  /** Dollars for the input; null if the price is unknown. */
  readonly cost: number | null;
}

/** A compaction on the line: it stands between two requests. */
export interface LoadMark {
  /** The request that it was made for. */
  readonly request: number;
  readonly id: string;
  readonly version: number;
  readonly ts: string;
  readonly trigger: string;
  /** What that request would have been, and what was sent instead. */
  readonly before: number;
  readonly after: number;
  readonly undone: boolean;
  /** True for a compaction by the tool whose session it is: nothing else is known of it. */
  readonly byTool?: boolean;
}

/** How full the window of a session was, request by request. */
export interface LoadLine {
  readonly points: readonly LoadPoint[];
  readonly marks: readonly LoadMark[];
  readonly max: number;
  /** A request of so many tokens is compacted; 0 if unknown. */
  readonly trigger: number;
  readonly hardLimit: number;
  readonly model: string;
  readonly requests: number;
  /** Dollars for the input of all requests; null if the price is unknown. */
  readonly cost: number | null;
  /** True if the points were worked out from the items, because nobody measured the requests. */
  readonly isReconstructed: boolean;
  /** True if the points are what the tool that sent the requests recorded. */
  readonly isRecorded?: boolean;
}
