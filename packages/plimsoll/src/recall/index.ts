/**
 * Reads back removed items. Loads little of the library, so that a server can list its tools at once.
 *
 * @module
 */
export {
  RECALL_ANNOTATIONS,
  RECALL_TOOL_DESCRIPTIONS,
  type RecallParameters,
  type RecallToolDescription,
  type ToolAnnotations,
} from "./recall-tools.js";
export { createRecall, type RecallOptions } from "./create-recall.js";
export type { PassageSimilarity } from "./passage-similarity.js";
export type { ReadOptions, Recall, RecallEntry, RecallHit, RecallText } from "./recall.js";
export { recallFrom } from "./recall-from.js";
export { type RecallTool, recallTools } from "./recall-tools.js";
