/**
 * Plimsoll keeps LLM agents below the load line. This entry runs anywhere `fetch` exists; stores on disk and
 * configuration files are in `plimsoll/node`, the testing kit in `plimsoll/testing`.
 *
 * @module
 */

// The engine
export { CompactManager } from "./engine/compact-manager.js";
export type {
  CompactConfig,
  ManualCompactOptions,
  PreflightOptions,
  TimeLimits,
} from "./engine/compact-config.js";
export type { Fidelity } from "./engine/summarize/check-summary.js";
export type { CompactionReport, CompactResult } from "./engine/compact-result.js";
export type { Degraded } from "./engine/degraded.js";
export {
  type CostEstimate,
  type CostInput,
  type CostReport,
  estimateCost,
} from "./engine/plan/estimate-cost.js";
export {
  type CompactCommand,
  type CompactCommandEvent,
  type CompactCommandOptions,
  type CompactCommandRun,
  createCompactCommand,
  parseCompactCommand,
} from "./engine/compact-command.js";
export type { Decision, Trigger } from "./engine/plan/decide.js";
export type { Measurement, TokenSections } from "./engine/follow/measure.js";
export type { CommitOptions } from "./engine/commit/commit-prepared.js";
export type { PrepareOptions } from "./engine/commit/prepare-compaction.js";
export type { PreparedCompaction } from "./engine/commit/prepared-compaction.js";
export type {
  RemoteCompactor,
  RemoteCompactRequest,
  RemoteReplacement,
} from "./engine/commit/remote-compactor.js";
export type { PlannedItem, PlanReport } from "./engine/plan/plan-report.js";
export { describeItem, type Remembered, type RememberedItem } from "./engine/follow/remembered.js";
export type { RedoResult } from "./engine/commit/redo-compaction.js";
export type {
  Transcript,
  TranscriptCompaction,
  TranscriptItem,
  TranscriptState,
} from "./engine/follow/transcript.js";
export type { UndoResult } from "./engine/commit/undo-compaction.js";
export type { CompactionRecord, LayoutPart, Rebound } from "./engine/follow/compaction-record.js";
export { readCheckpoint } from "./engine/commit/stored-checkpoint.js";
export { type Similarity, lexicalSimilarity } from "./engine/plan/similarity.js";
export { type SummaryMessage, readSummary } from "./facts/checkpoint/summary-message.js";

// Integrations: each framework has an entry of its own (plimsoll/openai-agents…); these need none
export type { CompactionOptions } from "./integrations/core/compaction-options.js";
export type { ModelRequest } from "./integrations/core/model-request.js";
export {
  type CompactedCall,
  type CompactionMiddleware,
  compactionMiddleware,
  type ModelCallOutcome,
} from "./integrations/plain-loop/compaction-middleware.js";

// Checkpoints
export type {
  Checkpoint,
  EntryBase,
  EntryStatus,
  Objective,
  Provenance,
  SectionEntry,
  SectionFields,
  SectionName,
  Speaker,
  WorkItem,
} from "./facts/checkpoint/checkpoint.js";
export type {
  CheckpointLayout,
  LayoutPart as CheckpointLayoutPart,
  LayoutSection as CheckpointLayoutSection,
  PartName as CheckpointPartName,
} from "./facts/checkpoint/checkpoint-layout.js";
export { parseCheckpoint } from "./facts/checkpoint/parse-checkpoint.js";
export {
  renderCheckpoint,
  type RenderedCheckpoint,
  type RenderedLine,
  type RenderOptions,
} from "./facts/checkpoint/render-checkpoint.js";

// Facts
export type { Fact, FactKind } from "./facts/verification/fact.js";
export type { FactClass, FidelityReport, ReportedFact } from "./facts/verification/fidelity-report.js";

// Recall
export { archivedFormat } from "./recall/archived-format.js";
export { createRecall, type RecallOptions } from "./recall/create-recall.js";
export type { ReadOptions, Recall, RecallEntry, RecallHit, RecallText } from "./recall/recall.js";
export { type RecallTool, recallTools } from "./recall/recall-tools.js";

