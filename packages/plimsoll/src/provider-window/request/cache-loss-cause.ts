/** Why the provider processed cached input again. */
export const CACHE_LOSS_CAUSES = [
  /** The window was compacted, or put together again: the price was known. */
  "intentional_compaction",
  /** Model, instructions, tools or the like changed. */
  "shape_drift",
  /** The caller's list was rewritten. */
  "history_rewritten",
  /** Nothing changed: the provider let it go. */
  "provider_expiry",
] as const;

export type CacheLossCause = (typeof CACHE_LOSS_CAUSES)[number];
