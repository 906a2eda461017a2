/**
 * Compaction for agents of pi (`pi-agent-core`): a stream function that keeps every request below the window.
 *
 * @module
 */

export { type CompactingStream, compactingStream, type PiCompactionOptions } from "./compacting-stream.js";
export type { PiRecallTool } from "./recall-tools.js";
