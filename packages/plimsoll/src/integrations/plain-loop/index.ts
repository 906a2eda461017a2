/**
 * Compaction for a loop of your own, without a framework: the middleware and the `/compact` command.
 *
 * @module
 */

export {
  type CompactCommand,
  type CompactCommandEvent,
  type CompactCommandOptions,
  type CompactCommandRun,
  createCompactCommand,
  parseCompactCommand,
} from "../../engine/compact-command.js";
export type { CompactionOptions } from "../core/compaction-options.js";
export type { ModelRequest } from "../core/model-request.js";
export {
  type CompactedCall,
  type CompactionMiddleware,
  compactionMiddleware,
  type ModelCallOutcome,
} from "./compaction-middleware.js";
