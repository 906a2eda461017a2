/**
 * A plugin for opencode.
 *
 * @module
 */

export {
  compactionPlugin,
  type OpencodeCompactionOptions,
  type OpencodeHooks,
  type OpencodePlugin,
  type OpencodePluginInput,
} from "./compaction-plugin.js";
export type { OpencodeTool } from "./recall-tools.js";
