/**
 * Compaction for Mastra: one processor for an agent's input, output and errors.
 *
 * @module
 */

export {
  compactionProcessor,
  type MastraCompactionOptions,
  type MastraCompactionProcessor,
} from "./compaction-processor.js";
