/**
 * Compaction for the Vercel AI SDK: a middleware for any language model, and a `prepareStep`.
 *
 * @module
 */

export type { AiSdkCompactionOptions } from "./ai-sdk-compaction-options.js";
export { type AiSdkCompactionMiddleware, compactionMiddleware } from "./compaction-middleware.js";
export { summarizerOf } from "./summarizer-of.js";
export { compactingPrepareStep } from "./compacting-prepare-step.js";
