import type { JsonRecord } from "../json/json-record.js";
import type { AnswerAmendments } from "./amended-events.js";

/**
 * Puts usage of the prompt that was sent where an upstream counted nothing: usage of 0 makes a client believe that its window is
 * empty for ever. One serves one answer.
 */
export interface UsageCompletion extends AnswerAmendments {
  /** False for events in which nothing can change. Called once with every part of a stream, in order. */
  mayConcern(part: Buffer): boolean;
  /** The event that is missing at the end of the stream. Given once. */
  ending?(): JsonRecord | undefined;
  /** True if the client is told an estimate. */
  readonly isEstimated: boolean;
}
