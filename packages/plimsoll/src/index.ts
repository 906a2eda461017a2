/**
 * Plimsoll keeps LLM agents below the load line. This entry runs anywhere `fetch` exists: the manager, its configuration,
 * results and errors, the interfaces that people implement, the formats and the default parts. Everything else is on
 * subpaths, and what a manager was not given is loaded when it is first needed.
 *
 * @module
 */

export {
  type CompactPolicy,
  type CostMode,
  DEFAULT_POLICY,
  type PolicyPreset,
  type PruningPolicy,
  type Strategy,
  type SummaryRole,
} from "./config/compact-policy.js";
export type {
  AttachmentView,
  ItemView,
  Role,
  ToolCallView,
  ToolResultView,
} from "./conversation/item-view.js";
export type { CommitOptions } from "./engine/commit/commit-prepared.js";
export type { PrepareOptions } from "./engine/commit/prepare-compaction.js";
export type { PreparedCompaction } from "./engine/commit/prepared-compaction.js";
export type { RedoResult } from "./engine/commit/redo-compaction.js";
export type {
  RemoteCompactor,
  RemoteCompactRequest,
  RemoteReplacement,
} from "./engine/commit/remote-compactor.js";
export type { UndoResult } from "./engine/commit/undo-compaction.js";
export type {
  CompactConfig,
  ManualCompactOptions,
  PreflightOptions,
  TimeLimits,
} from "./engine/compact-config.js";
export { CompactManager } from "./engine/compact-manager.js";
export type { CompactionReport, CompactResult } from "./engine/compact-result.js";
export type { Degraded } from "./engine/degraded.js";
export type { Measurement, TokenSections } from "./engine/follow/measure.js";
export type { Remembered } from "./engine/follow/remembered.js";
export type { Transcript } from "./engine/follow/transcript.js";
export type { Decision, Trigger } from "./engine/plan/decide.js";
export type { PlanReport } from "./engine/plan/plan-report.js";
export type { Similarity } from "./engine/plan/similarity.js";
export type { Fidelity } from "./engine/summarize/check-summary.js";
export { CompactError } from "./errors/compact-error.js";
export { ERROR_CODES, type ErrorCode } from "./errors/error-codes.js";
export { callbackExporter } from "./events/callback-exporter.js";
export type { CompactEvent, EventOf } from "./events/compact-event.js";
export { type ConsoleExporterOptions, consoleExporter } from "./events/console-exporter.js";
export type { EventName } from "./events/event-names.js";
export type { Exporter } from "./events/exporter.js";
export type { Severity } from "./events/severities.js";
export type { Checkpoint } from "./facts/checkpoint/checkpoint.js";
export { agents } from "./formats/agents/agents.js";
export { aiSdk } from "./formats/ai-sdk/ai-sdk.js";
export { anthropic } from "./formats/anthropic/anthropic.js";
export { chat } from "./formats/chat/chat.js";
export { claudeCode } from "./formats/claude-code/claude-code-line.js";
export { FORMATS, type FormatName, formatByName } from "./formats/registry.js";
export type { Format } from "./formats/format.js";
export { gemini } from "./formats/gemini/gemini.js";
export { langchain } from "./formats/langchain/langchain.js";
export { plain } from "./formats/plain/plain.js";
export { realtime } from "./formats/realtime/realtime.js";
export { responses } from "./formats/responses/responses.js";
export type { Redactor } from "./redaction/redactor.js";
export { memoryStorage } from "./stores/memory/memory-storage.js";
export type { EntryKind, SessionInfo, StorageAdapter, StoredEntry } from "./stores/storage-adapter.js";
export type { RemainderItem, Summarizer, Summary, SummaryRequest } from "./summarizers/summarizer.js";
export type { TemplateName } from "./summarizers/template-name.js";
export { loadExactEstimator } from "./tokens/load-exact-estimator.js";
export { heuristicEstimator } from "./tokens/heuristic-estimator.js";
export type { TokenEstimator } from "./tokens/token-estimator.js";
