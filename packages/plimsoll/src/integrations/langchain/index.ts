/**
 * Compaction for LangChain JS: a middleware for `createAgent` that changes what a model receives, and one that
 * changes the state of the agent.
 *
 * @module
 */

export { summarizerOf } from "./summarizer-of.js";
export { type LangchainCompactionMiddleware, compactionMiddleware } from "./compaction-middleware.js";
export { durableCompactionMiddleware } from "./durable-compaction-middleware.js";
export type { LangchainCompactionOptions } from "./langchain-compaction-options.js";