// Tool outputs
export { type Evidence, makeEvidence, type MakeEvidenceOptions } from "./tool-outputs/make-evidence.js";
export { classifyOutput } from "./tool-outputs/classify-output.js";
export type { OutputKind, ToolOutput } from "./tool-outputs/tool-output.js";

// Evaluation
export {
  evaluateSessions,
  EVALUATION_BUDGETS,
  type EvaluationOptions,
} from "./evaluation/evaluate-sessions.js";
export { BASELINE_METHODS } from "./evaluation/baseline-methods.js";
export { compactionMethod } from "./evaluation/compaction-method.js";
export type { EvaluationMethod, MethodRequest } from "./evaluation/evaluation-method.js";
export type {
  EvaluatedSession,
  EvaluationReport,
  EvaluationRow,
  EvaluationSummary,
} from "./evaluation/evaluation-report.js";
export type { EvaluationSession } from "./evaluation/evaluation-session.js";
export type { ExactString, StringKind } from "./evaluation/exact-strings.js";

// Policy and settings
export {
  type CompactPolicy,
  COST_MODES,
  type CostMode,
  DEFAULT_POLICY,
  type PolicyPreset,
  PRESET_NAMES,
  PRUNING_POLICIES,
  type PruningPolicy,
  STRATEGIES,
  type Strategy,
  SUMMARY_ROLES,
  type SummaryRole,
} from "./config/compact-policy.js";
export { parseSettings } from "./config/parse-settings.js";
export { DEFAULT_SETTINGS, type Settings } from "./config/settings.js";

// Errors
export { CompactError } from "./errors/compact-error.js";
export { ERROR_CODES, type ErrorCode } from "./errors/error-codes.js";

// Conversations and formats
export type {
  AttachmentView,
  ItemView,
  Role,
  ToolCallView,
  ToolResultView,
} from "./conversation/item-view.js";
export { EMPTY_VIEW } from "./conversation/item-view.js";
export { itemId } from "./conversation/item-id.js";
export type { Format } from "./formats/format.js";
export { type AiSdkMessage, aiSdk } from "./formats/ai-sdk.js";
export { type AgentsItem, agents } from "./formats/agents.js";
export { type AnthropicMessage, anthropic } from "./formats/anthropic.js";
export { type ChatMessage, chat } from "./formats/chat.js";
export { type ClaudeCodeLine, claudeCode } from "./formats/claude-code-line.js";
export { readClaudeCodeSession } from "./formats/claude-code.js";
export { readCodexRollout } from "./formats/codex-rollout.js";
export type { ConversationFile } from "./formats/conversation-file.js";
export { detectFormat, FORMATS, type FormatName, formatByName } from "./formats/detect-format.js";
export { type GeminiContent, gemini } from "./formats/gemini.js";
export { type LangchainMessage, langchain } from "./formats/langchain.js";
export { type PlainMessage, plain } from "./formats/plain.js";
export { readConversation } from "./formats/read-conversation.js";
export { type RealtimeItem, realtime } from "./formats/realtime.js";
export { type ResponsesItem, responses } from "./formats/responses.js";
export type { SessionFile } from "./formats/session-file.js";

// Tokens
export type { TokenEstimator } from "./tokens/token-estimator.js";
export type { TextCounter, TokenSeams } from "./tokens/token-seams.js";
export type { ItemMeter } from "./tokens/item-meter.js";
export { createItemMeter, ENVELOPE_TOKENS } from "./tokens/create-item-meter.js";
export { type Encoding, loadExactEstimator } from "./tokens/exact-estimator.js";
export { heuristicEstimator } from "./tokens/heuristic-estimator.js";
export { lookUpModel, type ModelLimits, type ModelOverrides } from "./tokens/model-catalogue.js";
export { type OverflowFinding, recognizeOverflow } from "./tokens/overflow-error.js";
export { lookUpPrices, type ModelPrices, type PriceOverrides } from "./tokens/prices.js";
export { type NormalizedUsage, normalizeUsage } from "./tokens/usage.js";

