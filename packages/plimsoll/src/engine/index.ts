/**
 * What tools such as compactctl read besides a manager: records of compactions, stored checkpoints, costs.
 *
 * @module
 */

export { readCheckpoint } from "./commit/stored-checkpoint.js";
export type { CompactionRecord, LayoutPart, Rebound } from "./follow/compaction-record.js";
export { describeItem, type RememberedItem } from "./follow/remembered.js";
export type { WindowItem, WindowReason } from "./follow/window-item.js";
export type { TranscriptCompaction, TranscriptItem, TranscriptState } from "./follow/transcript.js";
export type { CostEstimate, CostReport } from "./plan/cost-report.js";
export { type CostInput, estimateCost } from "./plan/weigh-cost.js";
export type { PlannedItem } from "./plan/plan-report.js";
export { lexicalSimilarity } from "./plan/similarity.js";
export { archivedFormat } from "../recall/archived-format.js";
