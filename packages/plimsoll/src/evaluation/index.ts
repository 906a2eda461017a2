/**
 * Measures what would survive of a user's own sessions, by method and budget.
 *
 * @module
 */

export { BASELINE_METHODS } from "./baseline-methods.js";
export { compactionMethod } from "./compaction-method.js";
export { evaluateSessions, EVALUATION_BUDGETS, type EvaluationOptions } from "./evaluate-sessions.js";
export type { EvaluationMethod, MethodRequest } from "./evaluation-method.js";
export type {
  EvaluatedSession,
  EvaluationReport,
  EvaluationRow,
  EvaluationSummary,
} from "./evaluation-report.js";
export type { KeptFacts } from "./kept-facts.js";
export type { RepeatedReport, RepeatedRow, RepeatedSummary } from "./repeated-report.js";
export type { SummaryAges } from "./summary-ages.js";
export type { EvaluationSession } from "./evaluation-session.js";
export type { CallString, StringKind } from "./call-strings.js";
