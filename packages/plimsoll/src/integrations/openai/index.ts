/**
 * Compaction for the clients of OpenAI and Anthropic, and for everything else that speaks their APIs through `fetch`.
 *
 * @module
 */

export { type CompactingFetch, compactingFetch, type FetchCompaction } from "./compacting-fetch.js";
export type { OpenAiCompactionOptions } from "./open-ai-compaction-options.js";
export { type CompactingClient, withCompaction } from "./with-compaction.js";