// Summaries
export type { RemainderItem, Summarizer, Summary, SummaryRequest } from "./summarizers/summarizer.js";
export { TEMPLATE_NAMES, type TemplateName } from "./summarizers/template-name.js";
export {
  type ExtractiveOptions,
  extractiveSummarizer,
} from "./summarizers/extractive/extractive-summarizer.js";
export {
  type CandidateRanker,
  type RankCandidate,
  type RankOptions,
  rankWith,
} from "./summarizers/extractive/rank-with.js";
export { modelRanker } from "./summarizers/model-ranker.js";
export type { ModelServerOptions } from "./summarizers/model/create-model-client.js";
export {
  type ModelSummarizerOptions,
  modelSummarizer,
  type SummarizerOutput,
} from "./summarizers/model-summarizer.js";

export { type Acceptance, checkSummary, type SummaryLimits } from "./summarizers/check-summary.js";
export { SUMMARY_TEMPLATES } from "./summarizers/templates/summary-templates.js";
export type { SummaryTemplate } from "./summarizers/templates/summary-template.js";

// The provider window
export { fetchTransport, type FetchTransportOptions } from "./provider-window/fetch-transport.js";
export {
  createProviderWindow,
  type ProviderWindowOptions,
} from "./provider-window/create-provider-window.js";
export {
  openAITransport,
  type OpenAIClientLike,
  type OpenAITransportOptions,
} from "./provider-window/openai-transport.js";
export type {
  CompactNowResult,
  PreparedRequest,
  ProviderWindow,
  WindowRequestOptions,
} from "./provider-window/provider-window.js";
export { remoteCompactor, type RemoteCompactorOptions } from "./provider-window/remote-compactor.js";
export type { BackOffOptions, Sleep } from "./provider-window/back-off.js";
export type { CacheLossCause } from "./provider-window/cache-loss-cause.js";
export type { CompactionMetadata } from "./provider-window/compaction-metadata.js";
export type { ContinuationMiss, MismatchSide, ResetReason } from "./provider-window/continuation-miss.js";
export { type Endpoint, type EndpointKind, normalizeApiBase } from "./provider-window/endpoint.js";
export type { ItemMark } from "./provider-window/item-mark.js";
export type { LocalCompactor, LocalRequest } from "./provider-window/local-compactor.js";
export { managerCompactor } from "./provider-window/manager-compactor.js";
export type {
  ProviderBinding,
  RequestBody,
  ResponsesTransport,
  SendOptions,
} from "./provider-window/transport.js";
export type { WindowItem } from "./provider-window/window-item.js";
export type { OnCompactionFailure, RemoteMode } from "./provider-window/window-parts.js";
export { parseWindowState } from "./provider-window/window-schema.js";
export type { ProviderWindowState, WindowBase, WindowUsage } from "./provider-window/window-state.js";

// Stores, events, redaction
export type { EntryKind, SessionInfo, StorageAdapter, StoredEntry } from "./stores/storage-adapter.js";
export { type Archive, DEFAULT_TENANT, type Unwritten } from "./stores/archive.js";
export { type ArchiveOptions, createArchive } from "./stores/create-archive.js";
export { memoryStorage } from "./stores/memory/memory-storage.js";
export { tenantStorage } from "./stores/tenant-storage.js";
export type {
  Artifact,
  ArtifactInfo,
  ArtifactInput,
  ArtifactScope,
  ArtifactSession,
  ArtifactStore,
  FileSize,
} from "./stores/artifact-store.js";
export type { ResealReport } from "./stores/artifacts/reseal-report.js";
export { memoryArtifacts, type MemoryArtifactsOptions } from "./stores/memory/memory-artifacts.js";
export type { CompactEvent, EventOf } from "./events/compact-event.js";
export type { Severity } from "./events/severities.js";
export { EVENT_NAMES, type EventName } from "./events/event-names.js";
export { parseEvent } from "./events/parse-event.js";
export type { Exporter } from "./events/exporter.js";
export { callbackExporter } from "./events/callback-exporter.js";
export { type ConsoleExporterOptions, consoleExporter } from "./events/console-exporter.js";
export type { Redactor } from "./redaction/redactor.js";
export { createRedactor, type RedactorOptions } from "./redaction/create-redactor.js";
