/** A request to the model, as the tool that sent it recorded its usage. */
export interface RecordedRequest {
  /** ISO 8601; empty if unknown. */
  readonly ts: string;
  /** Input tokens, and how many of them came from the provider's cache. */
  readonly tokens: number;
  readonly cached: number;
  /** True for the first request after a compaction by the tool itself. */
  readonly afterCompaction?: true;
}
