/**
 * Compaction for Mastra: one processor for an agent's input, output and errors.
 *
 * @module
 */

export { summarizerOf } from "../ai-sdk/summarizer-of.js";
export {
  compactionProcessor,
  type MastraCompactionOptions,
  type MastraCompactionProcessor,
} from "./compaction-processor.js";
