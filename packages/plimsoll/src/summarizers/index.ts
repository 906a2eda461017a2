/**
 * Who writes summaries: the embedded summarizer, models, rankers and templates.
 *
 * @module
 */

export { type Acceptance, checkSummary, type SummaryLimits } from "./check-summary.js";
export { type ExtractiveOptions, extractiveSummarizer } from "./extractive/extractive-summarizer.js";
export {
  type CandidateRanker,
  type RankCandidate,
  type RankOptions,
  rankWith,
} from "./extractive/rank-with.js";
export {
  askSummarizer,
  type AskSummarizerOptions,
  type SummaryAnswer,
  type SummaryQuestion,
} from "./ask-summarizer.js";
export { modelRanker } from "./model-ranker.js";
export { type ModelSummarizerOptions, modelSummarizer } from "./model-summarizer.js";
export type { SummarizerOutput } from "./model/client-summarizer.js";
export type { ModelServerOptions } from "./model/create-model-client.js";
export type { ModelSdk } from "./model/model-sdk.js";
export type { SummaryDelta } from "./summarizer.js";
export { TEMPLATE_NAMES } from "./template-name.js";
export type { SummaryTemplate } from "./templates/summary-template.js";
export { SUMMARY_TEMPLATES } from "./templates/summary-templates.js";
export type { Candidates } from "./extractive/candidates.js";
export type { UnitKind } from "./extractive/unit.js";
