/**
 * Compaction for the OpenAI client, and for everything else that speaks its two APIs through `fetch`.
 *
 * @module
 */

export { type CompactingFetch, compactingFetch } from "./compacting-fetch.js";
export type { OpenAiCompactionOptions } from "./open-ai-compaction-options.js";
export { withCompaction } from "./with-compaction.js";
